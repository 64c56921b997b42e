import { estimateTokens, priceOf } from "../../../models/pricing/prices.ts";
import { capabilitiesFor, type KnownModels } from "../../../models/registry/capabilities-for.ts";
import type { Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import { isHeld } from "../../../scenario/schema/seat-holder.ts";
import { sharedLayer } from "../../perspective/layers.ts";
import { openNames } from "../../perspective/names.ts";
import { withSettledPrompt } from "../contract/prompt-defaults.ts";
import type { Protocol } from "../contract/protocol.ts";
import { callsOf, dollarsOf, type Guess, mapGuess, tokensOf } from "./plan-tokens.ts";

/** What the seats behind one model will take. */
export type ModelPlan = {
  readonly model: string;
  readonly seats: number;
  readonly calls: Guess;
  readonly input: Guess;
  readonly output: Guess;
  /** Dollars; null where the price is unknown, 0 for what runs inside this process. */
  readonly cost: Guess | null;
};

export function seatsOf(scenario: Scenario, protocol: Protocol): readonly Seat[] {
  return [...scenario.members, ...protocol.bind(scenario).agents()];
}

/** Calls no model. Calls are split evenly among members and agents that a model speaks for. `seats`: as a fork has them. */
export function planMeeting(
  scenario: Scenario,
  protocol: Protocol,
  known: KnownModels = {},
  seats: readonly Seat[] = seatsOf(scenario, protocol),
): readonly ModelPlan[] {
  const bound = protocol.bind(scenario);
  const expected = bound.plan();
  const calls = callsOf(expected);
  const takenBy = capabilitiesFor(known);
  const shared = estimateTokens(
    sharedLayer(
      withSettledPrompt(scenario, protocol),
      scenario.members,
      openNames(scenario.members),
      bound.house(),
    ),
  );
  const speaking = seats.filter(({ model }) => model !== "template");
  const models = [...new Set(speaking.map(({ model }) => model))].filter((model) => !isHeld(model));
  return models.map((model) => {
    const held = speaking.filter((seat) => seat.model === model).length;
    const part = held / speaking.length;
    const takes = takenBy(model);
    const share = (level: keyof Guess) => ({
      takes,
      calls: calls[level],
      part,
      seats: held,
      shared,
      growth: expected.growth,
    });
    const tokens = mapGuess((level) => tokensOf(level, share(level)));
    const price = priceOf(model, known.prices);
    return {
      model,
      seats: held,
      calls: mapGuess((level) => Math.round(calls[level] * part)),
      input: mapGuess((level) => Math.round(tokens[level].fresh + tokens[level].cached)),
      output: mapGuess((level) => Math.round(tokens[level].output)),
      cost: price && mapGuess((level) => dollarsOf(tokens[level], share(level), price)),
    };
  });
}

/** Dollars; null where the price of a model is unknown. */
export function estimatedCost(
  scenario: Scenario,
  protocol: Protocol,
  known: KnownModels,
  seats: readonly Seat[] = seatsOf(scenario, protocol),
): number | null {
  return costOfPlans(planMeeting(scenario, protocol, known, seats));
}

export function costOfPlans(plans: readonly ModelPlan[]): number | null {
  let sum = 0;
  for (const { cost } of plans) {
    if (cost === null) return null;
    sum += cost.expected;
  }
  return Math.round(sum * 1e6) / 1e6;
}
