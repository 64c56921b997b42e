import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseWait, createRetryPolicy } from "../../src/models/calls/retry.ts";
import { toRetryPolicy } from "../../src/models/registry/settings.ts";
import { failure } from "../support/failures.ts";

const DEFAULT_RETRY = createRetryPolicy();

const busy = failure("overloaded", "busy");

describe("nextWait", () => {
  it("doubles from half a second and gives up after four calls where the provider was there", () => {
    const broken = failure("malformed", "oops");
    const waits = [1, 2, 3, 4].map((attempt) => chooseWait(broken, attempt, DEFAULT_RETRY, 0));
    expect(waits).toEqual([500, 1000, 2000, null]);
    const cutOff = failure("dropped", "gone", { partialText: "half a " });
    expect(chooseWait(cutOff, 4, DEFAULT_RETRY, 0)).toBeNull();
    expect(chooseWait(failure("timeout", "silent"), 4, DEFAULT_RETRY, 0)).toBeNull();
  });

  it("goes on for ten minutes while a provider answers nobody, whoever asks", () => {
    for (const kind of ["overloaded", "dropped", "rate-limited"] as const) {
      const at = (outMs: number) =>
        chooseWait(failure(kind, "no"), 30, DEFAULT_RETRY, 0, { waitedMs: 0, spentMs: 0, outMs });
      expect(at(585_000)).toBe(15_000);
      expect(at(585_001)).toBeNull();
    }
    expect(
      chooseWait(busy, 3, DEFAULT_RETRY, 0, { waitedMs: 0, spentMs: 0, outMs: 5_000_000 }),
    ).toBe(2_000);
  });

  it("keeps the usual number of attempts for a provider with other settings", () => {
    expect(createRetryPolicy(toRetryPolicy({ idleSeconds: 5 }))).toEqual(DEFAULT_RETRY);
  });

  it("makes no more calls than somebody has said, whatever lasts", () => {
    expect(toRetryPolicy({ maxAttempts: 2, maxWaitSeconds: 1.5 })).toEqual({
      attempts: 2,
      maxWaitMs: 1_500,
    });
    const told = createRetryPolicy(toRetryPolicy({ maxAttempts: 2 }));
    expect([1, 2].map((attempt) => chooseWait(busy, attempt, told, 0))).toEqual([500, null]);
  });

  it("never waits longer than 15 seconds of its own accord", () => {
    expect(chooseWait(busy, 59, DEFAULT_RETRY, 0)).toBe(15_000);
  });

  it("makes at most sixty calls, however short the waits that are asked for", () => {
    const impatient = { ...DEFAULT_RETRY, maxWaitMs: 0 };
    expect(chooseWait(busy, 59, impatient, 0)).toBe(0);
    expect(chooseWait(busy, 60, impatient, 0)).toBeNull();
  });

  it("shortens a wait by at most a quarter, in whole milliseconds", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
        const wait = chooseWait(busy, 2, DEFAULT_RETRY, chance)!;
        expect(wait).toBeGreaterThanOrEqual(750);
        expect(wait).toBeLessThanOrEqual(1_000);
        expect(Number.isInteger(wait)).toBe(true);
      }),
    );
  });

  it("waits as the provider asks, up to a minute", () => {
    const asks = (retryAfterMs: number) => failure("rate-limited", "slow down", { retryAfterMs });
    expect(chooseWait(asks(2_500), 1, DEFAULT_RETRY, 0.9)).toBe(2_500);
    expect(chooseWait(asks(0), 1, DEFAULT_RETRY, 0.9)).toBe(0);
    expect(chooseWait(asks(3_600_000), 1, DEFAULT_RETRY, 0.9)).toBe(60_000);
  });

  it("gives up when all waits together would be too long", () => {
    const asks = failure("rate-limited", "slow down", { retryAfterMs: 60_000 });
    expect(chooseWait(asks, 3, DEFAULT_RETRY, 0, { waitedMs: 540_000, spentMs: 540_000 })).toBe(
      60_000,
    );
    expect(
      chooseWait(asks, 3, DEFAULT_RETRY, 0, { waitedMs: 540_001, spentMs: 540_001 }),
    ).toBeNull();
  });

  it("gives up when attempts and waits together would be too long", () => {
    const at = (spentMs: number) => chooseWait(busy, 1, DEFAULT_RETRY, 0, { waitedMs: 0, spentMs });
    expect(at(899_500)).toBe(500);
    expect(at(899_501)).toBeNull();
  });

  it("tries an empty reply once more only", () => {
    const empty = failure("empty", "nothing");
    expect([1, 2].map((attempt) => chooseWait(empty, attempt, DEFAULT_RETRY, 0))).toEqual([
      500,
      null,
    ]);
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
      expect(chooseWait(failure(kind, "no"), 1, DEFAULT_RETRY, 0)).toBeNull();
    }
  });
});
