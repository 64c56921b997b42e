// Reads one reply as it streams: watches its time and repetition, hides secrets, and ends as an
// answer or a failure.

import { createCancelled, createFailure, type FailureFacts } from "../contract/failure.ts";
import type { Mask } from "../contract/mask.ts";
import type {
  FailureKind,
  GenerateOptions,
  ModelReply,
  StopReason,
  Usage,
} from "../contract/model.ts";
import { openWatch, type SettledCallLimits, type Watch } from "./call-watchdog.ts";
import type { Lack } from "./error-words.ts";
import { findRepeatedStart, type ServerEvent } from "./server-events.ts";

/** UTF-16 units. */
const LONGEST_TEXT = 256 * 1024;

/** UTF-16 units between two looks for repetition. */
const LOOK_EVERY = 250;

export type StreamEnding =
  | { type: "stop"; stop: StopReason }
  | { type: "failure"; kind: FailureKind; message: string };

export type HeardReply = {
  text: string;
  model: string;
  ending: StreamEnding | null;
  usage: Usage | null;
  requestId: string | undefined;
};

export type CallFault = {
  kind: FailureKind;
  message: string;
  facts: FailureFacts;
  lacks?: Lack | undefined;
};

export type TakeEvent = (event: ServerEvent, heard: HeardReply) => string;

type Streamed = {
  pieces: AsyncIterable<readonly ServerEvent[]>;
  take: TakeEvent;
};

type StreamCall = {
  call: GenerateOptions;
  limits: SettledCallLimits;
  /** Path of the provider's settings in boardroom.yaml, such as `providers.openai`. */
  settings: string;
  mask: Mask;
  asked: string;
  open: (signal: AbortSignal, heard: HeardReply) => Promise<Streamed>;
  toFault: (error: unknown) => CallFault;
};

/** Always resolves: any fault is a failure. */
export async function streamCall(call: StreamCall): Promise<ModelReply> {
  return admitReply(await consume(call), call);
}

/** What a server sends as text is untrusted: it becomes text without broken characters and without the key. */
function admitReply(reply: ModelReply, { mask, asked }: StreamCall): ModelReply {
  const read = (text: string) => mask.hide(text.toWellFormed());
  const requestId = reply.requestId && mask.hideAllKeys(reply.requestId);
  if (reply.type === "failure") {
    const message = mask.hideAllKeys(reply.message.toWellFormed());
    return { ...reply, message, partialText: read(reply.partialText), requestId };
  }
  const model: unknown = reply.model;
  const isNamed = typeof model === "string" && model.trim() !== "";
  const name = isNamed ? mask.hideAllKeys(model.toWellFormed().slice(0, LONGEST_NAME)) : asked;
  return { ...reply, text: read(reply.text), model: name, requestId };
}

/** UTF-16 units of a model's name. */
const LONGEST_NAME = 200;

async function consume(call: StreamCall): Promise<ModelReply> {
  if (call.call.signal.aborted) return createCancelled();
  const heard: HeardReply = {
    text: "",
    model: call.asked,
    ending: null,
    usage: null,
    requestId: undefined,
  };
  const watch = openWatch(call.call.signal, call.limits);
  try {
    await listen(call, heard, watch);
    return createReply(heard, watch, call);
  } catch (error) {
    if (watch.stopped() !== null) return createReply(heard, watch, call);
    // Bytes came, so the call may have to be paid.
    if (error instanceof SyntaxError) call.call.onBegin?.();
    const { kind, message, facts } = call.toFault(error);
    const { text: partialText, usage, requestId } = heard;
    const known = {
      requestId: facts.requestId ?? requestId,
      usage: usage ?? undefined,
      partialText,
    };
    return createFailure(kind, message, { ...facts, ...known });
  } finally {
    watch.close();
  }
}

async function listen(call: StreamCall, heard: HeardReply, watch: Watch): Promise<void> {
  const { pieces, take } = await call.open(watch.signal, heard);
  const live = call.mask.hideLive(call.call.onText ?? (() => {}));
  let looked = 0;
  let begin = call.call.onBegin;
  for await (const events of pieces) {
    let sent = 0;
    for (const event of events) {
      const delta = readDelta(event, heard, take);
      begin?.();
      begin = undefined;
      if (delta === "") continue;
      sent += 1;
      heard.text += delta;
      live.push(delta);
      if (heard.text.length > LONGEST_TEXT) return watch.stop("full");
      if (heard.text.length - looked < LOOK_EVERY) continue;
      looked = heard.text.length;
      if (findRepeatedStart(heard.text) !== null) return watch.stop("repeats");
    }
    // A comment shows that the server works on the reply; within the text it would hide a stall.
    if (events.length > 0 || heard.text === "") watch.heard(sent > 0);
  }
  live.end();
}

/** A reader that fails on the JSON of an event has met an unknown form: the reply is malformed. */
function readDelta(event: ServerEvent, heard: HeardReply, take: TakeEvent): string {
  try {
    const delta: unknown = take(event, heard) ?? "";
    if (typeof delta === "string") return delta;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new SyntaxError("The server sent JSON that this provider does not send.");
}

function createReply(
  heard: HeardReply,
  watch: Watch,
  { limits, settings }: StreamCall,
): ModelReply {
  const { text, ending, requestId, usage } = heard;
  const facts = { partialText: text, requestId, usage: usage ?? undefined };
  switch (watch.stopped()) {
    case "cancelled":
      return createCancelled(text);
    case "idle":
      return createFailure("timeout", describeSilence(text === "", limits, settings), facts);
    case "total":
      return createFailure(
        "timeout",
        `The call took longer than ${formatSeconds(limits.totalMs)}; ${nameSetting(settings, "totalSeconds")}.`,
        facts,
      );
    case "full":
      return createAnswer(heard, text.slice(0, LONGEST_TEXT), "length");
    case "repeats":
      return createAnswer(heard, text.slice(0, findRepeatedStart(text) ?? text.length), "repeat");
    case null:
  }
  if (ending?.type === "failure") return createFailure(ending.kind, ending.message, facts);
  if (text.trim() !== "") return createAnswer(heard, text, ending?.stop ?? "length");
  if (ending === null) {
    return createFailure(
      "dropped",
      "The stream ended before any text and without a stop reason.",
      facts,
    );
  }
  const stop = ending.stop === "length" ? "length" : undefined;
  return createFailure("empty", describeEmpty(ending.stop), { ...facts, stop });
}

function describeSilence(
  isFirst: boolean,
  { firstMs, idleMs }: SettledCallLimits,
  settings: string,
): string {
  return isFirst
    ? `No first word came for ${formatSeconds(firstMs)}; ${nameSetting(settings, "firstSeconds")}.`
    : `Nothing more came for ${formatSeconds(idleMs)}; ${nameSetting(settings, "idleSeconds")}.`;
}

function formatSeconds(ms: number): string {
  return `${ms / 1_000} s`;
}

function nameSetting(settings: string, name: string): string {
  return `${settings}.${name} in boardroom.yaml sets how long is waited`;
}

function describeEmpty(stop: StopReason): string {
  return stop === "length"
    ? "The model used its whole output limit without writing any text."
    : "The model answered without any text.";
}

function createAnswer(
  { usage, model, requestId }: HeardReply,
  text: string,
  stop: StopReason,
): ModelReply {
  return { type: "answer", text, stop, usage, model, requestId };
}
