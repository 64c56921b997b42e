// How a call can fail, and models' replies made by hand: failures, and text given in pieces.

import type { FailureKind, GenerateOptions, ModelFailure, ModelReply } from "./model.ts";

const RETRYABLE: ReadonlySet<FailureKind> = new Set([
  "rate-limited",
  "overloaded",
  "timeout",
  "dropped",
  "empty",
  "malformed",
  "unusable",
]);

const LONGEST_MESSAGE = 600;

export type FailureFacts = Partial<
  Pick<
    ModelFailure,
    "partialText" | "retryable" | "retryAfterMs" | "status" | "stop" | "usage" | "requestId"
  >
>;

export function createFailure(
  kind: FailureKind,
  message: string,
  facts: FailureFacts = {},
): ModelFailure {
  const { retryAfterMs, status, stop, usage, requestId } = facts;
  return {
    type: "failure",
    kind,
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}...` : message,
    retryable: facts.retryable ?? RETRYABLE.has(kind),
    partialText: facts.partialText ?? "",
    stop,
    retryAfterMs,
    status,
    usage,
    requestId,
  };
}

export function createCancelled(partialText = ""): ModelFailure {
  return createFailure("cancelled", "The call was cancelled.", { partialText });
}

const CHUNK = /[\s\S]{1,24}/gu;

/** Pieces of at most 24 characters, as a provider would; an abort cuts them off. */
export async function streamText(
  reply: ModelReply,
  { signal, onText }: GenerateOptions,
): Promise<ModelReply> {
  await undefined;
  if (signal.aborted) return createCancelled();
  const text = reply.type === "answer" ? reply.text : reply.partialText;
  if (onText === undefined) return reply;
  let streamed = "";
  for (const [piece] of text.matchAll(CHUNK)) {
    onText(piece);
    streamed += piece;
    if (signal.aborted) return createCancelled(streamed);
  }
  return reply;
}
