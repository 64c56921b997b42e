import type { Model } from "../../models/contract/model.ts";
import {
  createRegistry,
  type ModelRegistry,
  type RegistryOptions,
} from "../../models/registry/registry.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { requireScript } from "../../scenario/script/check-script.ts";
import { hasPlays } from "../../scenario/script/script-case.ts";
import { type Behaviour, createMember } from "../member.ts";
import { createPlayer, type PlayBehaviour } from "../plays/player.ts";
import { CHAMBER } from "./chamber.ts";
import { JUDGES } from "./judges.ts";
import { JURY } from "./jury.ts";
import { CHAMBER as PLAYED_CHAMBER } from "./played-chamber.ts";
import { JUDGES as PLAYED_JUDGES } from "./played-judges.ts";
import { JURY as PLAYED_JURY } from "./played-jury.ts";
import { ROUNDS as PLAYED_ROUNDS } from "./played-rounds.ts";
import { ROUNDS } from "./rounds.ts";

const BEHAVIOURS: Readonly<Record<string, Readonly<Record<string, Behaviour>>>> = {
  jury: JURY,
  judges: JUDGES,
  chamber: CHAMBER,
  rounds: ROUNDS,
};

/** The same for members that say plays. */
const PLAYED: Readonly<Record<string, Readonly<Record<string, PlayBehaviour>>>> = {
  board: {},
  jury: PLAYED_JURY,
  judges: PLAYED_JUDGES,
  chamber: PLAYED_CHAMBER,
  rounds: PLAYED_ROUNDS,
};

/** A member without a language model, which says sentences of the scenario's script.
 * `behaviours`: for your own protocols, by protocol and kind of instruction. */
export function createSimulatedModel({
  behaviours = {},
  ...input
}: Parameters<typeof createMember>[0]): Model {
  const { seat, scenario, id, spec } = input;
  const { script } = scenario;
  if (script && seat.kind === "member") requireScript(scenario);
  // Claims and tests are no talk: without a way to play them, a script's points are used.
  const isPlayed = scenario.protocol in PLAYED || script?.points.length === 0;
  if (script && isPlayed && hasPlays(script))
    return createPlayer({
      seat,
      scenario: { ...scenario, script },
      id,
      spec,
      behaviours: PLAYED,
    });
  return createMember({ ...input, behaviours: { ...BEHAVIOURS, ...behaviours } });
}

export function createBuiltInRegistry(options: RegistryOptions): ModelRegistry {
  return createRegistry({
    ...options,
    factories: { simulated: createSimulatedModel, ...options.factories },
  });
}

/**
 * Makes the model of each member from its spec, such as `simulated` or
 * `anthropic:claude-sonnet-5-5`. Throws `missing-key` or `unknown-model` when the meeting opens.
 *
 * @example
 * ```ts
 * const createModel = modelsFrom({ env: {} });
 * ```
 */
export function modelsFrom(options: RegistryOptions): (seat: Seat, scenario: Scenario) => Model {
  const registry = createBuiltInRegistry(options);
  return (seat, scenario) => registry.create({ spec: seat.model, seat, scenario });
}
