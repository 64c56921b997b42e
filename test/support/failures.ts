import type { FailureKind, ModelFailure } from "boardroom/extend";

/** Kinds that a second attempt may mend. */
const PASSING: ReadonlySet<FailureKind> = new Set([
  ...([
    "rate-limited",
    "overloaded",
    "timeout",
    "dropped",
    "empty",
    "malformed",
    "unusable",
  ] as const),
]);

/** A call that failed, as a model replies it. */
export function failure(
  kind: FailureKind,
  message: string,
  more: Partial<Omit<ModelFailure, "type" | "kind" | "message">> = {},
): ModelFailure {
  return { type: "failure", kind, message, retryable: PASSING.has(kind), partialText: "", ...more };
}
