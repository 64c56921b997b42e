import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assessmentSchema, classify, levelAfter, levelOf } from "../../src/meeting/criticality.ts";
import { exampleScenario } from "../../src/testing/example-scenario.ts";

const ALONE = {
  agentConfidence: 0.8,
  conflictingEvidence: false,
  judgeScore: 6,
  impactIfWrong: 5,
  factual: true,
  reversible: true,
};

const level = (given: object, isGoNoGo = false) => classify(assessmentSchema.parse(given), isGoNoGo).level;

describe("level 1", () => {
  it("needs every condition, each met at its very edge", () => expect(level(ALONE)).toBe(1));

  it.each([
    [{ agentConfidence: 0.79 }],
    [{ agentConfidence: undefined }],
    [{ conflictingEvidence: true }],
    [{ conflictingEvidence: undefined }],
    [{ judgeScore: 5.9 }],
    [{ judgeScore: undefined }],
    [{ impactIfWrong: 5.01 }],
    [{ impactIfWrong: undefined }],
    [{ factual: false }],
    [{ factual: undefined }],
  ])("is level 2 with %j while it can be taken back, and level 3 where that is unknown", (change) => {
    expect(level({ ...ALONE, ...change })).toBe(2);
    expect(level({ ...ALONE, ...change, reversible: undefined })).toBe(3);
  });

  it("takes another confidence where one is set", () => {
    expect(level({ ...ALONE, agentConfidence: 0.85, agentConfidenceMin: 0.9 })).toBe(2);
  });
});

describe("level 3", () => {
  it.each([
    [{ reversible: false }],
    [{ strategic: true }],
    [{ strategic: "unknown" }],
    [{ reputational: true }],
    [{ reputational: "unknown" }],
    [{ manual: true }],
  ])("follows from %j, whatever else is known", (change) => expect(level({ ...ALONE, ...change })).toBe(3));

  it("is where it is decided whether to go ahead, always", () => {
    expect(level(ALONE, true)).toBe(3);
    const goNoGo = exampleScenario({
      verdicts: [
        { id: "GO", side: "for" },
        { id: "NO_GO", side: "against" },
      ],
      options: { criticality: ALONE },
    });
    expect(levelOf(goNoGo)).toEqual({ level: 3, because: ["it decides whether to go ahead"] });
    expect(levelOf(exampleScenario({ options: { criticality: ALONE } })).level).toBe(1);
  });

  it("is where nothing is known, or nothing can be read", () => {
    expect(level({})).toBe(3);
    expect(levelOf(exampleScenario({ options: { criticality: { judgeScore: "good" } } })).level).toBe(3);
  });
});

it("goes up, never down, as less is known", () => {
  const keys = Object.keys(ALONE) as (keyof typeof ALONE)[];
  fc.assert(
    fc.property(fc.subarray(keys), fc.subarray(keys), (kept, more) => {
      const of = (names: readonly string[]) =>
        level(Object.fromEntries(Object.entries(ALONE).filter(([name]) => names.includes(name))));
      expect(of(kept)).toBeGreaterThanOrEqual(of([...kept, ...more]));
    }),
  );
});

it("raises level 2 to 3 where the arbiter is less than 8 of 10 sure: at 8 exactly it is accepted", () => {
  expect([8, 7.9, null].map((confidence) => levelAfter(2, confidence))).toEqual([2, 3, 3]);
  expect(levelAfter(1, 2)).toBe(1);
});
