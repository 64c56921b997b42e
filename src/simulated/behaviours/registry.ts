// The models of a meeting by their spec, with a simulated member for those that have none.

import type { Model } from "../../models/contract/model.ts";
import {
  createRegistry,
  type ModelRegistry,
  type RegistryOptions,
} from "../../models/registry/registry.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { type Script, scriptSchema } from "../../scenario/schema/script.ts";
import { requireScript } from "../../scenario/script/require-script.ts";
import { type Behaviours, createMember } from "../member.ts";
import { CHAMBER } from "./chamber.ts";
import { JUDGES } from "./judges.ts";
import { JURY } from "./jury.ts";
import { ROUNDS } from "./rounds.ts";

const BEHAVIOURS: Behaviours = {
  jury: JURY,
  judges: JUDGES,
  chamber: CHAMBER,
  rounds: ROUNDS,
};

type SimulatedInput = {
  seat: Seat;
  scenario: Scenario;
  id?: string;
  spec?: string;
};

/** A member without a language model, which says sentences of the scenario's script. */
export function createSimulatedModel({ seat, scenario, ...names }: SimulatedInput): Model {
  const script = findScript(seat, scenario);
  return createMember({
    ...names,
    seat,
    scenario: { ...scenario, script },
    behaviours: BEHAVIOURS,
  });
}

/** Throws if a member has no script; an agent of the meeting needs none. */
function findScript({ kind }: Seat, scenario: Scenario): Script {
  if (kind !== "agent") return requireScript(scenario);
  return scenario.script ?? scriptSchema.parse({});
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
