import { estimateInput, reservedTokens } from "../models/estimate.ts";
import type { Model, ModelRequest } from "../models/model.ts";
import type { Price } from "../models/price-table.ts";
import { dearestCost } from "../models/prices.ts";
import type { MeetingState } from "../transcript/state.ts";
import { type LimitUse, stopOf } from "./limits.ts";

/** What a call may take at most: tokens of its input, its output limit with thinking, and dollars. */
export type Estimate = { readonly input: number; readonly output: number; readonly cost: number | null };

/** A call that is to begin. */
export type Planned = {
  readonly speaker: string;
  readonly estimate: Estimate;
  /** Part of the closing ballot, for which a reserve is kept. */
  readonly isClosing: boolean;
  /** Others will read the reply, so that the closing ballot's prompts grow by it. */
  readonly isShown: boolean;
};

/** What has been set aside for calls under way; `release` gives it back once they are on record. */
export type Hold = { add(planned: Planned): void; release(): void };

/** Reserves what calls may take before they begin, so that a limit holds and the closing ballot can still be paid. */
export type Budget = {
  /** Whether tokens or dollars are limited at all: without, nothing is ever short. */
  readonly isLimited: boolean;
  /** The estimate of one call; undefined where nobody counts: simulated members without a limit. */
  estimate(speaker: string, request: ModelRequest): Estimate | undefined;
  /** The same from the state alone, for a call whose request is not known yet. */
  foresee(state: MeetingState, speaker: string, isBallot?: boolean): Estimate;
  /** The limit that these calls would break beside what is held and reserved, or null. */
  shortOf(state: MeetingState, calls: readonly Planned[]): LimitUse | null;
  hold(): Hold;
};

export type BudgetPorts = {
  readonly models: ReadonlyMap<string, Model>;
  readonly price: (model: Model) => Price | null;
  /** Tokens of everything a member is sent beside the debate. */
  readonly layerTokens: () => number;
  /** Tokens the words of a reply may have. */
  readonly visibleTokens: number;
  /** Tokens, thinking included. */
  readonly outputLimit: (model: Model, isBallot: boolean) => number;
  readonly limits: MeetingState["scenario"]["limits"];
};

type Amount = { tokens: number; dollars: number };

export function createBudget(ports: BudgetPorts): Budget {
  const { models, limits } = ports;
  const isLimited = [limits, limits.member].some(
    (set) => set?.tokens !== undefined || set?.dollars !== undefined,
  );
  const all: Amount = { tokens: 0, dollars: 0 };
  const own = new Map([...models.keys()].map((seat): [string, Amount] => [seat, { tokens: 0, dollars: 0 }]));

  function priced(speaker: string, input: number, output: number): Estimate {
    const cost = dearestCost({ input, output }, ports.price(models.get(speaker)!));
    return { input, output, cost };
  }

  function ballot(state: MeetingState, seat: string, growth: number): Amount {
    const input = inputOf(ports, state) + growth;
    return amountOf(priced(seat, input, ports.outputLimit(models.get(seat)!, true)));
  }

  /** What the closing ballot of these members may take once these calls have been answered. */
  function reserve(state: MeetingState, seats: readonly string[], calls: readonly Planned[]): Amount {
    const shown = calls.filter(({ isShown }) => isShown);
    const growth = shown.reduce((sum, { estimate }) => sum + Math.min(estimate.output, ports.visibleTokens), 0);
    return total(seats.map((seat) => ballot(state, seat, growth)));
  }

  return {
    isLimited,
    estimate(speaker, request) {
      const isCounted = isLimited || models.get(speaker)!.deterministic !== true;
      return isCounted ? priced(speaker, estimateInput(request), request.maxOutputTokens) : undefined;
    },
    foresee: (state, speaker, isBallot = false) =>
      priced(speaker, inputOf(ports, state), ports.outputLimit(models.get(speaker)!, isBallot)),
    shortOf(state, calls) {
      if (!isLimited) return null;
      const isClosing = calls.every((call) => call.isClosing);
      const stopped = isClosing ? null : stopOf(state);
      if (stopped === "tokens" || stopped === "dollars")
        return used(stopped, chargedTo(state.spending), limits);
      const voters = isClosing ? [] : votersOf(state, models);
      const needs = total(calls.map(({ estimate }) => amountOf(estimate)));
      const spent = total([chargedTo(state.spending), all, needs, reserve(state, voters, calls)]);
      const short = firstShort(spent, chargedTo(state.spending), limits);
      return short ?? shortMember(state, calls);
    },
    hold() {
      let held: Planned[] = [];
      const move = ({ speaker, estimate }: Planned, sign: 1 | -1): void => {
        for (const sum of [all, own.get(speaker)!]) {
          sum.tokens += sign * (estimate.input + estimate.output);
          sum.dollars += sign * (estimate.cost ?? 0);
        }
      };
      return {
        add(planned) {
          held.push(planned);
          move(planned, 1);
        },
        release() {
          for (const planned of held) move(planned, -1);
          held = [];
        },
      };
    },
  };

  function shortMember(state: MeetingState, calls: readonly Planned[]): LimitUse | null {
    if (!limits.member) return null;
    for (const { speaker, estimate, isClosing } of calls) {
      const member = state.members.get(speaker)!;
      if (member.seat.kind === "agent") continue;
      const kept = isClosing ? [] : [reserve(state, [speaker], calls)];
      const charged = chargedTo(member.spending);
      const short = firstShort(
        total([charged, own.get(speaker)!, amountOf(estimate), ...kept]),
        charged,
        limits.member,
      );
      if (short) return { ...short, member: speaker };
    }
    return null;
  }
}

/** Tokens of the layers and of everything said so far, as any member may be sent it. */
function inputOf({ layerTokens }: BudgetPorts, { entries }: MeetingState): number {
  let tokens = layerTokens() + CUE;
  for (const entry of entries) tokens += entryTokens(entry);
  return tokens;
}

const CUE = 400;

const counted = new WeakMap<object, number>();

/** As JSON an entry is about as long as in the scaffold. */
function entryTokens(entry: object): number {
  const known = counted.get(entry) ?? reservedTokens(JSON.stringify(entry));
  counted.set(entry, known);
  return known;
}

function votersOf(state: MeetingState, models: ReadonlyMap<string, Model>): string[] {
  const seats = state.scenario.members.map(({ id }) => id);
  return seats.filter((id) => models.has(id) && state.members.get(id)!.status !== "withdrawn");
}

function amountOf({ input, output, cost }: Estimate): Amount {
  return { tokens: input + output, dollars: cost ?? 0 };
}

function chargedTo(spending: MeetingState["spending"]): Amount {
  return { tokens: spending.chargedTokens, dollars: spending.chargedDollars };
}

function total(amounts: readonly Amount[]): Amount {
  const sum = { tokens: 0, dollars: 0 };
  for (const { tokens, dollars } of amounts) {
    sum.tokens += tokens;
    sum.dollars += dollars;
  }
  return sum;
}

type Limit = { readonly tokens?: number | undefined; readonly dollars?: number | undefined };

function firstShort(needed: Amount, spent: Amount, limits: Limit): LimitUse | null {
  for (const limit of ["tokens", "dollars"] as const) {
    const of = limits[limit];
    if (of !== undefined && needed[limit] > of) return used(limit, spent, limits);
  }
  return null;
}

function used(limit: "tokens" | "dollars", spent: Amount, limits: Limit): LimitUse {
  return { limit, used: spent[limit], of: limits[limit]!, stops: true };
}
