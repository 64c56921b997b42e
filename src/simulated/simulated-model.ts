import type { Model } from "../models/port/model.ts";
import { BEHAVIOURS } from "./behaviours/index.ts";
import { createMember } from "./index.ts";

/**
 * A member without a language model: it says sentences of the scenario's script, in any protocol that comes with
 * Boardroom. `behaviours`: for protocols of one's own, by protocol and kind of cue.
 */
export function createSimulatedModel({ behaviours = {}, ...input }: Parameters<typeof createMember>[0]): Model {
  return createMember({ ...input, behaviours: { ...BEHAVIOURS, ...behaviours } });
}
