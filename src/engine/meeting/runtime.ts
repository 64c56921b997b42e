// What all parts of a running meeting share: state, prompts, calls, money, people and clock. open-
// meeting.ts makes one for each meeting.

import { setMaxListeners } from "node:events";
import { computeOnce, dropMissing, lookUpKey, requireEntry } from "../../lists.ts";
import { createReplyGate, type ReplyGate } from "../../models/calls/reply-gate.ts";
import {
  createOutages,
  createRetryPolicy,
  type Outages,
  type RetryPolicy,
} from "../../models/calls/retry.ts";
import {
  createThrottle,
  type Throttle,
  type ThrottleOptions,
} from "../../models/calls/throttle.ts";
import { createWarmUp, type WarmUp } from "../../models/calls/warm-up.ts";
import { addThinkingRoom } from "../../models/contract/capabilities.ts";
import type { Model, Usage } from "../../models/contract/model.ts";
import { requireModel } from "../../models/own/thrown.ts";
import { computeCost, findPrice, type Price } from "../../models/pricing/prices.ts";
import type { KnownModels } from "../../models/registry/capabilities-for.ts";
import { rememberResults } from "../../scenario/files/remember.ts";
import type { Proposer } from "../../scenario/schema/assessment.ts";
import { requireClearNames } from "../../scenario/schema/clear-names.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { type Consent, roundUpApproval } from "../money/approval.ts";
import {
  type Budget,
  createBudget,
  type Reservation,
  type SharedBudget,
  sumCharges,
} from "../money/budget.ts";
import { createPayments, type Payments } from "../money/payments.ts";
import { countLayerTokens, measureContextNeed, planMeeting, sumPlanCosts } from "../money/plan.ts";
import { type Constrain, createConstrain } from "../people/constraint.ts";
import type { Inbox } from "../people/inbox.ts";
import { findOutsider, findPerson } from "../people/person.ts";
import type { MeetingRules } from "../perspective/meeting-rules.ts";
import { createPromptNames, type Names } from "../perspective/names.ts";
import { createPrompts, type Prompt, type Prompts } from "../perspective/prompts.ts";
import { stillClocks, systemClocks } from "../protocol/clocks.ts";
import type { HumanAnswer, HumanRequest, Instruction, LiveListener } from "../protocol/floor.ts";
import type { BoundProtocol, Protocol } from "../protocol/protocol.ts";
import { type Draft, isFinishedCall, type MeetingEvent } from "../transcript/events.ts";
import type { Fold } from "../transcript/fold.ts";
import { applyForks } from "../transcript/forks.ts";
import type { Journal } from "../transcript/journal.ts";
import { findGroup } from "../transcript/path.ts";
import type { UnheardCause } from "../transcript/turn-events.ts";
import { createRecording, type Recorded, type Recording } from "./recording.ts";

/** Everything that the parts of one running meeting share. */
export type Runtime = {
  seed: string;
  /** Forks included: simulated members are drawn from it. */
  openedWith: string;

  models: ReadonlyMap<string, Model>;
  /** The model of a seat, or of its fallback. */
  getModel: (key: string) => Model;
  names: Names;
  constrain: Constrain;
  prompts: Prompts;
  standsAs: MeetingRules["standsAs"];
  visibleTokens: number;
  thinkingTokens: number | undefined;
  /** Tokens of the longest prompt. */
  window: () => number;

  recording: Recording;
  calls: readonly Draft<"call.answered" | "call.failed">[];
  append: (draft: Draft) => void;
  requireRecord: () => void;
  flush: Ports["flush"];

  cost: (model: Model, usage: Usage | null) => number | null;
  budget: Budget;
  payments: Payments;

  throttle: (provider: string) => Throttle;
  retry: (provider: string) => RetryPolicy;
  outages: Outages;
  warmUp: (model: string) => WarmUp;
  replyGate: ReplyGate;

  inbox: Inbox;
  people: AskPerson;
  live: LiveListener;
  /** Scanning a stream costs as much as parsing it. */
  isWatched: () => boolean;
  fixedOrder: NonNullable<Protocol["fixedOrder"]> | null;
  /** The meeting waits if fewer members can be heard. */
  quorum: number;
  /** Branches run one after another, so that deterministic models make the same bytes. */
  sequential: boolean;

  signal: AbortSignal;
  /** The signal, or the wish to end before the next call. */
  ending: AbortSignal;
  hold: (path: string) => Promise<void>;
  now: () => string;
  /** Milliseconds; stands still in simulated meetings, so that their bytes agree. */
  clock: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Asks a person. Null if no one is present, the deadline has passed, or the inbox has an answer. */
export type AskPerson = (
  person: string,
  request: HumanRequest,
  signal: AbortSignal,
  path: string,
  prompt?: () => Prompt,
) => Promise<HumanAnswer | null>;

/** A member that was asked and gave no reply that can be read. */
export type Unheard = {
  speaker: string;
  reason: string;
  cause: UnheardCause;
  /** The vote that it missed replaces its earlier vote. */
  losesVote?: boolean;
};

export type BranchGroup = {
  /** Endings without a readable reply, and what followed them. Written when the group ends, unless no member was heard. */
  held: Draft[];
  unheard: Unheard[];
  /** Room for one after another only: each call sees what those before it took. */
  isOneByOne: boolean;
  /** Kept until the group ends, since no branch sees what the others have spent. */
  reservation: Reservation;
  /** Recorded calls before the group: the first call of each branch is reserved. */
  callsBefore: number;
};

export type Effect = {
  runtime: Runtime;
  fold: Fold;
  path: string;
  group: BranchGroup | null;
  write: (draft: Draft) => void;
  recorded: Recorded;
};

/** The effect of one turn: who has it, and what it is asked. */
export type OpenTurn = Effect & { speaker: string; instruction: Instruction };

/** Kept small, so that little need be reserved for the closing ballot. */
const BALLOT_TOKENS = 2_000;

/** Tokens of a reply: of its words, and of the thinking before them. */
type ReplyRoom = { visibleTokens: number; thinkingTokens: number | undefined };

export function computeOutputLimit(
  { visibleTokens, thinkingTokens }: ReplyRoom,
  { capabilities }: Model,
  isBallot: boolean,
): number {
  const visible = isBallot ? Math.min(BALLOT_TOKENS, visibleTokens) : visibleTokens;
  return addThinkingRoom(visible, capabilities, thinkingTokens);
}

/** Provider of a seat whose calls are taken from a record. */
export const RECORDED = "recorded";

/** How a meeting reaches the world. Everything has a default but the models. */
export type Ports = {
  /** Asked once for each seat that has a model, before anything is spent. */
  createModel: (seat: Seat, scenario: Scenario) => Model;
  /** In memory by default. A journal with events is resumed. */
  journal?: Journal | undefined;
  inbox?: Inbox | undefined;
  /** Stops the meeting, calls under way included. */
  signal?: AbortSignal | undefined;
  /** Stops before the next call or turn. Running calls end and are recorded. */
  drain?: AbortSignal | undefined;
  /** Resolves when all that was appended is kept. Awaited at the opening, around each call, and at the end. */
  flush?: (() => Promise<void>) | undefined;
  /** Tells a meeting of models apart from every other; default random. */
  nonce?: (() => string) | undefined;
  /** Milliseconds, and how to wait; neither passes where every model is deterministic. */
  clock?: (() => number) | undefined;
  sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Resolves when the next effect may begin: how a watcher paces the meeting. */
  hold?: ((path: string) => Promise<void>) | undefined;
  /** Asks a person. Null: the meeting waits. Default: no person is present. */
  people?: AskPerson | undefined;
  /** Wall time, ISO 8601, for the deadlines of people alone. */
  now?: (() => string) | undefined;
  /** Dollars per million tokens by model, over the built-in table. */
  prices?: Readonly<Record<string, Price>> | undefined;
  providers?: KnownModels["providers"];
  retry?: Readonly<Record<string, Partial<RetryPolicy>>> | undefined;
  /** Limits by provider, or the throttle itself, which meetings of one program then share. */
  throttle?:
    | Readonly<Record<string, ThrottleOptions>>
    | ((provider: string) => Throttle)
    | undefined;
  sharedBudget?: SharedBudget | undefined;
  /** Asked before spending passes the approved amount. Default: the meeting waits. */
  consent?: Consent | undefined;
  /** Dollars in all before `consent` is asked. Default: what the estimate needs, or the meeting's limit in dollars. */
  approvedUpTo?: number | undefined;
  /** Tokens for the words of a reply, thinking not counted. Default 4,000. */
  maxOutputTokens?: number | undefined;
  /** Tokens for thinking before each reply of a model that thinks. Default 8,192. */
  maxThinkingTokens?: number | undefined;
};

export type MeetingParts = {
  ports: Ports;
  protocol: Protocol;
  bound: BoundProtocol;
  models: ReadonlyMap<string, Model>;
};

type RuntimeParts = MeetingParts & {
  fold: Fold;
  inbox: Inbox;
  live: LiveListener;
  isWatched: () => boolean;
  recorded: readonly MeetingEvent[];
  append: (draft: Draft) => void;
  requireRecord: () => void;
};

export function openRuntime({
  ports,
  protocol,
  bound,
  models,
  fold,
  inbox,
  live,
  isWatched,
  recorded,
  append,
  requireRecord,
}: RuntimeParts): Runtime {
  const { scenario, startedAt } = fold.state;
  const { limits } = scenario;
  const { seed, seats, former, hidden } = applyForks(fold.state, recorded);
  const names = createPromptNames(fold.state, [...former, ...seats]);
  const rules = bound.getRules();
  const calls: Draft<"call.answered" | "call.failed">[] = recorded.filter(isFinishedCall);
  const throttles = new Map<string, Throttle>();
  const still = chooseClocks(models);
  const { clock = still.clock, sleep = still.sleep } = ports;
  const startedClock = clock() - sumRecordedMs(recorded);
  const visibleTokens = ports.maxOutputTokens ?? 4_000;
  const room: ReplyRoom = { visibleTokens, thinkingTokens: ports.maxThinkingTokens };
  const { signal = new AbortController().signal, drain } = ports;
  const ending = drain ? AbortSignal.any([signal, drain]) : signal;
  // Every call of a large parallel group listens for the stop.
  setMaxListeners(0, signal, ending);
  const upTo = isStill(models)
    ? Number.POSITIVE_INFINITY
    : (ports.approvedUpTo ?? findFirstApproval(ports, protocol, scenario, seats, recorded));
  const price = rememberResults(10_000, (spec) => findPrice(spec, ports.prices));
  return {
    seed,
    openedWith: fold.state.seed,
    models,
    getModel: (key) => requireEntry(models, key),
    names,
    constrain: createConstrain(names),
    prompts: createPrompts(scenario, seats, names, startedAt, hidden, rules),
    cost: (model, usage) => computeCost(usage, price(model.spec)),
    budget: createBudget({
      models,
      price: ({ spec }) => price(spec),
      isLimited: limits.tokens !== undefined || limits.dollars !== undefined,
      layerTokens: computeOnce(() => countLayerTokens(scenario, seats, names, rules)),
      visibleTokens,
      outputLimit: (model, isBallot) => computeOutputLimit(room, model, isBallot),
    }),
    recording: createRecording(recorded),
    calls,
    append: (draft) => {
      if (isFinishedCall(draft)) calls.push(draft);
      append(draft);
    },
    requireRecord,
    inbox,
    fixedOrder: protocol.fixedOrder ?? null,
    quorum: bound.quorum(),
    standsAs: rules.standsAs,
    live,
    isWatched,
    signal,
    ending,
    flush: ports.flush,
    hold: ports.hold ?? (() => Promise.resolve()),
    people: ports.people ?? (() => Promise.resolve(null)),
    now: ports.now ?? systemClocks.now,
    clock: () => clock() - startedClock,
    sleep,
    throttle(provider) {
      if (typeof ports.throttle === "function") return ports.throttle(provider);
      const throttle =
        throttles.get(provider) ?? createThrottle(lookUpKey(ports.throttle ?? {}, provider));
      throttles.set(provider, throttle);
      return throttle;
    },
    outages: createOutages(),
    warmUp: rememberResults(10_000, () => createWarmUp(clock)),
    replyGate: createReplyGate(recorded.filter((event) => event.type === "call.answered")),
    retry: (provider) => createRetryPolicy(lookUpKey(ports.retry ?? {}, provider)),
    payments: createPayments({
      upTo,
      spent: sumCharges(recorded),
      consent: ports.consent ?? (() => Promise.resolve(false)),
      sharedBudget: ports.sharedBudget,
    }),
    visibleTokens,
    thinkingTokens: ports.maxThinkingTokens,
    window: computeOnce(
      () => measureContextNeed({ scenario, seats, names, rules, plan: bound.plan() }).total,
    ),
    // Several people are asked side by side: none waits for another's answer.
    sequential: isStill(models) && seats.filter((seat) => findPerson(seat) !== null).length < 2,
  };
}

/** Approved before anyone is asked: the estimate's, which the opener agreed to, or what a recorded meeting was let pass. A limit in dollars is leave too. */
function findFirstApproval(
  { prices, providers }: Ports,
  protocol: Protocol,
  scenario: Scenario,
  seats: readonly Seat[],
  recorded: readonly MeetingEvent[],
): number {
  if (scenario.limits.dollars !== undefined) return Number.POSITIVE_INFINITY;
  const estimate = sumPlanCosts(planMeeting(scenario, protocol, { prices, providers }, seats)) ?? 0;
  return roundUpApproval(Math.max(estimate, sumCharges(recorded)));
}

function sumRecordedMs(recorded: readonly MeetingEvent[]): number {
  let ms = 0;
  for (const event of recorded) {
    if (event.type !== "call.answered" && event.type !== "call.failed") continue;
    if (findGroup(event.path) !== null) continue;
    ms +=
      event.latencyMs +
      (event.heldMs ?? 0) +
      (event.type === "call.failed" ? (event.retryInMs ?? 0) : 0);
  }
  return ms;
}

/** Key of the model that answers while the provider of the seat's own does not. */
export function nameFallback(seat: string): string {
  return `${seat} (fallback)`;
}

export function createModels(
  seats: readonly Seat[],
  scenario: Scenario,
  createModel: Ports["createModel"],
): ReadonlyMap<string, Model> {
  requireClearNames(seats);
  const speaking = seats.filter((seat) => seat.model !== "template" && findPerson(seat) === null);
  const createEntry = (key: string, seat: Seat) =>
    [key, requireModel(seat.id, () => createModel(seat, scenario))] as const;
  return new Map(
    speaking.flatMap((seat) => {
      const { id, fallback: model } = seat;
      return dropMissing([
        createEntry(id, seat),
        model !== undefined && createEntry(nameFallback(id), { ...seat, model }),
      ]);
    }),
  );
}

/** The endpoint decides the form: a member writes JSON if its server enforces only that. */
export function withForms(seats: readonly Seat[], models: ReadonlyMap<string, Model>): Seat[] {
  return seats.map(({ form: _, ...seat }) => {
    const isJson = models.get(seat.id)?.capabilities.form === "json";
    return isJson ? { ...seat, form: "json" } : seat;
  });
}

function isStill(models: ReadonlyMap<string, Model>): boolean {
  return [...models.values()].every(({ deterministic }) => deterministic === true);
}

/** The model of an outside agent is unknown, so it counts as a language model. */
export function areSimulated(
  models: ReadonlyMap<string, Pick<Model, "provider">>,
  seats: readonly Seat[],
): boolean {
  const isInside = [...models.values()].every(({ provider }) => provider === "simulated");
  return isInside && seats.every((seat) => findOutsider(seat) === null);
}

/** Simulated members cost nothing, and need approval only for an agent's proposal. */
export function needsApproval(
  models: ReadonlyMap<string, Model>,
  proposer: Proposer | null,
): boolean {
  return proposer !== null || !isStill(models);
}

/** Still where every model is deterministic: such meetings have the same bytes. */
export function chooseClocks(models: ReadonlyMap<string, Model>) {
  return isStill(models) ? stillClocks : systemClocks;
}
