import { capabilitiesOf } from "../models/capabilities.ts";
import { innerSpec } from "../models/model-spec.ts";
import type { Price } from "../models/price-table.ts";
import { costOf, estimateTokens, priceOf } from "../models/prices.ts";
import { sharedLayer } from "../perspective/layers.ts";
import { openNames } from "../perspective/names.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Protocol } from "./define-protocol.ts";
import { readOptions } from "./opening.ts";

/** One of three guesses at what a meeting takes. */
export type Guess = { readonly low: number; readonly expected: number; readonly high: number };

/** What the members behind one model will take. */
export type ModelPlan = {
  readonly model: string;
  readonly seats: number;
  readonly calls: Guess;
  /** Tokens. */
  readonly input: Guess;
  readonly output: Guess;
  /** Dollars; null where the price is unknown, 0 for what runs inside this process. */
  readonly cost: Guess | null;
};

/** Said with every plan. */
export const PLAN_RULE =
  "low: members withdraw after a few short turns; expected: geometric mean of low and high calls; high: up to the message limit, nothing read from caches";

/** Plans a meeting without calling a model: calls and tokens split evenly among the members. */
export function planMeeting(
  scenario: Scenario,
  protocol: Protocol,
  prices: Readonly<Record<string, Price>> = {},
): readonly ModelPlan[] {
  const calls = expectedCalls(scenario, protocol);
  const prefix =
    estimateTokens(sharedLayer(scenario, scenario.members, openNames(scenario.members))) + OWN_LAYER;
  const models = [...new Set(scenario.members.map(({ model }) => model))].filter((model) => !isPerson(model));
  return models.map((model) => {
    const seats = scenario.members.filter((seat) => seat.model === model).length;
    const share = seats / scenario.members.length;
    const tokens = mapGuess((level) => tokensOf({ model, level, prefix, calls: calls[level] }));
    const price = priceOf(model, prices);
    return {
      model,
      seats,
      calls: mapGuess((level) => Math.round(calls[level] * share)),
      input: mapGuess((level) => Math.round((tokens[level].fresh + tokens[level].cached) * share)),
      output: mapGuess((level) => Math.round(tokens[level].output * share)),
      cost: price && mapGuess((level) => share * dollars(tokens[level], calls[level], price)),
    };
  });
}

/** Dollars a meeting is expected to cost; null where the price of one of its models is unknown. */
export function estimatedCost(
  scenario: Scenario,
  protocol: Protocol,
  prices: Readonly<Record<string, Price>> = {},
): number | null {
  const plans = planMeeting(scenario, protocol, prices);
  let sum = 0;
  for (const { cost } of plans) {
    if (cost === null) return null;
    sum += cost.expected;
  }
  return Math.round(sum * 1e6) / 1e6;
}

/** People cost nothing that can be planned. */
export function isPerson(model: string): boolean {
  return model.startsWith("human:");
}

type Level = keyof Guess;
type Tokens = { readonly fresh: number; readonly cached: number; readonly output: number };

/** Tokens of a member's own layer and cue, of one message as others read it, and of one reply. */
const OWN_LAYER = 450;
const MESSAGE = 260;
const REPLY = { low: 200, expected: 300, high: 450 } as const;
const THINKING = { low: 0, expected: 400, high: 1_500 } as const;
const FROM_CACHE = { low: 0.9, expected: 0.8, high: 0 } as const;

function expectedCalls(scenario: Scenario, protocol: Protocol): Guess {
  const { low, high } = protocol.expectedCalls(readOptions(protocol, scenario), scenario);
  return { low, expected: Math.round(Math.sqrt(low * high)), high };
}

/** The nth call reads the prefix and the n messages before it. */
function tokensOf(of: { model: string; level: Level; prefix: number; calls: number }): Tokens {
  const { model, level, prefix, calls } = of;
  const spec = innerSpec(model);
  const colon = spec.indexOf(":");
  const { caching, reasoningEffort } = capabilitiesOf(spec.slice(0, Math.max(0, colon)), spec.slice(colon + 1));
  const input = calls * prefix + (MESSAGE * calls * (calls - 1)) / 2;
  const cached = caching === "none" ? 0 : input * FROM_CACHE[level];
  const output = calls * (REPLY[level] + (reasoningEffort ? THINKING[level] : 0));
  return { fresh: input - cached, cached, output };
}

/** Priced call by call, since some prices depend on the length of one call's input. */
function dollars({ fresh, cached, output }: Tokens, calls: number, price: Price): number {
  if (calls === 0) return 0;
  const each = {
    uncached: fresh / calls,
    cacheRead: cached / calls,
    cacheWrite: 0,
    output: output / calls,
    reasoning: 0,
  };
  return calls * costOf(each, price)!;
}

export function mapGuess<T>(of: (level: Level) => T): {
  readonly low: T;
  readonly expected: T;
  readonly high: T;
} {
  return { low: of("low"), expected: of("expected"), high: of("high") };
}
