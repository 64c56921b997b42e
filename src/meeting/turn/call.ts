import { isOutage, isWaitedOut } from "../../models/calls/outage.ts";
import { nextWait, type SpentTime } from "../../models/calls/retry.ts";
import { RECORDED } from "../../models/doubles/recorded.ts";
import type { FailureKind, ModelFailure, ModelRequest, StopReason } from "../../models/port/model.ts";
import { requestHash } from "../../models/port/request-hash.ts";
import { chanceOf, drawFrom } from "../../routing/draw.ts";
import { createScanner } from "../../scaffold/scan.ts";
import type { Draft } from "../../transcript/events.ts";
import { MeetingStop } from "../contract/stop.ts";
import type { LimitUse } from "../money/limits.ts";
import { chargeOf, type Reserved } from "../money/shared-budget.ts";
import { aborted, type Passed, passThrough, recordShort, setAside } from "./gate.ts";
import { countDollars, requireLeave, takeFromPurse } from "./pay.ts";
import type { Scope } from "./runtime.ts";
import { isSilenced } from "./silenced.ts";

/** Why a call is made: the first of a turn, to mend a reply, or to go on with one that was cut off. */
export type Purpose = "turn" | "repair" | "continuation";

export type Asked = {
  readonly speaker: string;
  readonly purpose: Purpose;
  readonly request: Omit<ModelRequest, "chance">;
  /** Part of the closing ballot, for which a reserve is kept. */
  readonly isClosing: boolean;
  /** Others will read the reply. */
  readonly isShown: boolean;
  readonly isBallot: boolean;
  /** A failure that no waiting mends is the speaker's alone. */
  readonly mayFail: boolean;
};

export type Answer = { readonly text: string; readonly stop: StopReason };
export type CallResult =
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "failure"; readonly failure: ModelFailure }
  /** Not made: a limit has no room for it. */
  | { readonly type: "refused"; readonly short: LimitUse };

type CallEvent = Draft<"call.answered" | "call.failed">;

/** Failures that no waiting mends: they suspend the meeting instead of filling it with absences. */
const SUSPENDING: readonly FailureKind[] = ["auth", "quota", "unknown-model", "unusable"];

/** Makes the calls of one turn, numbered `17.1`, `17.2` ... Finished calls in the record are not made again. */
export type Caller = (asked: Asked) => Promise<CallResult>;

export function createCaller(scope: Scope): Caller {
  let calls = 0;
  return async (asked) => {
    let before: SpentTime = NOTHING_SPENT;
    for (let attempt = 1; ; attempt++) {
      const path = `${scope.path}.${++calls}`;
      const recorded = scope.finished.shift();
      const event = recorded ?? (await callOnce(scope, asked, { path, attempt, before }));
      if ("limit" in event) return { type: "refused", short: event };
      if (event.type === "call.answered")
        return { type: "answer", answer: { text: event.text, stop: event.stop } };
      if (recorded && event.retryInMs === null && isTriedAgain(scope, asked, event)) {
        attempt = 0;
        before = NOTHING_SPENT;
        continue;
      }
      if (event.retryInMs === null) return { type: "failure", failure: failureOf(event) };
      before = spentAfter(before, event, event.retryInMs);
      if (scope.finished.length === 0) await waitToRetry(scope, asked, event, event.retryInMs);
    }
  };
}

/** A recorded failure that suspended the meeting, or was about to: whoever resumes it has mended the cause, or finds out. */
function isTriedAgain(scope: Scope, { speaker, mayFail }: Asked, event: Draft<"call.failed">): boolean {
  const { path, kind } = event;
  if (scope.room.models.get(speaker)?.provider === RECORDED && scope.finished.length === 0) return false;
  if (scope.givenUp.has(path) || isOutage(failureOf(event))) return true;
  return !mayFail && SUSPENDING.includes(kind as FailureKind);
}

type Attempt = { readonly path: string; readonly attempt: number; readonly before: SpentTime };

const NOTHING_SPENT: SpentTime = { waitedMs: 0, spentMs: 0 };

function spentAfter({ waitedMs, spentMs }: SpentTime, event: { readonly latencyMs: number }, wait: number) {
  return { waitedMs: waitedMs + wait, spentMs: spentMs + event.latencyMs + wait };
}

/** One call, on record when this resolves; or the limit that has no room for it. */
async function callOnce(scope: Scope, asked: Asked, attempt: Attempt): Promise<CallEvent | LimitUse> {
  const { room, path: effect, write } = scope;
  const { speaker, isClosing, isShown, isBallot } = asked;
  const model = room.models.get(speaker)!;
  const asking: ModelRequest = { ...asked.request, chance: chanceOf(room.seed, attempt.path, "reply") };
  const planned = room.budget.estimate(speaker, asking);
  const held = planned && setAside(scope, { speaker, estimate: planned, isClosing, isShown, isBallot });
  if (held && "short" in held) {
    recordShort(scope, held.short);
    return held.short;
  }
  const estimate = held?.estimate;
  const request = estimate ? { ...asking, maxOutputTokens: estimate.output } : asking;
  const most = estimate?.cost ?? 0;
  let purse: Reserved | null = null;
  countDollars(scope, most);
  try {
    await requireLeave(scope, most);
    purse = await takeFromPurse(scope, speaker, most);
  } catch (stop) {
    countDollars(scope, -most);
    held?.release();
    throw stop;
  }
  let charge = most;
  room.live({ type: "thinking", path: effect, speaker, private: isPrivate(asked) });
  const onText = showText(room, effect, asked);
  try {
    const passed = await passThrough(scope, model, request, (onBegin) =>
      model.generate(request, { signal: room.signal, onText, onBegin }),
    );
    const event = eventOf(scope, asked, attempt, { ...passed, request, estimate });
    write(event);
    charge = chargeOf(event);
    if (room.signal.aborted) throw aborted("stopped after a call");
    return event;
  } finally {
    countDollars(scope, charge - most);
    held?.release();
    await purse?.settle(charge);
  }
}

type Made = Passed & { readonly request: ModelRequest; readonly estimate: CallEvent["estimate"] };

function eventOf({ room, fold }: Scope, { speaker, purpose }: Asked, attempt: Attempt, made: Made): CallEvent {
  const { reply, request, heldMs, latencyMs, estimate } = made;
  const model = room.models.get(speaker)!;
  const { path } = attempt;
  const base = { path, at: fold.state.now, speaker, purpose, asked: model.spec, request: requestHash(request) };
  const facts = {
    latencyMs,
    ...(heldMs > 0 && { heldMs }),
    ...(reply.requestId && { requestId: reply.requestId }),
    ...(estimate && { estimate }),
  };
  const { usage } = reply;
  if (reply.type === "answer") {
    const { text, stop, model: by } = reply;
    const cost = room.cost(model, reply.usage);
    room.outages.answered({ provider: model.provider, speaker });
    return { type: "call.answered", ...base, answered: by, text, stop, usage: reply.usage, cost, ...facts };
  }
  const draw = drawFrom(room.seed, path, "retry");
  const at = { provider: model.provider, speaker };
  const outMs = isOutage(reply) ? room.outages.failed(at, room.clock()) : 0;
  return {
    type: "call.failed",
    ...base,
    kind: reply.kind,
    message: reply.message,
    partial: reply.partialText,
    retryInMs: nextWait(reply, attempt.attempt, room.retry(model.provider), draw, {
      ...spentAfter(attempt.before, { latencyMs }, 0),
      outMs,
    }),
    ...(usage && { usage, cost: room.cost(model, usage) }),
    ...facts,
  };
}

/**
 * Suspends the meeting where a failure is of the kind that waiting does not mend, or where a provider has been out for
 * longer than it is waited for and too few are left to go on without it. Who stood here before is left out instead.
 */
export function refuseToGoOn(scope: Scope, speaker: string, failure: ModelFailure, mayFail: boolean): void {
  const { room, path, givenUp } = scope;
  const { kind, message } = failure;
  const { provider } = room.models.get(speaker)!;
  const isOut = isWaitedOut(failure) && givenUp.size === 0 && isSilenced(scope, provider);
  if (!isOut && (mayFail || !SUSPENDING.includes(kind))) return;
  const reason = isOut ? `${provider} does not answer: ${message}` : message;
  throw new MeetingStop({ kind: "suspended", reason, path, cause: kind, speaker });
}

async function waitToRetry({ room, path }: Scope, { speaker }: Asked, event: Draft<"call.failed">, ms: number) {
  const { provider } = room.models.get(speaker)!;
  const failure = failureOf(event);
  const ofMs = room.retry(provider).totalWaitMs;
  const out = isOutage(failure) && { provider, ms: room.outages.lasts(provider, room.clock()), ofMs };
  room.live({ type: "discarded", path, speaker, why: event.message });
  room.live({
    type: "waiting",
    path,
    speaker,
    ms,
    why: `${event.kind}: ${event.message}`,
    ...(out && { out }),
  });
  await room.sleep(ms, wakesAt(room, provider, failure));
  if (room.signal.aborted) throw aborted("stopped while waiting to retry");
}

/** A wait ends early when the meeting is stopped, or when the provider answers somebody else again; not one that it asked for. */
function wakesAt({ signal, outages }: Scope["room"], provider: string, failure: ModelFailure): AbortSignal {
  const isTold = failure.kind === "rate-limited" || !isOutage(failure);
  return isTold ? signal : AbortSignal.any([signal, outages.over(provider)]);
}

/** Only the words meant for the room are shown while they stream: no tags, no private replies. */
function showText({ live, isWatched }: Scope["room"], path: string, asked: Asked) {
  const { speaker, purpose } = asked;
  if (!isWatched() || isPrivate(asked) || purpose !== "turn") return undefined;
  const scanner = createScanner();
  return (piece: string) => {
    const delta = scanner.push(piece);
    if (delta !== "") live({ type: "text", path, speaker, delta });
  };
}

/** A ballot, an answer for the record, or one that is not prose. */
function isPrivate({ isShown, request }: Asked): boolean {
  return !isShown || request.json !== undefined;
}

function failureOf({ kind, message, partial }: Draft<"call.failed">): ModelFailure {
  return { type: "failure", kind: kind as FailureKind, message, retryable: false, partialText: partial };
}
