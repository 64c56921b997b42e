// When a failed call is tried again and after which wait, for one call and for an outage of a whole
// provider.

import type { FailureKind, ModelFailure } from "../contract/model.ts";

/** How often and how long a failed call is tried again. Times in milliseconds. */
export type RetryPolicy = {
  /** Calls in all, the first included. */
  attempts: number;
  /** Calls in all while the provider does not answer. */
  outageAttempts: number;
  /** First wait; it doubles with each attempt up to `longestStepMs`. */
  firstStepMs: number;
  longestStepMs: number;
  /** The longest single wait, even if the provider asks for more. */
  maxWaitMs: number;
  /** Longest wait for a provider that does not answer, shared by all callers; and all waits of one call. */
  totalWaitMs: number;
  totalMs: number;
};

export type SpentTime = {
  waitedMs: number;
  spentMs: number;
  outMs?: number;
};

/** A stated number of attempts also applies to outages. */
export function createRetryPolicy(given: Partial<RetryPolicy> = {}): RetryPolicy {
  return {
    attempts: given.attempts ?? 4,
    outageAttempts: given.outageAttempts ?? given.attempts ?? 60,
    firstStepMs: given.firstStepMs ?? 500,
    longestStepMs: given.longestStepMs ?? 15_000,
    maxWaitMs: given.maxWaitMs ?? 60_000,
    totalWaitMs: given.totalWaitMs ?? 600_000,
    totalMs: given.totalMs ?? 900_000,
  };
}

/** Milliseconds, or null to give up. `attempt` counts calls from 1; `chance` in [0, 1) shortens our own waits. */
export function chooseWait(
  failure: ModelFailure,
  attempt: number,
  policy: RetryPolicy,
  chance: number,
  before: SpentTime = { waitedMs: 0, spentMs: 0 },
): number | null {
  const wait = computeWait(failure, attempt, policy, chance);
  const isPatient = isWaitedOut(failure) && (before.outMs ?? 0) + wait <= policy.totalWaitMs;
  const attempts = isPatient ? policy.outageAttempts : countAttempts(failure, policy);
  if (!failure.retryable || attempt >= attempts) return null;
  const isOver =
    before.waitedMs + wait > policy.totalWaitMs || before.spentMs + wait > policy.totalMs;
  return isOver ? null : wait;
}

/** A model that said nothing twice will say nothing again; one that fell over twice will not stand up. */
function countAttempts({ kind }: ModelFailure, { attempts }: RetryPolicy): number {
  return kind === "empty" || kind === "unusable" ? Math.min(2, attempts) : attempts;
}

function computeWait(
  { retryAfterMs }: ModelFailure,
  attempt: number,
  policy: RetryPolicy,
  chance: number,
): number {
  if (retryAfterMs !== undefined)
    return Math.min(Math.max(0, Math.round(retryAfterMs)), policy.maxWaitMs);
  let step = policy.firstStepMs;
  for (let doubled = 1; doubled < attempt && step < policy.longestStepMs; doubled++) step *= 2;
  return Math.round(Math.min(step, policy.longestStepMs, policy.maxWaitMs) * (1 - chance / 4));
}

const OUTAGES: ReadonlySet<FailureKind> = new Set([
  "overloaded",
  "dropped",
  "rate-limited",
  "timeout",
]);

type Failed = Pick<ModelFailure, "kind" | "partialText">;

/** A provider that broke off in mid-reply was there. */
export function isOutage({ kind, partialText }: Failed): boolean {
  return OUTAGES.has(kind) && partialText === "";
}

/** A timeout takes long to learn of, so such calls are tried a few times only. */
export function isWaitedOut(failure: Failed): boolean {
  return isOutage(failure) && failure.kind !== "timeout";
}

export type Outages = {
  /** Milliseconds since this provider last answered a call, or since it last answered this speaker. */
  failed(at: CallerAt, now: number): number;
  answered(at: CallerAt): void;
  lasts(provider: string, now: number): number;
  over(provider: string): AbortSignal;
};

type CallerAt = { provider: string; speaker: string };

export function createOutages(): Outages {
  const since = new Map<string, number>();
  const waiting = new Map<string, AbortController>();
  const listKeys = ({ provider, speaker }: CallerAt) => [
    `provider ${provider}`,
    `speaker ${speaker}`,
  ];
  return {
    failed(at, now) {
      const keys = listKeys(at);
      for (const key of keys) if (!since.has(key)) since.set(key, now);
      return Math.max(...keys.map((key) => now - (since.get(key) ?? now)));
    },
    answered(at) {
      for (const key of listKeys(at)) since.delete(key);
      waiting.get(at.provider)?.abort();
      waiting.delete(at.provider);
    },
    lasts: (provider, now) => now - (since.get(`provider ${provider}`) ?? now),
    over(provider) {
      const known = waiting.get(provider) ?? new AbortController();
      waiting.set(provider, known);
      return known.signal;
    },
  };
}
