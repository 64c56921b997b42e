import type { DecisionRule, VerdictOption } from "boardroom";
import { countVotes, type Vote } from "boardroom/extend";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exitCodeOfOutcome } from "../../../src/home/process/exit-codes.ts";

const verdicts: readonly VerdictOption[] = [
  { id: "STRONG_HIRE", side: "for" },
  { id: "HIRE", side: "for" },
  { id: "FOLLOW", side: "neutral" },
  { id: "NO_HIRE", side: "against" },
];

function count(
  votes: readonly (string | null)[],
  decision: Partial<DecisionRule> = {},
  weights: readonly number[] = [],
) {
  const cast = votes.map((verdict, index): Vote => ({ verdict, weight: weights[index] ?? 1 }));
  return countVotes(cast, {
    verdicts,
    decision: { rule: "plurality-of-sides", by: "side", ...decision },
  });
}

describe("plurality of sides", () => {
  it.each([
    [["STRONG_HIRE", "HIRE", "HIRE", "HIRE", "NO_HIRE"], "decided", "for", 3],
    [["NO_HIRE", "NO_HIRE", "HIRE"], "decided", "against", 1],
    [["HIRE", "NO_HIRE"], "split", null, 0],
    [["FOLLOW", "HIRE", "HIRE"], "decided", "for", 1],
    [["FOLLOW", "FOLLOW", "HIRE"], "split", null, 1],
    [["FOLLOW", "FOLLOW", "NO_HIRE"], "split", null, 1],
    [["FOLLOW", "HIRE"], "split", null, 0],
    [["FOLLOW", "FOLLOW", "HIRE", "HIRE", "NO_HIRE"], "split", null, 0],
    [["FOLLOW", "NO_HIRE", "NO_HIRE", "HIRE"], "decided", "against", 1],
    [["HIRE"], "decided", "for", 1],
    [["FOLLOW"], "split", null, 1],
    [[null, null], "undecided", null, 0],
    [["NO_HIRE", null], "decided", "against", 1],
    [["NO_HIRE", null, null], "undecided", null, 1],
    [["FOLLOW", null], "split", null, 1],
    [[], "split", null, 0],
  ] as const)("makes %j %s", (votes, status, side, margin) => {
    expect(count(votes)).toMatchObject({ status, side, margin });
  });

  it("says why where most take no side", () => {
    expect(count(["FOLLOW", "FOLLOW", "NO_HIRE"]).reason).toBe(
      "2 of 3 votes neutral, so no side has the most",
    );
    expect(count(["FOLLOW", "NO_HIRE"]).reason).toBe("equal votes, 1 each of 2");
  });

  it("says how many gave a verdict where fewer than half did, and how many said why not", () => {
    expect(count([null]).reason).toBe("no member gave a verdict");
    expect(count(["HIRE", null, null]).reason).toBe(
      "only 1 of 3 members gave a verdict, fewer than half (1 of 3 votes for)",
    );
    const why = (...abstains: boolean[]) => {
      const votes = abstains.map((each): Vote => ({ verdict: null, abstains: each, weight: 1 }));
      const decision = { rule: "plurality-of-sides", by: "side" } as const;
      return countVotes([{ verdict: "HIRE", weight: 5 }, ...votes], { verdicts, decision }).reason;
    };
    expect(why(true, false)).toBe(
      "only 1 of 3 members gave a verdict, fewer than half; 1 said why they have none (1 of 3 votes for)",
    );
  });

  it.each(["majority", "unanimity", "weighted"] as const)(
    "is undecided under %s as well",
    (rule) => {
      const outcome = count(["HIRE", null, null], { rule }, [9, 1, 1]);
      expect(outcome).toMatchObject({ status: "undecided", side: null, option: null });
      expect(exitCodeOfOutcome(outcome)).toBe(3);
    },
  );

  it("counts strong and weak alike, and keeps missing verdicts apart", () => {
    expect(count(["STRONG_HIRE", "NO_HIRE", null, "FOLLOW"]).votes).toEqual({
      for: 1,
      against: 1,
      neutral: 1,
      NO_VERDICT: 1,
    });
  });
});

describe("majority, supermajority and unanimity", () => {
  it.each([
    ["majority", ["HIRE", "HIRE", "NO_HIRE"], "decided"],
    ["majority", ["HIRE", "HIRE", "NO_HIRE", null], "split"],
    ["majority", ["HIRE", "HIRE", "FOLLOW", null], "split"],
    ["supermajority", ["HIRE", "HIRE", "NO_HIRE"], "decided"],
    ["supermajority", ["HIRE", "HIRE", "HIRE", "NO_HIRE", "NO_HIRE"], "split"],
    ["supermajority", ["FOLLOW", "FOLLOW", "NO_HIRE"], "split"],
    ["majority", ["FOLLOW", "FOLLOW", "FOLLOW", "NO_HIRE"], "split"],
    ["unanimity", ["FOLLOW", "FOLLOW"], "split"],
    ["unanimity", ["HIRE", "STRONG_HIRE"], "decided"],
    ["unanimity", ["HIRE", "HIRE", null], "split"],
  ] as const)("%s makes %j %s, of all seated members", (rule, votes, status) => {
    expect(count(votes, { rule }).status).toBe(status);
  });
});

describe("by option", () => {
  it("decides for one option and names it", () => {
    expect(count(["HIRE", "HIRE", "STRONG_HIRE"], { by: "option" })).toMatchObject({
      status: "decided",
      option: "HIRE",
      side: "for",
      margin: 1,
    });
    expect(count(["FOLLOW", "FOLLOW", "HIRE"], { by: "option" })).toMatchObject({
      option: "FOLLOW",
      side: "neutral",
    });
    expect(count(["HIRE", "STRONG_HIRE"], { by: "option" })).toMatchObject({
      status: "split",
      option: null,
    });
    expect(count(["HIRE", "STRONG_HIRE"], { by: "option", rule: "unanimity" }).status).toBe(
      "split",
    );
  });
});

describe("weighted", () => {
  it("counts each member's weight, and 0 as advice", () => {
    expect(count(["HIRE", "NO_HIRE", "NO_HIRE"], { rule: "weighted" }, [3, 1, 0])).toMatchObject({
      status: "decided",
      side: "for",
      votes: { for: 3, against: 1 },
      margin: 2,
    });
  });
});

describe("every rule", () => {
  const rule = fc.constantFrom(
    "plurality-of-sides",
    "majority",
    "supermajority",
    "unanimity",
    "weighted",
  ) as fc.Arbitrary<DecisionRule["rule"]>;
  const vote = fc.constantFrom("STRONG_HIRE", "HIRE", "FOLLOW", "NO_HIRE", null);

  it("does not depend on the order of the votes, and never decides against the larger side", () => {
    fc.assert(
      fc.property(
        fc.array(vote, { minLength: 1, maxLength: 12 }),
        rule,
        fc.constantFrom("side", "option"),
        (votes, name, by) => {
          const outcome = count(votes, { rule: name, by: by as DecisionRule["by"] });
          expect(count(votes.toReversed(), { rule: name, by: by as DecisionRule["by"] })).toEqual(
            outcome,
          );
          expect(Object.values(outcome.votes).reduce((sum, each) => sum + each, 0)).toBe(
            votes.length,
          );
          if (outcome.status === "decided") {
            const winner = outcome.option ?? outcome.side!;
            expect(outcome.votes[winner]).toBeGreaterThan(0);
            expect(outcome.margin).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});
