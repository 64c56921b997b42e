import { cancelled, type FailureFacts, failure, replyWithoutKey } from "./failure.ts";
import type { FailureKind, GenerateOptions, ModelReply, StopReason, Usage } from "./model.ts";
import { type CallLimits, openWatch, type Watch } from "./watch.ts";

/** UTF-16 units of text after which a stream is stopped. */
export const LONGEST_TEXT = 256 * 1024;

/** How long a call may take where nothing else is said, milliseconds. */
export const LONGEST_CALL_MS = 600_000;

/** How a provider says that it was done. */
export type Ending =
  | { readonly type: "stop"; readonly stop: StopReason }
  | { readonly type: "failure"; readonly kind: FailureKind; readonly message: string };

/** What has been heard of one reply so far. */
export type Heard = {
  text: string;
  model: string;
  ending: Ending | null;
  usage: Usage | null;
  requestId: string | undefined;
};

/** What a thrown error means. */
export type Fault = { readonly kind: FailureKind; readonly message: string; readonly facts: FailureFacts };

export type StreamCall<Event> = {
  readonly call: GenerateOptions;
  readonly limits: CallLimits;
  /** The model may think before its first word. */
  readonly thinks: boolean;
  /** Taken out of everything that comes back. */
  readonly key: string;
  /** Model id asked for, until the provider names the one that answers. */
  readonly asked: string;
  /** Sends the request. */
  readonly open: (signal: AbortSignal, heard: Heard) => Promise<AsyncIterable<Event>>;
  /** Takes one event of the stream into `heard`, and returns the text it added. */
  readonly take: (event: Event, heard: Heard) => string;
  readonly faultOf: (error: unknown) => Fault;
};

/** Holds one streaming call from request to reply. Always resolves: whatever goes wrong is a failure. */
export async function streamCall<Event>(call: StreamCall<Event>): Promise<ModelReply> {
  return replyWithoutKey(await hold(call), call.key);
}

async function hold<Event>(call: StreamCall<Event>): Promise<ModelReply> {
  if (call.call.signal.aborted) return cancelled();
  const heard: Heard = { text: "", model: call.asked, ending: null, usage: null, requestId: undefined };
  const watch = openWatch(call.call.signal, limitsOf(call));
  try {
    await listen(call, heard, watch);
    return replyOf(heard, watch, limitsOf(call));
  } catch (error) {
    if (watch.stopped() !== null) return replyOf(heard, watch, limitsOf(call));
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

type Limits = ReturnType<typeof limitsOf>;

function limitsOf({ limits, thinks }: Pick<StreamCall<unknown>, "limits" | "thinks">) {
  const idleMs = limits.idleMs ?? 60_000;
  const firstMs = limits.firstMs ?? (thinks ? 3 * idleMs : idleMs);
  return { idleMs, firstMs, totalMs: limits.totalMs ?? LONGEST_CALL_MS };
}

async function listen<Event>(call: StreamCall<Event>, heard: Heard, watch: Watch): Promise<void> {
  const events = await call.open(watch.signal, heard);
  for await (const event of events) {
    const delta = call.take(event, heard);
    watch.heard(delta !== "");
    if (delta === "") continue;
    heard.text += delta;
    call.call.onText?.(delta);
    if (heard.text.length > LONGEST_TEXT) {
      watch.stop("full");
      return;
    }
  }
}

function replyOf(heard: Heard, watch: Watch, limits: Limits): ModelReply {
  const { text, ending, requestId, usage } = heard;
  const facts = { partialText: text, requestId, usage: usage ?? undefined };
  switch (watch.stopped()) {
    case "cancelled":
      return cancelled(text);
    case "idle":
      return failure(
        "timeout",
        `Nothing arrived for ${text === "" ? limits.firstMs : limits.idleMs} ms.`,
        facts,
      );
    case "total":
      return failure("timeout", `The call took longer than ${limits.totalMs} ms.`, facts);
    case "full":
      return answer(heard, text.slice(0, LONGEST_TEXT), "length");
    case null:
  }
  if (ending?.type === "failure") return failure(ending.kind, ending.message, facts);
  if (text.trim() !== "") return answer(heard, text, ending?.stop ?? "length");
  if (ending === null) {
    return failure("dropped", "The stream ended before any text and without a stop reason.", facts);
  }
  return failure("empty", emptyMessage(ending.stop), facts);
}

function emptyMessage(stop: StopReason): string {
  return stop === "length"
    ? "The model used its whole output limit without writing any text."
    : "The model answered without any text.";
}

function answer({ usage, model, requestId }: Heard, text: string, stop: StopReason): ModelReply {
  return { type: "answer", text, stop, usage, model, requestId };
}
