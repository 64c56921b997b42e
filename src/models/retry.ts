import type { ModelFailure } from "./model.ts";

/** How often and how long a failed call is tried again. Times in milliseconds. */
export type RetryPolicy = {
  /** Calls in all, the first included. */
  readonly attempts: number;
  /** First wait; it doubles with each attempt up to `longestStepMs`. */
  readonly firstStepMs: number;
  readonly longestStepMs: number;
  /** The longest single wait, whatever the provider wishes. */
  readonly maxWaitMs: number;
  /** All waits of one call together. */
  readonly totalWaitMs: number;
  /** All attempts and waits together, after which nothing is tried again. */
  readonly totalMs: number;
};

/** What earlier attempts have taken: all of it, and the waits alone. Milliseconds. */
export type SpentTime = { readonly waitedMs: number; readonly spentMs: number };

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 4,
  firstStepMs: 500,
  longestStepMs: 8_000,
  maxWaitMs: 60_000,
  totalWaitMs: 180_000,
  totalMs: 900_000,
};

/**
 * Milliseconds to wait before the next attempt, or null where there is none. `attempt` counts the calls made, from 1;
 * `chance` in [0, 1) shortens a wait of our own by up to a quarter; `before` is what it has taken so far.
 */
export function nextWait(
  failure: ModelFailure,
  attempt: number,
  policy: RetryPolicy,
  chance: number,
  before: SpentTime = { waitedMs: 0, spentMs: 0 },
): number | null {
  if (!failure.retryable || attempt >= attemptsFor(failure, policy)) return null;
  const wait = waitOf(failure, attempt, policy, chance);
  const isOver = before.waitedMs + wait > policy.totalWaitMs || before.spentMs + wait > policy.totalMs;
  return isOver ? null : wait;
}

/** A model that says nothing twice will say nothing again; one that fell over twice will not stand up. */
function attemptsFor({ kind }: ModelFailure, { attempts }: RetryPolicy): number {
  return kind === "empty" || kind === "unusable" ? Math.min(2, attempts) : attempts;
}

function waitOf({ retryAfterMs }: ModelFailure, attempt: number, policy: RetryPolicy, chance: number): number {
  if (retryAfterMs !== undefined) return Math.min(Math.max(0, Math.round(retryAfterMs)), policy.maxWaitMs);
  let step = policy.firstStepMs;
  for (let doubled = 1; doubled < attempt && step < policy.longestStepMs; doubled++) step *= 2;
  return Math.round(Math.min(step, policy.longestStepMs, policy.maxWaitMs) * (1 - chance / 4));
}
