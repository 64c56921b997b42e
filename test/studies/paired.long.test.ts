import { describe, expect, it } from "vitest";
import {
  bootstrap,
  computeQuantile,
  countPairsNeeded,
  findLeastDifference,
  testByExchangedSigns,
} from "../../src/studies/statistics.ts";

const mean = (drawn: readonly number[]) =>
  drawn.reduce((sum, each) => sum + each, 0) / drawn.length;

describe("the bootstrap", () => {
  it("is normal about the mean for differences that are many", () => {
    // 0 and 1 by turns: mean 0.5, standard error 0.5/√200 = 0.0354, so 0.431 to 0.569.
    const differences = Array.from({ length: 200 }, (_, index) => index % 2);
    const interval = bootstrap([differences], mean);
    expect(interval?.low).toBeCloseTo(0.431, 1);
    expect(interval?.high).toBeCloseTo(0.569, 1);
  });

  it("has no interval where all are alike, few or many", () => {
    expect(bootstrap([Array(20).fill(0.5)], mean)).toBeNull();
    expect(bootstrap([Array(30_000).fill(0.5)], mean)).toBeNull();
  });

  it("draws within strata: two questions that never vary have no interval, though they differ", () => {
    const drawn = [Array(20).fill(0), Array(20).fill(1)];
    expect(bootstrap(drawn, mean)).toBeNull();
    expect(bootstrap([drawn.flat()], mean)).not.toBeNull();
  });

  it("holds any figure over cases, the percentiles of Efron and Tibshirani's mice among them", () => {
    // An Introduction to the Bootstrap, table 2.1: seven treated mice, mean 86.86, standard error by bootstrap about 23.
    const treated = [94, 197, 16, 38, 99, 141, 23];
    expect(mean(treated)).toBeCloseTo(86.86, 2);
    const interval = bootstrap([treated], mean);
    // Two standard errors and less each way, for seven mice.
    expect(interval?.low).toBeGreaterThan(35);
    expect(interval?.low).toBeLessThan(52);
    expect(interval?.high).toBeGreaterThan(120);
    expect(interval?.high).toBeLessThan(142);
    expect(computeQuantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
  });

  it("says nothing of one case, nor of a figure that is mostly not defined", () => {
    expect(bootstrap([[1]], mean)).toBeNull();
    expect(bootstrap([Array(20).fill(1)], () => null)).toBeNull();
  });
});

describe("the test of signs", () => {
  it("is McNemar's exact test for yes and no", () => {
    const pairs = (less: number, more: number, equal = 3) => [
      ...Array(less).fill(-1),
      ...Array(more).fill(1),
      ...Array(equal).fill(0),
    ];
    // 2 · Σ C(22, k ≤ 6) / 2^22
    expect(testByExchangedSigns(pairs(6, 16))).toBeCloseTo((2 * 110_056) / 4_194_304, 12);
    expect(testByExchangedSigns(pairs(5, 5))).toBeCloseTo(1, 12);
    expect(testByExchangedSigns(pairs(0, 0))).toBe(1);
    expect(testByExchangedSigns(pairs(0, 6))).toBeCloseTo(2 / 64, 12);
    // Normal approximation with continuity: z = (|700-500|-1)/√1200 = 5.74, p = 9e-9.
    expect(Math.log10(testByExchangedSigns(pairs(500, 700)))).toBeCloseTo(-8.02, 1);
  });

  it("is Fisher's test for differences of any size", () => {
    // Of 2^3 signs of 1, 2 and 4 thirds, only all plus and all minus reach 7 thirds.
    expect(testByExchangedSigns([1 / 3, 2 / 3, 4 / 3])).toBeCloseTo(2 / 8, 12);
    // 1/2, 1/2 and 1 reach 1 or more in 6 of 8: by -1 alone they sum to 0.
    expect(testByExchangedSigns([0.5, -0.5, 1])).toBeCloseTo(6 / 8, 12);
  });

  it("finds a difference among equals in at most 5 % of studies, halves and subjects too", () => {
    let state = 7;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    const found = Array.from({ length: 1_000 }, () => {
      const differences = Array.from(
        { length: 20 },
        () => Math.round(4 * (random() - random())) / 2,
      );
      return testByExchangedSigns(differences) <= 0.05;
    });
    expect(found.filter(Boolean).length).toBeLessThan(65);
    expect(found.filter(Boolean).length).toBeGreaterThan(20);
  });
});

describe("the pairs that a difference takes", () => {
  it("are those of Connor's formula", () => {
    // 25 % and 5 % of pairs: (1.96·√.3 + .8416·√(.3-.04))² / .04 = 56.5 pairs.
    const pairs = [...Array(5).fill(-1), ...Array(1).fill(1), ...Array(14).fill(0)];
    expect(countPairsNeeded(pairs)).toBe(57);
    expect(countPairsNeeded(pairs.map((each) => -each))).toBe(57);
    expect(countPairsNeeded([1, -1])).toBeNull();
  });

  it("find 37 points with 20 and 19 with 40, if all differ one way", () => {
    expect(findLeastDifference(20)).toBeCloseTo(0.366, 3);
    expect(findLeastDifference(40)).toBeCloseTo(0.19, 3);
    expect(findLeastDifference(5)).toBeNull();
  });
});
