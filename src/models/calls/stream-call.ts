import { cancelled, type FailureFacts, failure, replyWithoutKey } from "../port/failure.ts";
import type { FailureKind, GenerateOptions, ModelReply, StopReason, Usage } from "../port/model.ts";
import type { SettledCallLimits } from "./call-limits.ts";
import { openWatch, type Watch } from "./call-watchdog.ts";
import type { Lack } from "./error-words.ts";
import { saidOnce } from "./repetition.ts";
import type { ServerEvent } from "./server-events.ts";

/** UTF-16 units of text after which a stream is stopped. */
const LONGEST_TEXT = 256 * 1024;

/** UTF-16 units of text after which it is looked at for repetition. */
const LOOK_EVERY = 250;

/** How a provider says that it was done. */
export type StreamEnding =
  | { readonly type: "stop"; readonly stop: StopReason }
  | { readonly type: "failure"; readonly kind: FailureKind; readonly message: string };

/** What has been heard of one reply so far. */
export type HeardReply = {
  text: string;
  model: string;
  ending: StreamEnding | null;
  usage: Usage | null;
  requestId: string | undefined;
};

/** What a thrown error means. */
export type CallFault = {
  readonly kind: FailureKind;
  readonly message: string;
  readonly facts: FailureFacts;
  /** What the server turned out not to take, where the call can be made without it. */
  readonly lacks?: Lack | undefined;
};

/** Takes one event of a stream into what was heard, and returns the text it added. */
export type TakeEvent = (event: ServerEvent, heard: HeardReply) => string;

/** A response that streams: its events by the piece that came over the wire, and how one is taken. */
type Streamed = { readonly pieces: AsyncIterable<readonly ServerEvent[]>; readonly take: TakeEvent };

type StreamCall = {
  readonly call: GenerateOptions;
  readonly limits: SettledCallLimits;
  /** Whose settings change the limits. */
  readonly provider: string;
  /** Taken out of everything that comes back. */
  readonly key: string;
  /** Model id asked for, until the provider names the one that answers. */
  readonly asked: string;
  /** Sends the request. */
  readonly open: (signal: AbortSignal, heard: HeardReply) => Promise<Streamed>;
  readonly faultOf: (error: unknown) => CallFault;
};

/** Holds one streaming call from request to reply. Always resolves: whatever goes wrong is a failure. */
export async function streamCall(call: StreamCall): Promise<ModelReply> {
  return replyWithoutKey(await hold(call), call.key);
}

async function hold(call: StreamCall): Promise<ModelReply> {
  if (call.call.signal.aborted) return cancelled();
  const heard: HeardReply = { text: "", model: call.asked, ending: null, usage: null, requestId: undefined };
  const watch = openWatch(call.call.signal, call.limits);
  try {
    await listen(call, heard, watch);
    return replyOf(heard, watch, call);
  } catch (error) {
    if (watch.stopped() !== null) return replyOf(heard, watch, call);
    const { kind, message, facts } = call.faultOf(error);
    return failure(kind, message, {
      requestId: heard.requestId,
      usage: heard.usage ?? undefined,
      ...facts,
      partialText: heard.text,
    });
  } finally {
    watch.close();
  }
}

async function listen(call: StreamCall, heard: HeardReply, watch: Watch): Promise<void> {
  const { pieces, take } = await call.open(watch.signal, heard);
  const { onText } = call.call;
  let looked = 0;
  let begin = call.call.onBegin;
  for await (const events of pieces) {
    let said = 0;
    for (const event of events) {
      begin?.();
      begin = undefined;
      const delta = take(event, heard);
      if (delta === "") continue;
      said += 1;
      heard.text += delta;
      onText?.(delta);
      if (heard.text.length > LONGEST_TEXT) return watch.stop("full");
      if (heard.text.length - looked < LOOK_EVERY) continue;
      looked = heard.text.length;
      if (saidOnce(heard.text) !== null) return watch.stop("repeats");
    }
    watch.heard(said > 0);
  }
}

function replyOf(
  heard: HeardReply,
  watch: Watch,
  { limits, provider }: Pick<StreamCall, "limits" | "provider">,
): ModelReply {
  const { text, ending, requestId, usage } = heard;
  const facts = { partialText: text, requestId, usage: usage ?? undefined };
  switch (watch.stopped()) {
    case "cancelled":
      return cancelled(text);
    case "idle":
      return failure("timeout", silentMessage(text === "", limits, provider), facts);
    case "total":
      return failure(
        "timeout",
        `The call took longer than ${secondsOf(limits.totalMs)}; ${settingOf(provider, "totalSeconds")}.`,
        facts,
      );
    case "full":
      return answer(heard, text.slice(0, LONGEST_TEXT), "length");
    case "repeats":
      return answer(heard, text.slice(0, saidOnce(text) ?? text.length), "repeat");
    case null:
  }
  if (ending?.type === "failure") return failure(ending.kind, ending.message, facts);
  if (text.trim() !== "") return answer(heard, text, ending?.stop ?? "length");
  if (ending === null) {
    return failure("dropped", "The stream ended before any text and without a stop reason.", facts);
  }
  return failure("empty", emptyMessage(ending.stop), facts);
}

function silentMessage(isFirst: boolean, { firstMs, idleMs }: SettledCallLimits, provider: string): string {
  return isFirst
    ? `No first word came for ${secondsOf(firstMs)}; ${settingOf(provider, "firstSeconds")}.`
    : `Nothing more came for ${secondsOf(idleMs)}; ${settingOf(provider, "idleSeconds")}.`;
}

function secondsOf(ms: number): string {
  return `${ms / 1_000} s`;
}

function settingOf(provider: string, name: string): string {
  return `providers.${provider}.${name} in boardroom.yaml sets how long is waited`;
}

function emptyMessage(stop: StopReason): string {
  return stop === "length"
    ? "The model used its whole output limit without writing any text."
    : "The model answered without any text.";
}

function answer({ usage, model, requestId }: HeardReply, text: string, stop: StopReason): ModelReply {
  return { type: "answer", text, stop, usage, model, requestId };
}
