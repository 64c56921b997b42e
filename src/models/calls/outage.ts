import type { FailureKind, ModelFailure } from "../contract/model.ts";

const OUTAGES: ReadonlySet<FailureKind> = new Set(["overloaded", "dropped", "rate-limited", "timeout"]);

type Failed = Pick<ModelFailure, "kind" | "partialText">;

/** A provider that broke off in mid-reply was there. */
export function isOutage({ kind, partialText }: Failed): boolean {
  return OUTAGES.has(kind) && partialText === "";
}

/** A timeout takes long to learn of, so such calls are tried a few times only. */
export function isWaitedOut(failure: Failed): boolean {
  return isOutage(failure) && failure.kind !== "timeout";
}

type Outages = {
  /** Milliseconds since when this provider has answered nobody, or never this speaker. */
  failed(at: CallerAt, now: number): number;
  answered(at: CallerAt): void;
  lasts(provider: string, now: number): number;
  over(provider: string): AbortSignal;
};

type CallerAt = { readonly provider: string; readonly speaker: string };

export function createOutages(): Outages {
  const since = new Map<string, number>();
  const waiting = new Map<string, AbortController>();
  const keysOf = ({ provider, speaker }: CallerAt) => [`provider ${provider}`, `speaker ${speaker}`];
  return {
    failed(at, now) {
      const keys = keysOf(at);
      for (const key of keys) if (!since.has(key)) since.set(key, now);
      return Math.max(...keys.map((key) => now - (since.get(key) ?? now)));
    },
    answered(at) {
      for (const key of keysOf(at)) since.delete(key);
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
