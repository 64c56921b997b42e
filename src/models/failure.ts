import type { FailureKind, ModelFailure } from "./model.ts";

/** Kinds that a second attempt may mend. */
const RETRYABLE: ReadonlySet<FailureKind> = new Set([
  "rate-limited",
  "overloaded",
  "timeout",
  "dropped",
  "empty",
  "malformed",
]);

const LONGEST_MESSAGE = 600;

/** What is known of a failed call beside its kind and message. */
export type FailureFacts = Partial<
  Pick<ModelFailure, "partialText" | "retryable" | "retryAfterMs" | "status" | "requestId">
>;

/** A failure as a reply; `retryable` follows from the kind unless told. */
export function failure(kind: FailureKind, message: string, facts: FailureFacts = {}): ModelFailure {
  const { retryAfterMs, status, requestId } = facts;
  return {
    type: "failure",
    kind,
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}...` : message,
    retryable: facts.retryable ?? RETRYABLE.has(kind),
    partialText: facts.partialText ?? "",
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** The reply to a call that its caller aborted. */
export function cancelled(partialText = ""): ModelFailure {
  return failure("cancelled", "The call was cancelled.", { partialText });
}

/** Takes a key, and what looks like one, out of a text: servers repeat keys in their error messages. */
export function withoutKey(text: string, key: string): string {
  const known = key === "" ? text : text.replaceAll(key, "[key]");
  return known.replace(/\b(?:sk-[\w*-]{8,}|AIza[\w-]{20,})/g, "[key]");
}
