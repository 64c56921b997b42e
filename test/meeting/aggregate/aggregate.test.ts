import {
  borda,
  type Choice,
  condorcet,
  confidenceWeighted,
  medianConfidence,
  plurality,
  weightedConsensus,
} from "boardroom/extend";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settle } from "../../../src/meeting/decision/settle.ts";

const OPTIONS = ["MERGE", "FIX", "REJECT"];

function choices(...given: readonly (readonly [string | null, number?, number?])[]): Choice[] {
  return given.map(([option, confidence, weight], index) => ({
    by: `j${index + 1}`,
    option,
    confidence: confidence ?? null,
    ...(weight !== undefined && { weight }),
  }));
}

function rankings(...orders: readonly (readonly string[])[]) {
  return orders.map((order, index) => ({ by: `j${index + 1}`, order }));
}

describe("plurality", () => {
  it("takes the option chosen most often, and counts no missing choice", () => {
    expect(plurality(choices(["FIX"], ["FIX"], ["MERGE"], [null]), OPTIONS)).toEqual({
      winner: "FIX",
      scores: { MERGE: 1, FIX: 2, REJECT: 0 },
      tied: [],
    });
  });

  it("leaves a tie standing where no rule breaks it", () => {
    const standing = { winner: null, tied: ["MERGE", "FIX"] };
    const given = choices(["MERGE", 0.5], ["FIX", 0.5]);
    expect(settle({ MERGE: 1, FIX: 1, REJECT: 0 })).toMatchObject(standing);
    expect(plurality(given, OPTIONS)).toMatchObject(standing);
    expect(confidenceWeighted(given, OPTIONS)).toMatchObject(standing);
    expect(medianConfidence(given, OPTIONS)).toMatchObject(standing);
    expect(weightedConsensus(given, OPTIONS)).toMatchObject(standing);
    expect(borda(rankings(["MERGE", "FIX", "REJECT"], ["FIX", "MERGE", "REJECT"]), OPTIONS)).toMatchObject(
      standing,
    );
  });

  it("has no winner where nobody chose", () => {
    expect(plurality(choices([null]), OPTIONS)).toMatchObject({ winner: null, tied: [] });
  });

  it.each([
    ["none", null],
    ["first-alphabetical", "FIX"],
    ["first-listed", "MERGE"],
    [{ draw: 0 }, "MERGE"],
    [{ draw: 0.99 }, "FIX"],
    [(tied: readonly string[]) => tied.at(-1)!, "FIX"],
    [(tied: readonly string[]) => tied[0]!, "MERGE"],
  ] as const)("breaks a tie by the rule %j", (tie, winner) => {
    const counted = plurality(choices(["MERGE"], ["FIX"]), OPTIONS, tie);
    expect(counted).toMatchObject({ winner, tied: ["MERGE", "FIX"] });
  });
});

describe("confidence-weighted", () => {
  it("lets two who are sure outweigh three who are not", () => {
    const given = choices(["MERGE", 0.3], ["MERGE", 0.3], ["MERGE", 0.3], ["REJECT", 0.8], ["REJECT", 0.7]);
    expect(confidenceWeighted(given, OPTIONS).winner).toBe("REJECT");
  });

  it("names those who told no confidence and counts them nothing", () => {
    const counted = confidenceWeighted(choices(["MERGE"], ["FIX", 0.2], [null, 0.9]), OPTIONS);
    expect(counted).toMatchObject({ winner: "FIX", excluded: ["j1", "j3"] });
  });

  it("sees sums that differ by rounding alone as a tie", () => {
    const given = choices(["MERGE", 0.1], ["MERGE", 0.2], ["FIX", 0.3]);
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(confidenceWeighted(given, OPTIONS).tied).toEqual(["MERGE", "FIX"]);
  });
});

it("the median confidence prefers the option whose choosers are surest in their middle", () => {
  const given = choices(["MERGE", 0.2], ["MERGE", 0.9], ["MERGE", 0.4], ["FIX", 0.5]);
  expect(medianConfidence(given, OPTIONS)).toMatchObject({
    winner: "FIX",
    scores: { MERGE: 0.4, FIX: 0.5, REJECT: 0 },
  });
});

describe("weighted consensus", () => {
  it("takes a given weight, else the confidence, else an equal share, and makes them sum to 1", () => {
    const counted = weightedConsensus(choices(["MERGE", 0.9, 2], ["FIX", 1], ["FIX"]), OPTIONS);
    const total = 2 + 1 + 1 / 3;
    expect(counted.weights.j1).toBeCloseTo(2 / total, 12);
    expect(counted.weights.j2).toBeCloseTo(1 / total, 12);
    expect(counted.weights.j3).toBeCloseTo(1 / 3 / total, 12);
    expect(counted.winner).toBe("MERGE");
  });

  it("shares equally where every weight is 0", () => {
    const counted = weightedConsensus(choices(["MERGE", 0], ["FIX", 0], ["FIX", 0]), OPTIONS);
    expect(counted.weights.j1).toBeCloseTo(1 / 3, 12);
    expect(counted.winner).toBe("FIX");
  });
});

describe("Borda", () => {
  it("gives N - k points for place k", () => {
    const counted = borda(rankings(["MERGE", "FIX", "REJECT"], ["FIX", "MERGE", "REJECT"]), OPTIONS);
    expect(counted).toMatchObject({ scores: { MERGE: 3, FIX: 3, REJECT: 0 }, tied: ["MERGE", "FIX"] });
    expect(counted.meanPlace).toEqual({ MERGE: 1.5, FIX: 1.5, REJECT: 3 });
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

describe("Condorcet", () => {
  it("takes the option that beats every other in pairs", () => {
    const orders = rankings(["MERGE", "FIX", "REJECT"], ["REJECT", "FIX", "MERGE"], ["FIX", "MERGE", "REJECT"]);
    expect(condorcet(orders, OPTIONS)).toMatchObject({ winner: "FIX", cycle: [] });
  });

  it("flags a cycle and has no winner", () => {
    const orders = rankings(["MERGE", "FIX", "REJECT"], ["FIX", "REJECT", "MERGE"], ["REJECT", "MERGE", "FIX"]);
    expect(condorcet(orders, OPTIONS)).toMatchObject({ winner: null, cycle: OPTIONS, tied: [] });
  });

  it("tells a tie from a cycle", () => {
    const orders = rankings(["MERGE", "FIX", "REJECT"], ["FIX", "MERGE", "REJECT"]);
    expect(condorcet(orders, OPTIONS)).toMatchObject({ winner: null, cycle: [], tied: ["MERGE", "FIX"] });
  });
});

const option = fc.constantFrom(...OPTIONS);
const anyChoices = fc
  .array(
    fc.record({
      option: fc.option(option, { nil: null }),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    }),
    { maxLength: 9 },
  )
  .map((list) => list.map((each, index) => ({ ...each, by: `j${index}` })));
const anyRankings = fc
  .array(fc.shuffledSubarray(OPTIONS), { minLength: 1, maxLength: 9 })
  .map((orders) => rankings(...orders));

it("no order of the members changes any count", () => {
  fc.assert(
    fc.property(anyChoices, anyRankings, (given, orders) => {
      const back = [...given].reverse();
      for (const count of [plurality, confidenceWeighted, medianConfidence, weightedConsensus]) {
        expect(count(back, OPTIONS).winner).toBe(count(given, OPTIONS).winner);
      }
      const turned = [...orders].reverse();
      expect(borda(turned, OPTIONS).scores).toEqual(borda(orders, OPTIONS).scores);
      expect(condorcet(turned, OPTIONS)).toEqual(condorcet(orders, OPTIONS));
    }),
  );
});

it("a winner stands above every other, a cycle never has one, and a broken tie is one of the tied", () => {
  fc.assert(
    fc.property(anyRankings, fc.double({ min: 0, max: 0.999, noNaN: true }), (orders, draw) => {
      const pairwise = condorcet(orders, OPTIONS);
      if (pairwise.winner !== null) {
        expect(pairwise.cycle).toEqual([]);
        for (const other of OPTIONS.filter((each) => each !== pairwise.winner)) {
          expect(pairwise.pairs[pairwise.winner]![other]!).toBeGreaterThan(
            pairwise.pairs[other]![pairwise.winner]!,
          );
        }
      }
      const points = borda(orders, OPTIONS, { draw });
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

it("weights of a consensus sum to 1 where anybody chose", () => {
  fc.assert(
    fc.property(anyChoices, (given) => {
      const { weights } = weightedConsensus(given, OPTIONS);
      const total = Object.values(weights).reduce((sum, each) => sum + each, 0);
      expect(total).toBeCloseTo(given.some((each) => each.option !== null) ? 1 : 0, 9);
    }),
  );
});

it("a score of nothing wins nothing", () => {
  expect(settle({ A: 0, B: 0 })).toEqual({ winner: null, scores: { A: 0, B: 0 }, tied: [] });
});
