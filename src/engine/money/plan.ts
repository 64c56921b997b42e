// The expected calls, tokens and dollars of a meeting before its first call, for `check`, approvals
// and reserves.

import { addThinkingRoom, type Capabilities } from "../../models/contract/capabilities.ts";
import { isProgram } from "../../models/contract/model-spec.ts";
import { reserveTokens } from "../../models/pricing/estimate.ts";
import { computeCost, estimateTokens, findPrice, type Price } from "../../models/pricing/prices.ts";
import {
  createCapabilitiesLookup,
  type KnownModels,
} from "../../models/registry/capabilities-for.ts";
import { listEvidence } from "../../scenario/schema/document.ts";
import { isGuest, type Scenario, type Seat } from "../../scenario/schema/scenario.ts";
import type { MeetingRules } from "../perspective/meeting-rules.ts";
import { type Names, openNames } from "../perspective/names.ts";
import { renderIndividualLayer, renderSharedLayer } from "../perspective/prompts.ts";
import { type ExpectedCalls, type Protocol, withSettledPrompt } from "../protocol/protocol.ts";

export type ModelPlan = {
  model: string;
  seats: number;
  calls: Guess;
  input: Guess;
  output: Guess;
  cost: Guess | null;
  /** The cost if the model does not think. */
  unthinking: Guess | null;
};

export function listSeats(scenario: Scenario, protocol: Protocol): readonly Seat[] {
  return [...scenario.members, ...protocol.bind(scenario).listAgents()];
}

/** Splits the calls evenly among all seats with a model. `seats`: those of a fork. */
export function planMeeting(
  scenario: Scenario,
  protocol: Protocol,
  known: KnownModels = {},
  seats: readonly Seat[] = listSeats(scenario, protocol),
): readonly ModelPlan[] {
  const bound = protocol.bind(scenario);
  const expected = bound.plan();
  const calls = guessCalls(expected);
  const takenBy = createCapabilitiesLookup(known);
  const shared = estimateTokens(
    renderSharedLayer(
      withSettledPrompt(scenario, protocol),
      scenario.members,
      openNames(scenario.members),
      bound.getRules(),
    ),
  );
  const speaking = seats.filter(({ model }) => model !== "template");
  const models = [...new Set(speaking.map(({ model }) => model))].filter(
    (model) => !isGuest(model),
  );
  return models.map((model) => {
    const seatsOfModel = speaking.filter((seat) => seat.model === model).length;
    const part = seatsOfModel / speaking.length;
    const takes = takenBy(model);
    const createShare = (level: keyof Guess): ModelShare => ({
      takes,
      calls: calls[level],
      votesFirst: Math.min(calls[level], expected.first ?? 0),
      part,
      seats: seatsOfModel,
      shared,
      instruction: expected.instruction ?? INSTRUCTION_TOKENS,
      reply: scaleTokens(level, REPLY_FORM, expected.reply),
      growth: expected.growth,
      thinking:
        THINKING[level] * computeMeanEffort(speaking.filter((seat) => seat.model === model)),
    });
    const tokens = mapGuess((level) => splitTokens(level, createShare(level)));
    const price = findPrice(model, known.prices);
    const estimateDollars = (thinks: boolean) =>
      price &&
      mapGuess((level) => {
        const given = thinks ? createShare(level) : { ...createShare(level), thinking: 0 };
        return priceTokens(splitTokens(level, given), given, price);
      });
    return {
      model,
      seats: seatsOfModel,
      calls: mapGuess((level) => Math.round(calls[level] * part)),
      input: mapGuess((level) => Math.round(countInput(tokens[level]))),
      output: mapGuess((level) => Math.round(tokens[level].output)),
      cost: estimateDollars(true),
      unthinking: estimateDollars(false),
    };
  });
}

/** Dollars; null if a price is unknown, or if a plan pays every call that is not free. */
export function sumPlanCosts(plans: readonly ModelPlan[]): number | null {
  let sum = 0;
  for (const { model, cost } of plans) {
    if (isProgram(model)) continue;
    if (cost === null) return null;
    sum += cost.expected;
  }
  if (sum === 0 && plans.some(({ model }) => isProgram(model))) return null;
  return Math.round(sum * 1e6) / 1e6;
}

/** Models whose price should be known and is not. */
export function listUnpriced(plans: readonly ModelPlan[]): readonly ModelPlan[] {
  return plans.filter(({ model, cost }) => cost === null && !isProgram(model));
}

export type Guess = { low: number; expected: number; high: number };
type GuessLevel = keyof Guess;

/** Words a turn. Low is what simulated members say on average, high a third more than prompts ask to keep to. */
const WORDS: Guess = { low: 67, expected: 110, high: 200 };

/** The share of repeated input that is read from a cache. */
const FROM_CACHE: Guess = { low: 1, expected: 1, high: 0 };

export const PLAN_RULE = [
  `low: members withdraw after a few turns of ${WORDS.low} words`,
  `expected: as many calls as in simulated meetings, ${WORDS.expected} words a turn, repeated input from the cache`,
  `high: up to the message limit, ${WORDS.high} words a turn, nothing read from caches`,
];

/** Default: the geometric mean of the bounds. */
export function guessCalls({
  low,
  high,
  expected = Math.round(Math.sqrt(low * high)),
}: ExpectedCalls): Guess {
  return { low, expected: Math.min(high, Math.max(low, expected)), high };
}

/** Of the input: read as it is, written to a cache, read from a cache. */
type Tokens = { plain: number; written: number; cached: number; output: number };

type ModelShare = {
  takes: Capabilities;
  calls: number;
  /** Votes before the debate: they lengthen no prompt. */
  votesFirst: number;
  part: number;
  seats: number;
  shared: number;
  instruction: number;
  reply: number;
  growth?: number | undefined;
  /** Tokens of thinking in a call. */
  thinking: number;
};

function countInput({ plain, written, cached }: Tokens): number {
  return plain + written + cached;
}

function splitTokens(level: GuessLevel, share: ModelShare): Tokens {
  const { takes, calls, votesFirst, part, seats, shared, instruction, reply, growth, thinking } =
    share;
  const own = calls * part;
  const each = scaleGrowth(level, growth);
  const turns = calls - votesFirst;
  const history = (part * each * turns * Math.max(0, turns - 1)) / 2;
  const input = own * (shared + OWN_LAYER + instruction) + history;
  const isCaching = takes.caching !== "none";
  // No cache has what was never sent: the layers, each instruction, and each message once a seat.
  const layers = Math.min(1, own) * shared + Math.min(own, seats) * OWN_LAYER;
  const unseen = layers + own * instruction + Math.min(history, seats * each * turns);
  const cached = isCaching ? Math.max(0, input - unseen) * FROM_CACHE[level] : 0;
  const plain = Math.min(input - cached, own * instruction);
  const output = own * (reply + (takes.reasoningEffort ? thinking : 0));
  return { plain, written: input - cached - plain, cached, output };
}

/** How many times the usual thinking these seats do, on average. */
function computeMeanEffort(seats: readonly Seat[]): number {
  const efforts = seats.map(({ sampling }) => EFFORTS[sampling?.effort ?? "medium"]);
  return efforts.reduce((sum, effort) => sum + effort, 0) / Math.max(1, seats.length);
}

/** How many times the usual thinking a model does. */
export const EFFORTS = { low: 0.5, medium: 1, high: 3.75 };

/** Call by call, since some prices depend on the length of one call's input. What a cache is to keep is written to it. */
function priceTokens(
  { plain, written, cached, output }: Tokens,
  { takes, calls, part }: ModelShare,
  price: Price,
): number {
  const own = calls * part;
  if (own === 0) return 0;
  const isWritten = /breakpoints$/.test(takes.caching);
  const each = {
    uncached: (isWritten ? plain : plain + written) / own,
    cacheRead: cached / own,
    cacheWrite: isWritten ? written / own : 0,
    output: output / own,
    reasoning: 0,
  };
  return own * computeCost(each, price);
}

/** The second is for the rest of a reply: form, verdict, reasoning and citations. */
const TOKENS_A_WORD = 1.35;
const REPLY_FORM = 105;
const MESSAGE_FORM = 55;
const OWN_LAYER = 410;
const INSTRUCTION_TOKENS = 40;
const THINKING: Guess = { low: 0, expected: 400, high: 1_500 };

function scaleGrowth(level: GuessLevel, growth: number | undefined): number {
  return scaleTokens(level, MESSAGE_FORM, growth);
}

/** Tokens of a turn with its form; those that a protocol expects grow with the words of a turn. */
function scaleTokens(level: GuessLevel, form: number, stated: number | undefined): number {
  const at = (each: GuessLevel) => form + TOKENS_A_WORD * WORDS[each];
  return stated === undefined ? at(level) : (stated * at(level)) / at("expected");
}

export function mapGuess<T>(of: (level: GuessLevel) => T): {
  low: T;
  expected: T;
  high: T;
} {
  return { low: of("low"), expected: of("expected"), high: of("high") };
}

export type ContextNeed = {
  layers: number;
  debate: number;
  reply: number;
  total: number;
};

type Needing = {
  scenario: Scenario;
  seats: readonly Seat[];
  names: Names;
  rules: MeetingRules;
  plan: ExpectedCalls;
};

const REPLY = 1_000;

export function measureContextNeed(
  { scenario, seats, names, rules, plan }: Needing,
  takes: Pick<Capabilities, "reasoningEffort"> = { reasoningEffort: false },
): ContextNeed {
  const layers = countLayerTokens(scenario, seats, names, rules);
  const message = scaleGrowth("high", undefined);
  const grown = scaleGrowth("high", plan.growth) * (plan.high - 1);
  // A protocol whose prompts do not grow shows members the others' answers in its instructions.
  const debate = Math.ceil(Math.max(grown, message * scenario.members.length));
  const reply = addThinkingRoom(REPLY, takes);
  return {
    layers,
    debate,
    reply,
    total: layers + debate + reply,
  };
}

export function countLayerTokens(
  scenario: Scenario,
  seats: readonly Seat[],
  names: Names,
  rules: MeetingRules,
): number {
  const own = seats.map((seat) =>
    reserveTokens(
      renderIndividualLayer(seat, names, rules, listEvidence(scenario.private, seat.id)),
    ),
  );
  return reserveTokens(renderSharedLayer(scenario, seats, names, rules)) + Math.max(...own);
}
