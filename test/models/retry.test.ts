import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure } from "../../src/models/failure.ts";
import { DEFAULT_RETRY, nextWait } from "../../src/models/retry.ts";

const busy = failure("overloaded", "busy");

describe("nextWait", () => {
  it("doubles from half a second and gives up after four calls", () => {
    expect([1, 2, 3, 4].map((attempt) => nextWait(busy, attempt, DEFAULT_RETRY, 0))).toEqual([
      500,
      1000,
      2000,
      null,
    ]);
  });

  it("never waits longer than eight seconds of its own accord", () => {
    const patient = { ...DEFAULT_RETRY, attempts: 1_000_000, totalWaitMs: 1e9 };
    expect(nextWait(busy, 900_000, patient, 0)).toBe(8_000);
  });

  it("shortens a wait by at most a quarter, in whole milliseconds", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
        const wait = nextWait(busy, 2, DEFAULT_RETRY, chance)!;
        expect(wait).toBeGreaterThanOrEqual(750);
        expect(wait).toBeLessThanOrEqual(1_000);
        expect(Number.isInteger(wait)).toBe(true);
      }),
    );
  });

  it("waits as the provider asks, up to a minute", () => {
    const asks = (retryAfterMs: number) => failure("rate-limited", "slow down", { retryAfterMs });
    expect(nextWait(asks(2_500), 1, DEFAULT_RETRY, 0.9)).toBe(2_500);
    expect(nextWait(asks(0), 1, DEFAULT_RETRY, 0.9)).toBe(0);
    expect(nextWait(asks(3_600_000), 1, DEFAULT_RETRY, 0.9)).toBe(60_000);
  });

  it("gives up when all waits together would be too long", () => {
    const asks = failure("rate-limited", "slow down", { retryAfterMs: 60_000 });
    expect(nextWait(asks, 3, DEFAULT_RETRY, 0, { waitedMs: 120_000, spentMs: 120_000 })).toBe(60_000);
    expect(nextWait(asks, 3, DEFAULT_RETRY, 0, { waitedMs: 120_001, spentMs: 120_001 })).toBeNull();
  });

  it("gives up when attempts and waits together would be too long", () => {
    const at = (spentMs: number) => nextWait(busy, 1, DEFAULT_RETRY, 0, { waitedMs: 0, spentMs });
    expect(at(899_500)).toBe(500);
    expect(at(899_501)).toBeNull();
  });

  it("tries an empty reply once more only", () => {
    const empty = failure("empty", "nothing");
    expect([1, 2].map((attempt) => nextWait(empty, attempt, DEFAULT_RETRY, 0))).toEqual([500, null]);
  });

  it("never repeats what cannot be mended", () => {
    for (const kind of [
      "auth",
      "quota",
      "unknown-model",
      "refused",
      "context-too-long",
      "cancelled",
    ] as const) {
      expect(nextWait(failure(kind, "no"), 1, DEFAULT_RETRY, 0)).toBeNull();
    }
  });
});
