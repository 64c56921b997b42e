import { borda } from "boardroom/extend";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settle } from "../../../src/engine/meeting/decision/decide.ts";

const OPTIONS = ["MERGE", "FIX", "REJECT"];

function rankings(...orders: readonly (readonly string[])[]) {
  return orders.map((order, index) => ({ by: `j${index + 1}`, order }));
}

it("a tie stands where no rule breaks it", () => {
  const standing = { winner: null, tied: ["MERGE", "FIX"] };
  expect(settle({ MERGE: 1, FIX: 1, REJECT: 0 })).toMatchObject(standing);
  expect(borda(rankings(["MERGE", "FIX", "REJECT"], ["FIX", "MERGE", "REJECT"]), OPTIONS)).toMatchObject(
    standing,
  );
});

it("nobody's choice has no winner", () => {
  expect(borda([], OPTIONS)).toMatchObject({ winner: null, tied: [] });
});

it("scores that differ by rounding alone are a tie", () => {
  expect(0.1 + 0.2).not.toBe(0.3);
  expect(settle({ MERGE: 0.1 + 0.2, FIX: 0.3 }).tied).toEqual(["MERGE", "FIX"]);
});

it.each([
  [null, null],
  [0, "MERGE"],
  [0.99, "FIX"],
] as const)("the rule %j breaks a tie", (tie, winner) => {
  const counted = borda(rankings(["MERGE", "FIX"], ["FIX", "MERGE"]), OPTIONS, tie);
  expect(counted).toMatchObject({ winner, tied: ["MERGE", "FIX"] });
});

describe("Borda", () => {
  it("gives N - k points for place k", () => {
    const counted = borda(rankings(["MERGE", "FIX", "REJECT"], ["FIX", "MERGE", "REJECT"]), OPTIONS);
    expect(counted).toMatchObject({ scores: { MERGE: 3, FIX: 3, REJECT: 0 }, tied: ["MERGE", "FIX"] });
  });

  it("shares the places that are left among what a ballot leaves out", () => {
    expect(borda(rankings(["REJECT"]), OPTIONS).scores).toEqual({ MERGE: 0.5, FIX: 0.5, REJECT: 2 });
  });

  it("can differ from plurality: the compromise wins", () => {
    const orders = rankings(
      ["MERGE", "FIX", "REJECT"],
      ["MERGE", "FIX", "REJECT"],
      ["REJECT", "FIX", "MERGE"],
      ["REJECT", "FIX", "MERGE"],
      ["FIX", "MERGE", "REJECT"],
    );
    expect(borda(orders, OPTIONS).winner).toBe("FIX");
  });
});

const anyRankings = fc
  .array(fc.shuffledSubarray(OPTIONS), { minLength: 1, maxLength: 9 })
  .map((orders) => rankings(...orders));

it("no order of the members changes the count", () => {
  fc.assert(
    fc.property(anyRankings, (orders) => {
      const turned = [...orders].reverse();
      expect(borda(turned, OPTIONS).scores).toEqual(borda(orders, OPTIONS).scores);
    }),
  );
});

it("a broken tie is won by one of the tied", () => {
  fc.assert(
    fc.property(anyRankings, fc.double({ min: 0, max: 0.999, noNaN: true }), (orders, draw) => {
      const points = borda(orders, OPTIONS, draw);
      if (points.tied.length > 0) expect(points.tied).toContain(points.winner);
    }),
  );
});

it("a full Borda ballot gives N(N-1)/2 points, whatever it leaves out", () => {
  fc.assert(
    fc.property(anyRankings, (orders) => {
      const total = Object.values(borda(orders, OPTIONS).scores).reduce((sum, each) => sum + each, 0);
      expect(total).toBeCloseTo(orders.length * 3, 9);
    }),
  );
});

it("a score of nothing wins nothing", () => {
  expect(settle({ A: 0, B: 0 })).toEqual({ winner: null, scores: { A: 0, B: 0 }, tied: [] });
});
