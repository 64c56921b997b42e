import { describe, expect, it } from "vitest";
import { bootstrap, pairedMean, pairsFor, quantile } from "../../src/studies/statistics.ts";

describe("the bootstrap of pairs", () => {
  it("is normal about the mean for differences that are many", () => {
    // 0 and 1 by turns: mean 0.5, standard error 0.5/√200 = 0.0354, so 0.431 to 0.569.
    const differences = Array.from({ length: 200 }, (_, index) => index % 2);
    const drawn = pairedMean(differences, "x");
    expect(drawn?.interval?.low).toBeCloseTo(0.431, 1);
    expect(drawn?.interval?.high).toBeCloseTo(0.569, 1);
    expect(drawn?.p).toBeLessThan(0.01);
  });

  it("has no interval where all are alike, few or many", () => {
    expect(pairedMean(Array(20).fill(0.5), "x")?.interval).toBeNull();
    expect(pairedMean(Array(2_000).fill(0.5), "x")?.interval).toBeNull();
  });

  it("goes over to the normal law where there are thousands", () => {
    const differences = Array.from({ length: 2_000 }, (_, index) => (index % 100 < 52 ? 1 : -1));
    const drawn = pairedMean(differences, "x");
    // Mean 0.04, standard error √(1-.0016)/√2000 = 0.02234, z 1.790, p 0.0734.
    expect(drawn?.interval?.low).toBeCloseTo(0.04 - 1.96 * 0.02234, 4);
    expect(drawn?.p).toBeCloseTo(0.0734, 3);
  });

  it("holds any figure over cases, the percentiles of Efron and Tibshirani's mice among them", () => {
    // An Introduction to the Bootstrap, table 2.1: seven treated mice, mean 86.86, standard error by bootstrap about 23.
    const treated = [94, 197, 16, 38, 99, 141, 23];
    const mean = (drawn: readonly number[]) =>
      drawn.reduce((sum, at) => sum + (treated[at] ?? 0), 0) / drawn.length;
    expect(mean(treated.map((_, at) => at))).toBeCloseTo(86.86, 2);
    const drawn = bootstrap(treated.length, mean, "mice");
    // Two standard errors and less each way, for seven mice.
    expect(drawn?.interval?.low).toBeGreaterThan(35);
    expect(drawn?.interval?.low).toBeLessThan(52);
    expect(drawn?.interval?.high).toBeGreaterThan(120);
    expect(drawn?.interval?.high).toBeLessThan(142);
    expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
  });

  it("says nothing of one case, nor of a figure that is mostly not defined", () => {
    expect(pairedMean([1], "x")).toBeNull();
    expect(bootstrap(20, () => null, "x")).toBeNull();
  });
});

describe("the pairs that a difference takes", () => {
  it("are those of Connor's formula", () => {
    // 25 % and 5 % of pairs: (1.96·√.3 + .8416·√(.3-.04))² / .04 = 56.5 pairs.
    expect(pairsFor(0.25, 0.05)).toBe(57);
    expect(pairsFor(0.05, 0.25)).toBe(57);
    expect(pairsFor(0.1, 0.1)).toBeNull();
  });
});
