import type { Model } from "../../../models/port/model.ts";
import type { Proposer } from "../../../scenario/schema/assessment.ts";
import type { Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import { stillClocks, systemClocks } from "../contract/clocks.ts";
import { outsiderOn, personOn } from "../people/person.ts";
import { requireModel } from "../turn/guarded-model.ts";
import type { Ports } from "./ports.ts";

export function modelsOf(
  seats: readonly Seat[],
  scenario: Scenario,
  createModel: Ports["createModel"],
): ReadonlyMap<string, Model> {
  const speaking = seats.filter((seat) => seat.model !== "template" && personOn(seat) === null);
  return new Map(speaking.map((seat) => [seat.id, requireModel(seat.id, () => createModel(seat, scenario))]));
}

export function isStill(models: ReadonlyMap<string, Model>): boolean {
  return [...models.values()].every(({ deterministic }) => deterministic === true);
}

/** Nobody knows what an agent from outside is, so it counts as a language model. */
export function areSimulated(
  models: ReadonlyMap<string, Pick<Model, "provider">>,
  seats: readonly Seat[],
): boolean {
  const isInside = [...models.values()].every(({ provider }) => provider === "simulated");
  return isInside && seats.every((seat) => outsiderOn(seat) === null);
}

/** What runs in this process costs nothing, and needs leave only where an agent asks for it. */
export function needsLeave(models: ReadonlyMap<string, Model>, proposer: Proposer | null): boolean {
  return proposer !== null || !isStill(models);
}

/** Still where every model is deterministic: such meetings have the same bytes. */
export function clocksOf(models: ReadonlyMap<string, Model>) {
  return isStill(models) ? stillClocks : systemClocks;
}
