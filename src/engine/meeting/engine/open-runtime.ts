import { setMaxListeners } from "node:events";
import { ownOf } from "../../../lists.ts";
import { createOutages } from "../../../models/calls/outage.ts";
import { retryPolicy } from "../../../models/calls/retry.ts";
import { createThrottle, type Throttle } from "../../../models/calls/throttle.ts";
import { createWarmUp } from "../../../models/calls/warm-up.ts";
import { createPromptCheck } from "../../../models/calls/whole-prompt.ts";
import type { Model } from "../../../models/port/model.ts";
import type { Price } from "../../../models/pricing/price-table.ts";
import { costOf, priceOf } from "../../../models/pricing/prices.ts";
import { remembering } from "../../../scenario/files/remember.ts";
import type { Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import { knownWords } from "../../perspective/known-words.ts";
import { anonymousNames, openNames } from "../../perspective/names.ts";
import { createPrompts } from "../../perspective/prompts.ts";
import { shuffled } from "../../routing/draw.ts";
import { type Draft, isFinishedCall, type MeetingEvent } from "../../transcript/events.ts";
import type { Fold } from "../../transcript/folding/fold.ts";
import { afterForks } from "../../transcript/forks.ts";
import { groupOf } from "../../transcript/path.ts";
import { systemClocks } from "../contract/clocks.ts";
import type { LiveListener } from "../contract/live.ts";
import type { BoundProtocol, Protocol } from "../contract/protocol.ts";
import { tellInRecord } from "../contract/tell-in-record.ts";
import { createBudget } from "../money/budget.ts";
import { contextNeed, layerTokens } from "../money/context-need.ts";
import { leaveFor } from "../money/leave.ts";
import { estimatedCost } from "../money/plan-meeting.ts";
import { chargedIn } from "../money/shared-budget.ts";
import type { Inbox } from "../people/inbox.ts";
import { personOn } from "../people/person.ts";
import { createRecording } from "../turn/recording.ts";
import { outputLimit, type Runtime } from "../turn/runtime.ts";
import type { Ports } from "./ports.ts";
import { clocksOf, isStill } from "./seat-models.ts";

export type MeetingParts = {
  readonly ports: Ports;
  readonly protocol: Protocol;
  readonly bound: BoundProtocol;
  readonly models: ReadonlyMap<string, Model>;
};

type RuntimeParts = MeetingParts & {
  readonly fold: Fold;
  readonly inbox: Inbox;
  readonly live: LiveListener;
  readonly isWatched: () => boolean;
  readonly recorded: readonly MeetingEvent[];
  readonly append: (draft: Draft) => void;
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
}: RuntimeParts): Runtime {
  const { scenario, startedAt } = fold.state;
  const { seed, seats, former, hidden } = afterForks(fold.state, recorded);
  const ids = scenario.members.map(({ id }) => id);
  const isAnonymous = scenario.prompt.view === "anonymous";
  const known = [...former, ...seats];
  const names = isAnonymous
    ? anonymousNames(known, shuffled(ids, fold.state.seed, "labels"), knownWords(scenario))
    : openNames(known);
  const house = bound.house();
  const calls: Draft<"call.answered" | "call.failed">[] = recorded.filter(isFinishedCall);
  const throttles = new Map<string, Throttle>();
  const still = clocksOf(models);
  const { clock = still.clock, sleep = still.sleep } = ports;
  const startedClock = clock() - recordedMs(recorded);
  const visibleTokens = ports.maxOutputTokens ?? 4_000;
  const { signal = new AbortController().signal, drain } = ports;
  const ending = drain ? AbortSignal.any([signal, drain]) : signal;
  // Every call of a large parallel group listens for the stop.
  setMaxListeners(0, signal, ending);
  const price = remembering(10_000, (spec) => priceOf(spec, ports.prices));
  return {
    seed,
    openedWith: fold.state.seed,
    models,
    names,
    prompts: createPrompts(scenario, seats, names, startedAt, hidden, house),
    cost: (model, usage) => costOf(usage, price(model.spec)),
    budget: createBudget({
      models,
      price: ({ spec }) => price(spec),
      limits: scenario.limits,
      layerTokens: once(() => layerTokens(scenario, seats, names, house)),
      visibleTokens,
      outputLimit: (model, isBallot) => outputLimit({ visibleTokens }, model, isBallot),
    }),
    recording: createRecording(recorded),
    calls,
    append: (draft) => {
      if (isFinishedCall(draft)) calls.push(draft);
      append(draft);
    },
    inbox,
    tell: tellInRecord(protocol),
    fixedOrder: protocol.fixedOrder ?? null,
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
      const throttle = throttles.get(provider) ?? createThrottle(ownOf(ports.throttle ?? {}, provider));
      throttles.set(provider, throttle);
      return throttle;
    },
    outages: createOutages(),
    warmUp: createWarmUp(clock),
    promptCheck: createPromptCheck(recorded.filter((event) => event.type === "call.answered")),
    retry: (provider) => retryPolicy(ownOf(ports.retry ?? {}, provider)),
    sharedBudget: ports.sharedBudget,
    consent: ports.consent ?? (() => Promise.resolve(false)),
    agreed: {
      upTo: isStill(models)
        ? Number.POSITIVE_INFINITY
        : leaveAtFirst(ports, protocol, scenario, seats, recorded),
      dollars: chargedIn(recorded),
      asking: null,
    },
    isBilled: [...models.values()].some(({ spec, deterministic }) => !deterministic && isPriced(price(spec))),
    visibleTokens,
    window: once(() => contextNeed({ scenario, seats, names, house, plan: bound.plan() }).total),
    // Several people are asked side by side: none waits for another's answer.
    sequential: isStill(models) && seats.filter((seat) => personOn(seat) !== null).length < 2,
  };
}

/** Leave before anybody is asked: the estimate's, which the opener agreed to, or what a recorded meeting was let pass. A limit in dollars is leave too. */
function leaveAtFirst(
  { prices, providers }: Ports,
  protocol: Protocol,
  scenario: Scenario,
  seats: readonly Seat[],
  recorded: readonly MeetingEvent[],
): number {
  if (scenario.limits.dollars !== undefined) return Number.POSITIVE_INFINITY;
  const estimate = estimatedCost(scenario, protocol, { prices, providers }, seats) ?? 0;
  return leaveFor(Math.max(estimate, chargedIn(recorded)));
}

function isPriced(price: Price | null): boolean {
  return price !== null && (price.input > 0 || price.output > 0);
}

function recordedMs(recorded: readonly MeetingEvent[]): number {
  let ms = 0;
  for (const event of recorded) {
    if (event.type !== "call.answered" && event.type !== "call.failed") continue;
    if (groupOf(event.path) !== null) continue;
    ms += event.latencyMs + (event.heldMs ?? 0) + (event.type === "call.failed" ? (event.retryInMs ?? 0) : 0);
  }
  return ms;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
