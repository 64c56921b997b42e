import type { Capabilities } from "../../../models/port/capabilities.ts";
import type { Price } from "../../../models/pricing/price-table.ts";
import { costOf } from "../../../models/pricing/prices.ts";
import type { ExpectedCalls } from "../contract/protocol.ts";

export type Guess = { readonly low: number; readonly expected: number; readonly high: number };
type GuessLevel = keyof Guess;

/** Words a turn. Low is what simulated members say on average, high a third more than prompts ask to keep to. */
const WORDS: Guess = { low: 67, expected: 110, high: 200 };

/** The share of what a cache could hold that is read from it. */
const FROM_CACHE: Guess = { low: 1, expected: 0.9, high: 0 };

export const PLAN_RULE = [
  `expected: calls as in simulated meetings, ${WORDS.expected} words a turn, ${FROM_CACHE.expected * 100} % of what was sent before read from caches where the provider has them`,
  `low: members withdraw after a few turns of ${WORDS.low} words`,
  `high: up to the message limit, ${WORDS.high} words a turn, nothing read from caches`,
].join("; ");

/** Default: the geometric mean of the bounds. */
export function callsOf({ low, high, expected = Math.round(Math.sqrt(low * high)) }: ExpectedCalls): Guess {
  return { low, expected: Math.min(high, Math.max(low, expected)), high };
}

type Tokens = { readonly fresh: number; readonly cached: number; readonly output: number };

type ModelShare = {
  readonly takes: Capabilities;
  /** `part`: the share of all calls that these seats make, 0 to 1. */
  readonly calls: number;
  readonly part: number;
  readonly seats: number;
  readonly shared: number;
  readonly growth?: number | undefined;
};

export function tokensOf(level: GuessLevel, { takes, calls, part, seats, shared, growth }: ModelShare): Tokens {
  const { caching, reasoningEffort } = takes;
  const own = calls * part;
  const each = growthAt(level, growth);
  const input = own * (shared + OWN_LAYER + CUE) + (part * each * calls * (calls - 1)) / 2;
  const isCaching = caching !== "none" && FROM_CACHE[level] > 0;
  // Nobody has what nobody was sent: every seat's first prompt, each cue, and each message once a seat.
  const first = Math.min(own, seats) * (shared + OWN_LAYER);
  const unseen = Math.min(input, first + own * CUE + seats * each * calls);
  const cached = isCaching ? (input - unseen) * FROM_CACHE[level] : 0;
  const output = own * (REPLY_FORM + TOKENS_A_WORD * WORDS[level] + (reasoningEffort ? THINKING[level] : 0));
  return { fresh: input - cached, cached, output };
}

/** Call by call, since some prices depend on the length of one call's input. What a cache is to keep is written to it. */
export function dollarsOf(
  { fresh, cached, output }: Tokens,
  { takes, calls, part }: Pick<ModelShare, "takes" | "calls" | "part">,
  price: Price,
): number {
  const own = calls * part;
  if (own === 0) return 0;
  const isWritten = takes.caching === "breakpoints";
  const each = {
    uncached: isWritten ? 0 : fresh / own,
    cacheRead: cached / own,
    cacheWrite: isWritten ? fresh / own : 0,
    output: output / own,
    reasoning: 0,
  };
  return own * costOf(each, price);
}

/** The second is what a reply holds beside its words: form, verdict, reasoning and citations. */
export const TOKENS_A_WORD = 1.35;
const REPLY_FORM = 105;
const MESSAGE_FORM = 55;
const OWN_LAYER = 410;
const CUE = 40;
const THINKING: Guess = { low: 0, expected: 400, high: 1_500 };

/** A protocol's own growth is that of expected words. */
export function growthAt(level: GuessLevel, growth: number | undefined): number {
  const at = (each: GuessLevel) => MESSAGE_FORM + TOKENS_A_WORD * WORDS[each];
  return growth === undefined ? at(level) : (growth * at(level)) / at("expected");
}

export function mapGuess<T>(of: (level: GuessLevel) => T): {
  readonly low: T;
  readonly expected: T;
  readonly high: T;
} {
  return { low: of("low"), expected: of("expected"), high: of("high") };
}
