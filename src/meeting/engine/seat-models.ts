import type { Model } from "../../models/port/model.ts";
import type { Proposer } from "../../scenario/schema/assessment.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { stillClocks, systemClocks } from "../contract/clocks.ts";
import { outsiderOn, personOn } from "../people/person.ts";
import { requireModel } from "../turn/guarded-model.ts";
import type { Ports } from "./ports.ts";

/** The models behind the seats that have one. */
export function modelsOf(
  seats: readonly Seat[],
  scenario: Scenario,
  createModel: Ports["createModel"],
): ReadonlyMap<string, Model> {
  const speaking = seats.filter((seat) => seat.model !== "template" && personOn(seat) === null);
  return new Map(speaking.map((seat) => [seat.id, requireModel(seat.id, () => createModel(seat, scenario))]));
}

/** Whether every model answers alike each time, so that nothing outside needs to move. */
export function isStill(models: ReadonlyMap<string, Model>): boolean {
  return [...models.values()].every(({ deterministic }) => deterministic === true);
}

/** Whether it is certain that no language model takes part: what an agent from outside is nobody knows. */
export function areSimulated(
  models: ReadonlyMap<string, Pick<Model, "provider">>,
  seats: readonly Seat[],
): boolean {
  const isInside = [...models.values()].every(({ provider }) => provider === "simulated");
  return isInside && seats.every((seat) => outsiderOn(seat) === null);
}

/** Whether every reply comes in the form asked for: of simulated members, and of people. */
export function keepsForm(
  models: ReadonlyMap<string, Pick<Model, "provider">>,
  seats: readonly Seat[],
): boolean {
  const isSure = [...models.values()].every(({ provider }) => KEEPING.has(provider));
  return isSure && seats.every((seat) => outsiderOn(seat) === null);
}

const KEEPING: ReadonlySet<string> = new Set(["simulated", "human"]);

/** What runs inside this process costs nobody anything, and needs leave only where an agent asks for it. */
export function needsLeave(models: ReadonlyMap<string, Model>, proposer: Proposer | null): boolean {
  return proposer !== null || !isStill(models);
}

/** The clocks of the world outside, or still ones where every model is deterministic: such meetings have the same bytes. */
export function clocksOf(models: ReadonlyMap<string, Model>) {
  return isStill(models) ? stillClocks : systemClocks;
}
