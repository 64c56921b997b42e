import type { FailureKind, ModelFailure, ModelReply, ModelRequest } from "../models/model.ts";
import { requestHash } from "../models/request-hash.ts";
import { nextWait } from "../models/retry.ts";
import { chanceOf, drawFrom } from "../routing/draw.ts";
import { createScanner } from "../scaffold/scan.ts";
import type { Draft } from "../transcript/events.ts";
import type { Scope } from "./room.ts";
import { MeetingStop } from "./stop.ts";

/** Why a call is made: the first of a turn, to mend a reply, or to go on with one that was cut off. */
export type Purpose = "turn" | "repair" | "continuation";

export type Asked = {
  readonly speaker: string;
  readonly purpose: Purpose;
  readonly request: Omit<ModelRequest, "chance">;
};

export type Answer = { readonly text: string; readonly stop: "end" | "length" };
export type CallResult =
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "failure"; readonly failure: ModelFailure };

/** Failures that no waiting mends: they suspend the meeting instead of filling it with absences. */
const SUSPENDING: readonly FailureKind[] = ["auth", "quota", "unknown-model"];

/** Makes the calls of one turn, numbered `17.1`, `17.2` ... Finished calls in the record are not made again. */
export type Caller = (asked: Asked) => Promise<CallResult>;

export function createCaller(scope: Scope): Caller {
  let calls = 0;
  return async (asked) => {
    let waitedMs = 0;
    for (let attempt = 1; ; attempt++) {
      const path = `${scope.path}.${++calls}`;
      const recorded = scope.finished.shift();
      const event = recorded ?? (await callOnce(scope, asked, { path, attempt, waitedMs }));
      if (event.type === "call.answered")
        return { type: "answer", answer: { text: event.text, stop: event.stop } };
      if (recorded && event.retryInMs === null && isTriedAgain(scope, event)) {
        attempt = 0;
        waitedMs = 0;
        continue;
      }
      if (event.retryInMs === null) return { type: "failure", failure: failureOf(event) };
      waitedMs += event.retryInMs;
      if (scope.finished.length === 0) await waitToRetry(scope, asked, event, event.retryInMs);
    }
  };
}

/** A recorded failure that suspended the meeting: whoever resumes it has mended the cause, or finds out. */
function isTriedAgain({ givenUp }: Scope, { path, kind }: Draft<"call.failed">): boolean {
  return givenUp.has(path) || SUSPENDING.includes(kind as FailureKind);
}

type Attempt = { readonly path: string; readonly attempt: number; readonly waitedMs: number };

async function callOnce(
  { room, fold, write, path: effect }: Scope,
  asked: Asked,
  { path, attempt, waitedMs }: Attempt,
) {
  const { speaker, purpose } = asked;
  const model = room.models.get(speaker)!;
  const request: ModelRequest = { ...asked.request, chance: chanceOf(room.seed, path, "reply") };
  room.live({ type: "thinking", path: effect, speaker, private: asked.request.json !== undefined });
  const started = room.clock();
  const reply = await room
    .throttle(model.provider)
    .run(
      () => model.generate(request, { signal: room.signal, onText: showText(room, effect, asked) }),
      room.signal,
    );
  if (room.signal.aborted)
    throw new MeetingStop({ kind: "aborted", reason: "stopped while a call was under way" });
  const latencyMs = Math.round(room.clock() - started);
  const at = fold.state.now;
  const common = { path, at, speaker, purpose, asked: model.spec, request: requestHash(request), latencyMs };
  const event = reply.type === "answer" ? answered(reply) : failed(reply);
  write(event);
  return event;

  function answered(answer: Extract<ModelReply, { type: "answer" }>): Draft<"call.answered"> {
    const { text, stop, usage, model: by, requestId } = answer;
    const cost = room.cost(model, usage);
    return {
      type: "call.answered",
      ...common,
      answered: by,
      text,
      stop,
      usage,
      cost,
      ...(requestId && { requestId }),
    };
  }

  function failed(failure: ModelFailure): Draft<"call.failed"> {
    const { kind, message, partialText, requestId } = failure;
    const draw = drawFrom(room.seed, path, "retry");
    const retryInMs = nextWait(failure, attempt, room.retry(model.provider), draw, waitedMs);
    return {
      type: "call.failed",
      ...common,
      kind,
      message,
      partial: partialText,
      retryInMs,
      ...(requestId && { requestId }),
    };
  }
}

/** Suspends the meeting where a failure is of the kind that waiting does not mend. */
export function refuseToGoOn({ path }: Scope, speaker: string, { kind, message }: ModelFailure): void {
  if (!SUSPENDING.includes(kind)) return;
  throw new MeetingStop({ kind: "suspended", reason: message, path, cause: kind, speaker });
}

async function waitToRetry({ room, path }: Scope, { speaker }: Asked, event: Draft<"call.failed">, ms: number) {
  room.live({ type: "discarded", path, speaker, why: event.message });
  room.live({ type: "waiting", path, speaker, ms, why: `${event.kind}: ${event.message}` });
  await room.sleep(ms, room.signal);
  if (room.signal.aborted) throw new MeetingStop({ kind: "aborted", reason: "stopped while waiting to retry" });
}

/** Only the words meant for the room are shown while they stream: no tags, no private replies. */
function showText({ live, isWatched }: Scope["room"], path: string, { speaker, purpose, request }: Asked) {
  if (!isWatched() || request.json !== undefined || purpose !== "turn") return undefined;
  const scanner = createScanner();
  return (piece: string) => {
    const delta = scanner.push(piece);
    if (delta !== "") live({ type: "text", path, speaker, delta });
  };
}

function failureOf({ kind, message, partial }: Draft<"call.failed">): ModelFailure {
  return { type: "failure", kind: kind as FailureKind, message, retryable: false, partialText: partial };
}
