import { inTurn, isNonEmpty, knownOf } from "../../../lists.ts";
import type { Model, ModelRequest } from "../../../models/port/model.ts";
import { estimateInput, reservedTokens } from "../../../models/pricing/estimate.ts";
import type { Price } from "../../../models/pricing/price-table.ts";
import { dearestCost } from "../../../models/pricing/prices.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { type LimitUse, stopOf } from "./limits.ts";
import { likelyCost, usualOutput, usualThinking } from "./reply-needs.ts";
import {
  type Amount,
  amountOf,
  type CallEstimate,
  chargedTo,
  createReservations,
  type Planned,
  type Reservation,
  total,
} from "./reservations.ts";

/** Reserves what calls may take before they begin, so that a limit holds and the closing ballot can still be paid. */
export type Budget = {
  readonly isLimited: boolean;
  /** undefined where nobody counts: simulated members without a limit. */
  estimate(speaker: string, request: ModelRequest): CallEstimate | undefined;
  foresee(state: MeetingState, speaker: string, isBallot?: boolean): CallEstimate;
  /** What a stream that broke off has cost: its input, what was streamed, and the usual thinking. */
  streamed(speaker: string, estimate: CallEstimate, text: string): CallEstimate;
  /** The limit these calls would break, beside what is held and reserved; or null. */
  shortOf(state: MeetingState, calls: readonly Planned[]): LimitUse | null;
  shortest(state: MeetingState, calls: number): Amount;
  reservation(): Reservation;
};

type BudgetPorts = {
  readonly models: ReadonlyMap<string, Model>;
  readonly price: (model: Model) => Price | null;
  readonly layerTokens: () => number;
  readonly visibleTokens: number;
  /** Tokens, thinking included. */
  readonly outputLimit: (model: Model, isBallot: boolean) => number;
  readonly limits: MeetingState["scenario"]["limits"];
};

export function createBudget(ports: BudgetPorts): Budget {
  const { models, limits } = ports;
  const isLimited = [limits.tokens, limits.dollars, limits.member?.tokens].some((limit) => limit !== undefined);
  const { all, own, reservation } = createReservations([...models.keys()]);

  function priced(speaker: string, input: number, output: number): CallEstimate {
    const cost = dearestCost({ input, output }, ports.price(knownOf(models, speaker)));
    return { input, output, cost };
  }

  function likely(state: MeetingState, seat: string, { input, cost }: CallEstimate): number {
    return likelyCost(memberOf(state, seat).spending, { input, dearest: cost ?? 0 });
  }

  function ballot(state: MeetingState, seat: string, growth: number): CallEstimate {
    return priced(seat, inputOf(ports, state) + growth, ports.outputLimit(knownOf(models, seat), true));
  }

  /** The closing ballot after these calls. In dollars, the likely price or the dearest one ballot; members can be asked one by one. */
  function reserve(state: MeetingState, seats: readonly string[], calls: readonly Planned[]) {
    const shown = calls.filter(({ isShown }) => isShown);
    const growth = shown.reduce((sum, { estimate }) => sum + Math.min(estimate.output, ports.visibleTokens), 0);
    const reserved = { tokens: 0, likely: 0, most: 0 };
    for (const seat of seats) {
      const estimate = ballot(state, seat, growth);
      const usual = likely(state, seat, estimate);
      reserved.tokens += amountOf(estimate).tokens;
      reserved.likely += usual;
      reserved.most = Math.max(reserved.most, (estimate.cost ?? 0) - usual);
    }
    return reserved;
  }

  /** In dollars each call and each ballot must fit at its dearest price, but not all of them together. */
  function withReserve(state: MeetingState, voters: readonly string[], calls: readonly Planned[]): Amount {
    const needs = total(calls.map(({ estimate }) => amountOf(estimate)));
    const usual = calls.reduce((sum, { speaker, estimate }) => sum + likely(state, speaker, estimate), 0);
    const kept = reserve(state, voters, calls);
    return {
      tokens: needs.tokens + kept.tokens,
      dollars: Math.max(needs.dollars, usual + kept.most) + kept.likely,
    };
  }

  function foresee(state: MeetingState, speaker: string, isBallot = false): CallEstimate {
    return priced(speaker, inputOf(ports, state), ports.outputLimit(knownOf(models, speaker), isBallot));
  }

  function shortOf(state: MeetingState, calls: readonly Planned[]): LimitUse | null {
    if (!isLimited) return null;
    const isClosing = calls.every((call) => call.isClosing);
    const stopped = isClosing ? null : stopOf(state);
    if (stopped === "tokens" || stopped === "dollars") return used(stopped, chargedTo(state.spending), limits);
    const voters = isClosing ? [] : votersOf(state, models);
    const spent = total([chargedTo(state.spending), all, withReserve(state, voters, calls)]);
    const short = firstShort(spent, chargedTo(state.spending), limits);
    return short ?? shortMember(state, calls);
  }

  return {
    isLimited,
    estimate(speaker, request) {
      const isCounted = isLimited || knownOf(models, speaker).deterministic !== true;
      return isCounted ? priced(speaker, estimateInput(request), request.maxOutputTokens) : undefined;
    },
    foresee,
    streamed(speaker, { input, output }, text) {
      const thinking = usualThinking(knownOf(models, speaker));
      return priced(speaker, input, Math.min(output, reservedTokens(text) + thinking));
    },
    shortOf,
    shortest(state, calls) {
      const voters = votersOf(state, models);
      const seated = [...models];
      const nth = (index: number): Amount[] => {
        if (!isNonEmpty(seated)) return [];
        const [seat, model] = inTurn(seated, index);
        const output = usualOutput(model, ports.outputLimit(model, false));
        return [amountOf(priced(seat, inputOf(ports, state) + index * GROWTH, output))];
      };
      const usual = Array.from({ length: calls }, (_, index) => nth(index)).flat();
      // The last call must fit as it is asked for, and the ballot read everything that was said.
      const dearest = seated.map(([speaker]) => {
        const { input, output } = foresee(state, speaker);
        return amountOf(priced(speaker, input + calls * GROWTH, output));
      });
      const most = {
        tokens: Math.max(...dearest.map(({ tokens }) => tokens)),
        dollars: Math.max(...dearest.map(({ dollars }) => dollars)),
      };
      const ballots = voters.map((seat) => amountOf(ballot(state, seat, calls * GROWTH)));
      return total([...usual, most, ...ballots]);
    },
    reservation,
  };

  function shortMember(state: MeetingState, calls: readonly Planned[]): LimitUse | null {
    if (!limits.member) return null;
    for (const { speaker, estimate, isClosing } of calls) {
      const member = memberOf(state, speaker);
      if (member.seat.kind === "agent") continue;
      const kept = reserve(state, isClosing ? [] : [speaker], calls);
      const charged = chargedTo(member.spending);
      const reserved = { tokens: kept.tokens, dollars: 0 };
      const short = firstShort(
        total([charged, knownOf(own, speaker), amountOf(estimate), reserved]),
        charged,
        limits.member,
      );
      if (short) return { ...short, member: speaker };
    }
    return null;
  }
}

function inputOf({ layerTokens }: BudgetPorts, { entries }: MeetingState): number {
  let tokens = layerTokens() + CUE;
  for (const entry of entries) tokens += entryTokens(entry);
  return tokens;
}

const CUE = 400;

/** Tokens by which a prompt grows with each usual message, with a margin. */
const GROWTH = 300;

const counted = new WeakMap<object, number>();

/** As JSON an entry is about as long as in the scaffold. */
function entryTokens(entry: object): number {
  const known = counted.get(entry) ?? reservedTokens(JSON.stringify(entry));
  counted.set(entry, known);
  return known;
}

function votersOf(state: MeetingState, models: ReadonlyMap<string, Model>): string[] {
  const seats = state.scenario.members.map(({ id }) => id);
  return seats.filter((id) => models.has(id) && memberOf(state, id).status !== "withdrawn");
}

type Limit = { readonly tokens?: number | undefined; readonly dollars?: number | undefined };

function firstShort(needed: Amount, spent: Amount, limits: Limit): LimitUse | null {
  for (const limit of ["tokens", "dollars"] as const) {
    const use = used(limit, spent, limits);
    if (use && needed[limit] > use.of) return use;
  }
  return null;
}

function used(limit: "tokens" | "dollars", spent: Amount, limits: Limit): LimitUse | null {
  const of = limits[limit];
  return of === undefined ? null : { limit, used: spent[limit], of, stops: true };
}
