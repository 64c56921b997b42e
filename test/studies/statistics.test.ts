import { describe, expect, it } from "vitest";
import {
  adjustByHolm,
  computeKrippendorffAlpha,
  computeQuantile,
  computeWilsonInterval,
} from "../../src/studies/statistics.ts";

describe("Wilson's interval", () => {
  it.each([
    [26, 26, 0.87, 1],
    [5, 10, 0.24, 0.76],
    [0, 41, 0, 0.086],
    [90, 105, 0.777, 0.911],
  ])("of %i of %i", (count, of, low, high) => {
    const interval = computeWilsonInterval(count, of);
    expect(interval?.low).toBeCloseTo(low, 2);
    expect(interval?.high).toBeCloseTo(high, 2);
  });

  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("is Newcombe's (1998, table I) for %i of %i", (count, of, low, high) => {
    expect(computeWilsonInterval(count, of)?.low).toBeCloseTo(low, 4);
    expect(computeWilsonInterval(count, of)?.high).toBeCloseTo(high, 4);
  });

  it("is nothing where nothing was counted", () => {
    expect(computeWilsonInterval(0, 0)).toBeNull();
  });
});

describe("comparisons", () => {
  it("Holm's correction steps down, and never falls", () => {
    const adjusted = adjustByHolm([0.01, 0.04, 0.03, 0.005]);
    for (const [index, p] of [0.03, 0.06, 0.06, 0.02].entries())
      expect(adjusted[index]).toBeCloseTo(p, 12);
  });
});

describe("quantiles", () => {
  it("are interpolated", () => {
    expect(computeQuantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(computeQuantile([7], 0.975)).toBe(7);
  });
});

describe("agreement", () => {
  /** Krippendorff's own example: four observers, twelve units, some missing. */
  const OBSERVERS = ["123321412---", "1233224125-3", "-3332342251-", "12332441251-"];

  it("alpha of Krippendorff's example is 0.743", () => {
    const units = Array.from({ length: 12 }, (_, unit) =>
      OBSERVERS.map((observer) => (observer[unit] === "-" ? null : (observer[unit] ?? null))),
    );
    expect(computeKrippendorffAlpha(units)).toBeCloseTo(0.743, 3);
  });

  it("says nothing where nothing could differ", () => {
    expect(computeKrippendorffAlpha([["a", "a"]])).toBeNull();
  });
});
