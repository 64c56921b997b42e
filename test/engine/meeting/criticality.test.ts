import { chooseLevel, classifyCriticality, type Proposer, raiseLevel } from "boardroom";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assessmentSchema } from "../../../src/scenario/schema/assessment.ts";
import { exampleScenario } from "../../support/example-scenario.ts";

const ALONE = {
  agentConfidence: 0.8,
  conflictingEvidence: false,
  judgeScore: 6,
  impactIfWrong: 5,
  factual: true,
  reversible: true,
  goNoGo: false,
};

const AGENT: Proposer = { kind: "agent", name: "research-agent" };

const level = (given: object, known = {}) =>
  classifyCriticality(assessmentSchema.parse(given), known).level;

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
  ])(
    "is level 2 with %j while it can be taken back, and level 3 where that is unknown",
    (change) => {
      expect(level({ ...ALONE, ...change })).toBe(2);
      expect(level({ ...ALONE, ...change, reversible: undefined })).toBe(3);
    },
  );

  it("does not ask whether it can be taken back, where that is unknown", () =>
    expect(level({ ...ALONE, reversible: undefined })).toBe(1));

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
    [{ goNoGo: true }],
    [{ goNoGo: "unknown" }],
    [{ goNoGo: undefined }],
  ])("follows from %j, whatever else is known", (change) =>
    expect(level({ ...ALONE, ...change })).toBe(3),
  );

  it("is where it is decided whether to go ahead, always", () => {
    expect(level(ALONE, { isGoNoGo: true })).toBe(3);
    const goNoGo = exampleScenario({
      verdicts: [
        { id: "GO", side: "for" },
        { id: "NO_GO", side: "against" },
      ],
      criticality: ALONE,
    });
    expect(chooseLevel(goNoGo, AGENT)).toEqual({
      level: 3,
      because: ["it decides whether to go ahead"],
    });
    expect(chooseLevel(exampleScenario({ criticality: ALONE }), AGENT).level).toBe(1);
  });

  it("is where nothing is known, or nothing can be read", () => {
    expect(level({})).toBe(3);
    const unread = { judgeScore: "good" } as never;
    expect(chooseLevel(exampleScenario({ criticality: unread }), AGENT).level).toBe(3);
  });
});

describe("an agent", () => {
  const says = (criticality: Proposer["criticality"]): Proposer => ({ ...AGENT, criticality });

  it("can raise the level that a scenario declares", () => {
    const matter = exampleScenario({ criticality: ALONE });
    expect(chooseLevel(matter, says({ agentConfidence: 0.5 })).level).toBe(2);
    expect(chooseLevel(matter, says({ reversible: false }))).toEqual({
      level: 3,
      because: ["it cannot be taken back"],
    });
  });

  it("never lowers it, whatever it says", () => {
    const everything = says({ ...ALONE, strategic: false, reputational: false });
    for (const criticality of [
      undefined,
      {},
      { reversible: false },
      { goNoGo: true },
      { strategic: true },
    ]) {
      expect(chooseLevel(exampleScenario({ criticality }), everything).level).toBe(3);
    }
    const declared = { reversible: true, goNoGo: false };
    expect(chooseLevel(exampleScenario({ criticality: declared }), everything).level).toBe(2);
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
  expect([8, 7.9, null].map((confidence) => raiseLevel(2, confidence))).toEqual([2, 3, 3]);
  expect(raiseLevel(1, 2)).toBe(1);
});
