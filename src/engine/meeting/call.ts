// One question to one model: waits, repeats, falls back to another model, counts the cost, and
// records each call. Turns and process agents ask through `createCaller`.

import type { Gated } from "../../models/calls/reply-gate.ts";
import { chooseWait, isOutage, type SpentTime } from "../../models/calls/retry.ts";
import type { WarmPlace } from "../../models/calls/warm-up.ts";
import type {
  FailureKind,
  Model,
  ModelFailure,
  ModelReply,
  ModelRequest,
  StopReason,
} from "../../models/contract/model.ts";
import { hashRequest } from "../../models/contract/request-hash.ts";
import { callOwnModel } from "../../models/own/thrown.ts";
import type { Planned } from "../money/budget.ts";
import type { LimitUse } from "../money/limits.ts";
import type { Payment } from "../money/payments.ts";
import { MeetingStop } from "../protocol/floor.ts";
import { drawFrom, hashDraw } from "../routing/select.ts";
import { createFieldReader, createScanner } from "../scaffold/scan.ts";
import { createThoughtFilter, dropThoughts } from "../scaffold/thoughts.ts";
import type { Draft } from "../transcript/events.ts";
import { isProviderDown, isSuspending, recordShort } from "./absence.ts";
import { type Effect, nameFallback, RECORDED } from "./runtime.ts";

export type CallPurpose = CallEvent["purpose"];

type CallOrder = {
  speaker: string;
  purpose: CallPurpose;
  request: Omit<ModelRequest, "chance">;
  isClosing: boolean;
  isShown: boolean;
  mayFail: boolean;
  streams: string | undefined;
};

export type AnsweredText = {
  text: string;
  stop: StopReason;
  /** Recorded before the meeting was suspended here. */
  isGivenUp: boolean;
};
export type CallResult =
  | { type: "answer"; answer: AnsweredText }
  | { type: "failure"; failure: ModelFailure }
  | { type: "refused"; short: LimitUse };

type CallEvent = Draft<"call.answered" | "call.failed">;

/** Calls are numbered `17.1`, `17.2` ... Finished calls in the record are not made again. */
export type Caller = (asked: CallOrder) => Promise<CallResult>;

/** `model`: the seat, or its fallback. */
type Order = CallOrder & { model: string };

export function createCaller(effect: Effect): Caller {
  let calls = 0;
  let isOnFallback = false;
  return async (order) => {
    const chooseModel = () => ({
      ...order,
      model: isOnFallback ? nameFallback(order.speaker) : order.speaker,
    });
    let asked: Order = chooseModel();
    let before: SpentTime = NOTHING_SPENT;
    let room = asked.request.maxOutputTokens;
    for (let attempt = 1; ; attempt++) {
      const path = `${effect.path}.${++calls}`;
      const recorded = effect.recorded.calls.shift();
      const request = { ...asked.request, maxOutputTokens: room };
      const event =
        recorded ?? (await callOnce(effect, { ...asked, request }, { path, attempt, before }));
      if ("limit" in event) return { type: "refused", short: event };
      if (event.type === "call.answered")
        return { type: "answer", answer: toAnsweredText(effect, event) };
      // A model that thought for the whole of its room gets twice as much once.
      if (event.stop === "length") room = 2 * asked.request.maxOutputTokens;
      if (event.retryInMs !== null) {
        before = addSpentTime(before, event, event.retryInMs);
        if (effect.recorded.calls.length === 0)
          await waitToRetry(effect, asked, event, event.retryInMs);
        continue;
      }
      const isReplaced = hasFallback(effect, asked) && isUnserved(event.kind as FailureKind);
      if (!isReplaced && !(recorded && isTriedAgain(effect, asked, event)))
        return { type: "failure", failure: toFailure(event) };
      isOnFallback ||= isReplaced;
      asked = chooseModel();
      attempt = 0;
      before = NOTHING_SPENT;
    }
  };
}

function toAnsweredText(
  { recorded }: Effect,
  { path, text, stop }: Draft<"call.answered">,
): AnsweredText {
  return { text: dropThoughts(text), stop, isGivenUp: recorded.givenUp.has(path) };
}

function isTriedAgain(
  effect: Effect,
  { speaker, mayFail }: CallOrder,
  event: Draft<"call.failed">,
): boolean {
  const { path, kind } = event;
  if (
    effect.runtime.models.get(speaker)?.provider === RECORDED &&
    effect.recorded.calls.length === 0
  )
    return false;
  if (effect.recorded.givenUp.has(path) || isOutage(toFailure(event))) return true;
  return isSuspending(kind, mayFail);
}

/** The provider gives this member nothing more: it is down, or refuses the key, the quota or the model. */
function isUnserved(kind: FailureKind): boolean {
  return isSuspending(kind) || isOutage({ kind, partialText: "" });
}

function hasFallback({ runtime }: Effect, { speaker, model }: Order): boolean {
  return model === speaker && runtime.models.has(nameFallback(speaker));
}

type CallAttempt = { path: string; attempt: number; before: SpentTime };

const NOTHING_SPENT: SpentTime = { waitedMs: 0, spentMs: 0 };

function addSpentTime(
  { waitedMs, spentMs }: SpentTime,
  event: { latencyMs: number },
  wait: number,
) {
  return { waitedMs: waitedMs + wait, spentMs: spentMs + event.latencyMs + wait };
}

async function callOnce(
  effect: Effect,
  asked: Order,
  attempt: CallAttempt,
): Promise<CallEvent | LimitUse> {
  const { runtime, path: turnPath, write } = effect;
  const { speaker, isClosing, isShown } = asked;
  const model = runtime.getModel(asked.model);
  const request: ModelRequest = {
    ...asked.request,
    chance: hashDraw(runtime.seed, attempt.path, "reply"),
  };
  const estimate = runtime.budget.estimate(asked.model, request);
  const reserved = estimate && setAside(effect, { speaker, estimate, isClosing, isShown });
  if (reserved && "short" in reserved) {
    recordShort(effect, reserved.short);
    return reserved.short;
  }
  const most = estimate?.cost ?? 0;
  let payment: Payment | null = null;
  let event: CallEvent | null = null;
  try {
    if (!model.deterministic) runtime.requireRecord();
    payment = await runtime.payments.reserve(most, { path: turnPath, speaker });
    if (runtime.flush) await runtime.flush();
    runtime.live({ type: "thinking", path: turnPath, speaker, private: isPrivate(asked) });
    const onText = showText(runtime, turnPath, asked);
    const passed = await passThrough(effect, model, request, (onBegin) =>
      callOwnModel(
        model,
        speaker,
        { signal: runtime.signal, passes: (error) => error instanceof MeetingStop },
        () => model.generate(request, { signal: runtime.signal, onText, onBegin }),
      ),
    );
    const gated = runtime.replyGate({ model, speaker, request, reply: passed.reply });
    const made = { ...passed, ...gated, request, estimate };
    const called = createCallEvent(effect, asked, attempt, made);
    write(called);
    event = called;
    if (runtime.flush) await runtime.flush();
    if (runtime.signal.aborted) throw createAbort("stopped after a call");
    return event;
  } finally {
    reserved?.release();
    await payment?.settle(event);
  }
}

type Made = Passed & Gated & { request: ModelRequest; estimate: CallEvent["estimate"] };

function createCallEvent(
  effect: Effect,
  asked: Order,
  attempt: CallAttempt,
  made: Made,
): CallEvent {
  const { speaker, purpose } = asked;
  const { reply, request, heldMs, latencyMs, estimate, unreported, isBegun } = made;
  const { runtime, fold } = effect;
  const model = runtime.getModel(asked.model);
  const { path } = attempt;
  const base = {
    path,
    at: fold.state.now,
    speaker,
    purpose,
    asked: model.spec,
    request: hashRequest(request),
  };
  const facts = {
    latencyMs,
    heldMs: heldMs || undefined,
    requestId: reply.requestId || undefined,
    unreported,
    estimate,
  };
  if (reply.type === "answer") {
    const { text, stop, model: by } = reply;
    const cost = runtime.cost(model, reply.usage);
    runtime.outages.answered({ provider: model.provider, speaker });
    return {
      type: "call.answered",
      ...base,
      answered: by,
      text,
      stop,
      usage: reply.usage,
      cost,
      ...facts,
    };
  }
  const isBroken = !reply.usage && (isBegun || reply.partialText !== "");
  const charged =
    estimate && isBroken
      ? runtime.budget.countStreamed(asked.model, estimate, reply.partialText)
      : estimate;
  const draw = drawFrom(runtime.seed, path, "retry");
  const at = { provider: model.provider, speaker };
  const outMs = isOutage(reply) ? runtime.outages.failed(at, runtime.clock()) : 0;
  const last = runtime.calls.findLast(
    (call) => call.type === "call.answered" && call.speaker === speaker,
  );
  // A provider for which the fallback answered before is asked once.
  const isStillOut = hasFallback(effect, asked) && last !== undefined && last.asked !== model.spec;
  const isEmptyUnderSchema =
    reply.kind === "empty" && reply.stop === undefined && request.json !== undefined;
  const attempts = isStillOut || isEmptyUnderSchema ? Number.POSITIVE_INFINITY : attempt.attempt;
  return {
    type: "call.failed",
    ...base,
    kind: reply.kind,
    message: reply.message,
    partial: reply.partialText,
    stop: reply.stop,
    begun: isBegun || undefined,
    retryInMs: chooseWait(reply, attempts, runtime.retry(model.provider), draw, {
      ...addSpentTime(attempt.before, { latencyMs }, 0),
      // Only an outage without a fallback is waited out: a call that fails alone is given up after a few attempts.
      outMs:
        isProviderDown(effect, speaker) && !hasFallback(effect, asked)
          ? outMs
          : Number.POSITIVE_INFINITY,
    }),
    usage: reply.usage ?? undefined,
    cost: reply.usage ? runtime.cost(model, reply.usage) : undefined,
    ...facts,
    estimate: charged,
  };
}

async function waitToRetry(
  { runtime, path }: Effect,
  { speaker, model }: Order,
  event: Draft<"call.failed">,
  ms: number,
) {
  const { provider } = runtime.getModel(model);
  const failure = toFailure(event);
  const ofMs = runtime.retry(provider).totalWaitMs;
  const lasting = { provider, ms: runtime.outages.lasts(provider, runtime.clock()), ofMs };
  runtime.live({ type: "discarded", path, speaker, why: event.message });
  runtime.live({
    type: "waiting",
    path,
    speaker,
    ms,
    why: `${event.kind}: ${event.message}`,
    out: isOutage(failure) ? lasting : undefined,
  });
  await runtime.sleep(ms, computeWake(runtime, provider, failure));
  if (runtime.ending.aborted) throw createAbort("stopped while waiting to retry");
}

/** Ends at a stop, or early when the provider answers another call. A wait that the provider requested ends only at a stop. */
function computeWake(
  { ending: signal, outages }: Effect["runtime"],
  provider: string,
  failure: ModelFailure,
): AbortSignal {
  const isRecorded = failure.kind === "rate-limited" || !isOutage(failure);
  return isRecorded ? signal : AbortSignal.any([signal, outages.over(provider)]);
}

function showText({ live, isWatched }: Effect["runtime"], path: string, asked: CallOrder) {
  const { speaker, purpose, streams } = asked;
  const isSecret = isPrivate(asked);
  if (!isWatched() || (isSecret && streams === undefined) || purpose !== "turn") return undefined;
  const type = isSecret ? "private-text" : "text";
  const createReader = () => (streams === undefined ? createScanner() : createFieldReader(streams));
  const filterThoughts = createThoughtFilter();
  let reader = createReader();
  return (piece: string) => {
    const { text, isRestarted } = filterThoughts(piece);
    if (isRestarted) {
      live({ type: "thinking", path, speaker, private: isSecret });
      reader = createReader();
    }
    const delta = reader.push(text);
    if (delta !== "") live({ type, path, speaker, delta });
  };
}

function isPrivate({ isShown, request }: CallOrder): boolean {
  return !isShown || request.json !== undefined;
}

function toFailure({ kind, message, partial }: Draft<"call.failed">): ModelFailure {
  return {
    type: "failure",
    kind: kind as FailureKind,
    message,
    retryable: false,
    partialText: partial,
  };
}

type Passed = {
  reply: ModelReply;
  heldMs: number;
  latencyMs: number;
  isBegun: boolean;
};

/** Or names the limit without room. A group pays for each branch's first call; what others take is kept until it ends, as branches cannot see each other. */
function setAside(effect: Effect, planned: Planned): { short: LimitUse } | { release(): void } {
  const { runtime, fold, group } = effect;
  if (!group || group.isOneByOne) {
    const short = runtime.budget.findShortLimit(fold.state, [planned]);
    if (short) return { short };
    const reservation = runtime.budget.openReservation();
    reservation.add(planned);
    return reservation;
  }
  const { spending } = fold.state;
  const isPaid = spending.calls + spending.failedCalls === group.callsBefore;
  if (isPaid) return { release() {} };
  const short = runtime.budget.findShortLimit(fold.state, [planned]);
  if (short) return { short };
  group.reservation.add(planned);
  return { release() {} };
}

/** Waits for the provider's limits and, with a prompt cache, for the first call with the same beginning. An enforced schema is a part of it. */
async function passThrough(
  { runtime }: Effect,
  model: Model,
  { shared, json, reused }: ModelRequest,
  call: (onBegin: () => void) => Promise<ModelReply>,
): Promise<Passed> {
  const asked = runtime.clock();
  let begun = asked;
  const keeps = model.capabilities.caching !== "none" && reused !== "nothing";
  const beginning = json === undefined || json.inWords ? shared : `${json.name}\n${shared}`;
  const place = keeps ? await runtime.warmUp(model.spec).enter(beginning, runtime.ending) : NOWHERE;
  let isBegun = false;
  const begin = () => {
    begun = runtime.clock();
    return call(() => {
      isBegun = true;
      place.begun();
    });
  };
  const reply = await runtime
    .throttle(model.provider)
    .run(begin, runtime.ending)
    .catch((error: unknown) => {
      if (runtime.ending.aborted) throw createAbort("stopped while a call waited for its turn");
      throw error;
    })
    .finally(place.over);
  if (reply.type === "answer") place.begun();
  if (runtime.signal.aborted && reply.type === "failure")
    throw createAbort("stopped while a call was under way");
  const latencyMs = Math.round(runtime.clock() - begun);
  return { reply, heldMs: Math.round(begun - asked), latencyMs, isBegun };
}

const NOWHERE: WarmPlace = { begun() {}, over() {} };

export function createAbort(reason: string): MeetingStop {
  return new MeetingStop({ kind: "aborted", reason });
}
