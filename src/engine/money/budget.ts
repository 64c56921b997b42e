// Sets aside what calls may take before they begin, so that a limit holds and the votes at the
// close can still be paid.

import { BoardroomError } from "../../errors.ts";
import { requireEntry } from "../../lists.ts";
import type { Model, ModelRequest } from "../../models/contract/model.ts";
import { isProgram } from "../../models/contract/model-spec.ts";
import { estimateInput, reserveTokens } from "../../models/pricing/estimate.ts";
import { computeDearestCost, findPrice, type Price } from "../../models/pricing/prices.ts";
import type { Limits } from "../../scenario/schema/scenario.ts";
import { computeSpending } from "../transcript/call-events.ts";
import type { Draft, MeetingEvent } from "../transcript/events.ts";
import { dropEventsBeforeFork } from "../transcript/forks.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";
import { words } from "../words/words.ts";
import { findStoppingLimit, type LimitUse } from "./limits.ts";
import { EFFORTS } from "./plan.ts";

type BudgetPorts = {
  models: ReadonlyMap<string, Model>;
  price: (model: Model) => Price | null;
  layerTokens: () => number;
  visibleTokens: number;
  /** Tokens, thinking included. */
  outputLimit: (model: Model, isBallot: boolean) => number;
  isLimited: boolean;
};

export type Budget = {
  isLimited: boolean;
  /** What a call can take at most. Undefined if nothing counts it. */
  estimate(speaker: string, request: ModelRequest): CallEstimate | undefined;
  estimateTurn(state: MeetingState, speaker: string): CallEstimate;
  /** What a stream that broke off has cost: its input, what was streamed, and the usual thinking. */
  countStreamed(speaker: string, estimate: CallEstimate, text: string): CallEstimate;
  /** The limit that these calls would pass, with the final votes after them. */
  findShortLimit(state: MeetingState, calls: readonly Planned[]): LimitUse | null;
  /** The votes before the first turn, one turn and the closing ballot: one call at its dearest, the others as they probably are. */
  countLeast(state: MeetingState, votesBefore: number): Amount;
  openReservation(): Reservation;
};

/** Reserves what calls may take before they begin, so that a limit holds and the closing ballot can still be paid. */
export function createBudget(ports: BudgetPorts): Budget {
  const { models, isLimited } = ports;
  const { all, openReservation } = createReservations();

  function estimateCall(speaker: string, input: number, output: number): CallEstimate {
    const cost = computeDearestCost({ input, output }, ports.price(requireEntry(models, speaker)));
    return { input, output, cost };
  }

  /** What a call probably takes: prompt and reply as in the member's calls so far, and before them, a usual reply. */
  function estimateLikely(state: MeetingState, seat: string, estimate: CallEstimate): Amount {
    const dearest = toAmount(estimate);
    const { prompt, output } = findUsual(state, seat, estimate.input);
    const reply = toAmount(estimateCall(seat, 0, LONGER * output));
    return mapAmount((unit) => Math.min(dearest[unit], prompt[unit] + reply[unit]));
  }

  function findUsual(state: MeetingState, seat: string, input: number) {
    const { spending, seat: member } = getMember(state, seat);
    if (spending.estimatedInput === 0) {
      const effort = EFFORTS[member.sampling?.effort ?? "medium"];
      const thinking = effort * guessThinkingTokens(requireEntry(models, seat));
      return { prompt: toAmount(estimateCall(seat, input, 0)), output: USUAL_REPLY + thinking };
    }
    const replies = toAmount(estimateCall(seat, 0, spending.output));
    const share = input / spending.estimatedInput;
    const charged = readCharged(spending);
    return {
      prompt: mapAmount((unit) => Math.max(0, charged[unit] - replies[unit]) * share),
      output: spending.output / Math.max(1, spending.calls),
    };
  }

  function estimateBallot(state: MeetingState, seat: string, growth: number): CallEstimate {
    return estimateCall(
      seat,
      countInputTokens(ports, state) + growth,
      ports.outputLimit(requireEntry(models, seat), true),
    );
  }

  /** The closing ballot after these calls: what it probably takes, and by how much one vote can exceed that. Members can be asked one by one. */
  function reserveBallot(
    state: MeetingState,
    seats: readonly string[],
    calls: readonly Planned[],
  ): { likely: Amount; excess: Amount } {
    const shown = calls.filter(({ isShown }) => isShown);
    const growth = shown.reduce(
      (sum, { estimate }) => sum + Math.min(estimate.output, ports.visibleTokens),
      0,
    );
    const votes = seats.map((seat) => {
      const estimate = estimateBallot(state, seat, growth);
      return { dearest: toAmount(estimate), likely: estimateLikely(state, seat, estimate) };
    });
    return {
      likely: sumAmounts(votes.map(({ likely }) => likely)),
      excess: mapAmount((unit) =>
        Math.max(0, ...votes.map(({ dearest, likely }) => dearest[unit] - likely[unit])),
      ),
    };
  }

  /** Each call and each vote must fit at its dearest, but not all of them together. */
  function addReserve(
    state: MeetingState,
    voters: readonly string[],
    calls: readonly Planned[],
  ): Amount {
    const dearest = sumAmounts(calls.map(({ estimate }) => toAmount(estimate)));
    const likely = sumAmounts(
      calls.map(({ speaker, estimate }) => estimateLikely(state, speaker, estimate)),
    );
    const kept = reserveBallot(state, voters, calls);
    return mapAmount(
      (unit) => Math.max(dearest[unit], likely[unit] + kept.excess[unit]) + kept.likely[unit],
    );
  }

  function estimateTurn(state: MeetingState, speaker: string): CallEstimate {
    return estimateCall(
      speaker,
      countInputTokens(ports, state),
      ports.outputLimit(requireEntry(models, speaker), false),
    );
  }

  function findShortLimit(state: MeetingState, calls: readonly Planned[]): LimitUse | null {
    if (!isLimited) return null;
    const { limits } = state.scenario;
    const isClosing = calls.every((call) => call.isClosing);
    const stopped = isClosing ? null : findStoppingLimit(state);
    if (stopped === "tokens" || stopped === "dollars")
      return measureUse(stopped, readCharged(state.spending), limits);
    const voters = isClosing ? [] : listVoters(state, models);
    const spent = sumAmounts([readCharged(state.spending), all, addReserve(state, voters, calls)]);
    return findFirstShort(spent, readCharged(state.spending), limits);
  }

  return {
    isLimited,
    estimate(speaker, request) {
      const isCounted = isLimited || requireEntry(models, speaker).deterministic !== true;
      return isCounted
        ? estimateCall(speaker, estimateInput(request), request.maxOutputTokens)
        : undefined;
    },
    estimateTurn,
    countStreamed(speaker, { input, output }, text) {
      const thinking = guessThinkingTokens(requireEntry(models, speaker));
      return estimateCall(speaker, input, Math.min(output, reserveTokens(text) + thinking));
    },
    findShortLimit,
    countLeast(state, votesBefore) {
      const voters = listVoters(state, models);
      const votes = voters.map((voter) =>
        estimateLikely(state, voter, estimateBallot(state, voter, 0)),
      );
      const seated = [...models.keys()].filter((seat) => state.members.has(seat));
      const turns = seated.map((speaker) =>
        addReserve(state, voters, [
          { speaker, estimate: estimateTurn(state, speaker), isClosing: false, isShown: true },
        ]),
      );
      const least = mapAmount(
        (unit) => FOR_ANNOUNCEMENTS * (findMost(turns, unit) + votesBefore * findMost(votes, unit)),
      );
      return { tokens: Math.ceil(least.tokens), dollars: least.dollars };
    },
    openReservation,
  };
}

function countInputTokens({ layerTokens }: BudgetPorts, { entries }: MeetingState): number {
  let tokens = layerTokens() + INSTRUCTION_TOKENS;
  for (const entry of entries) tokens += countEntryTokens(entry);
  return tokens;
}

const INSTRUCTION_TOKENS = 400;

/** Announcements before the first turn lengthen each prompt. */
const FOR_ANNOUNCEMENTS = 1.1;

const counted = new WeakMap<object, number>();

function countEntryTokens(entry: object): number {
  const known = counted.get(entry) ?? reserveTokens(JSON.stringify(entry));
  counted.set(entry, known);
  return known;
}

/** Everyone has a final vote, unless a board holds none. */
function listVoters({ scenario }: MeetingState, models: ReadonlyMap<string, Model>): string[] {
  if (scenario.options.closingBallot === false) return [];
  return scenario.members.map(({ id }) => id).filter((id) => models.has(id));
}

type Limit = { tokens?: number | undefined; dollars?: number | undefined };

function findFirstShort(needed: Amount, spent: Amount, limits: Limit): LimitUse | null {
  for (const limit of ["tokens", "dollars"] as const) {
    const use = measureUse(limit, spent, limits);
    if (use && needed[limit] > use.of) return use;
  }
  return null;
}

function measureUse(limit: "tokens" | "dollars", spent: Amount, limits: Limit): LimitUse | null {
  const of = limits[limit];
  return of === undefined ? null : { limit, used: spent[limit], of, stops: true };
}

/** Tokens of input, the output limit with thinking, and dollars. */
type CallEstimate = {
  input: number;
  output: number;
  cost: number | null;
};

export type Planned = {
  speaker: string;
  estimate: CallEstimate;
  isClosing: boolean;
  /** Others will read the reply, so the closing ballot's prompts grow by it. */
  isShown: boolean;
};

export type Amount = { tokens: number; dollars: number };

/** What open calls may take. A budget counts it until it is released. */
export type Reservation = {
  add(planned: Planned): void;
  /** Adds what was spent between two states. */
  spent(before: MeetingState, after: MeetingState): void;
  release(): void;
};

function createReservations() {
  const all: Amount = { tokens: 0, dollars: 0 };

  function openReservation(): Reservation {
    let reserved: Amount[] = [];
    const add = ({ tokens, dollars }: Amount): void => {
      reserved.push({ tokens, dollars });
      all.tokens += tokens;
      all.dollars += dollars;
    };
    return {
      add: ({ estimate }) => add(toAmount(estimate)),
      spent(before, after) {
        const [was, is] = [readCharged(before.spending), readCharged(after.spending)];
        add({ tokens: is.tokens - was.tokens, dollars: is.dollars - was.dollars });
      },
      release() {
        for (const { tokens, dollars } of reserved) {
          all.tokens -= tokens;
          all.dollars -= dollars;
        }
        reserved = [];
      },
    };
  }

  return { all, openReservation };
}

function toAmount({ input, output, cost }: CallEstimate): Amount {
  return { tokens: input + output, dollars: cost ?? 0 };
}

function readCharged(spending: MeetingState["spending"]): Amount {
  return { tokens: spending.chargedTokens, dollars: spending.chargedDollars };
}

function findMost(amounts: readonly Amount[], limit: keyof Amount): number {
  return Math.max(0, ...amounts.map((amount) => amount[limit]));
}

export function sumAmounts(amounts: readonly Amount[]): Amount {
  const sum = { tokens: 0, dollars: 0 };
  for (const { tokens, dollars } of amounts) {
    sum.tokens += tokens;
    sum.dollars += dollars;
  }
  return sum;
}

/** A reply may well be so many times as long as usual. */
const LONGER = 1.5;

/** Tokens of a reply with its form, without thinking. */
const USUAL_REPLY = 300;

function guessThinkingTokens({ capabilities }: Model): number {
  return capabilities.reasoningEffort ? 400 : 0;
}

function mapAmount(getUnit: (unit: keyof Amount) => number): Amount {
  return { tokens: getUnit("tokens"), dollars: getUnit("dollars") };
}

/** Money that several meetings spend from. Checked before every call. */
export interface SharedBudget {
  /** Whether it can be empty, so that every price must be known. */
  isLimited: boolean;
  /** Sets dollars aside, or says why none are left. Must count before it awaits: branches reserve at the same time. */
  reserve(dollars: number): Promise<Reserved | { refused: string }>;
}

export interface Reserved {
  settle(dollars: number): Promise<void>;
}

export function readCharge(event: Draft<"call.answered" | "call.failed">): number {
  return computeSpending(event).chargedDollars;
}

export function sumCharges(recorded: readonly MeetingEvent[]): number {
  let dollars = 0;
  for (const event of dropEventsBeforeFork(recorded))
    if (event.type === "call.answered" || event.type === "call.failed")
      dollars += readCharge(event);
  return dollars;
}

export const LIMIT_OF_PLAN =
  "Take the limit in dollars away (--max-dollars, limits.dollars, budget.meeting), and limit messages: --max-messages N.";

/** A limit in dollars needs every price; what runs inside this process costs nothing. */
export function requirePrices(
  { dollars }: Limits,
  models: ReadonlyMap<string, Pick<Model, "spec" | "deterministic">>,
  prices: Readonly<Record<string, Price>> | undefined,
  isSharedLimited = false,
): void {
  if (dollars === undefined && !isSharedLimited) return;
  const unknown = new Map<string, string[]>();
  for (const [seat, { spec, deterministic }] of models) {
    if (deterministic || findPrice(spec, prices) !== null) continue;
    unknown.set(spec, [...(unknown.get(spec) ?? []), seat]);
  }
  if (unknown.size === 0) return;
  throw new BoardroomError(
    "unknown-price",
    [...unknown].map(([spec, seats]) => ({
      spec,
      message: isProgram(spec)
        ? `A limit in dollars cannot be kept: ${spec} (${seats.join(", ")}) is ${words.table.byPlan}.`
        : `A limit in dollars cannot be kept: the price of ${spec} (${seats.join(", ")}) is unknown.`,
      remedy: isProgram(spec)
        ? LIMIT_OF_PLAN
        : `Give its price in boardroom.yaml (prices: ${JSON.stringify(spec)}: {input: ..., output: ...}), or limit tokens instead.`,
    })),
  );
}

export function requireRoom(state: MeetingState, least: Amount): void {
  for (const limit of ["tokens", "dollars"] as const) {
    const of = state.scenario.limits[limit];
    if (of === undefined || of >= least[limit]) continue;
    const amount =
      limit === "dollars" ? `$${formatCents(least.dollars)}` : `${least.tokens} tokens`;
    throw new BoardroomError("usage", {
      message: `The limit of ${of} ${limit} is too small: one turn and the votes may take ${amount}.`,
      remedy: `Raise it to ${amount} or more; \`boardroom check\` shows what the whole meeting can take.`,
    });
  }
}

export function formatCents(dollars: number): string {
  return (Math.ceil(dollars * 100) / 100).toFixed(2);
}
