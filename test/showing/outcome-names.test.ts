import { expect, it } from "vitest";
import { countVotes } from "../../src/engine/meeting/decide.ts";
import { nameOutcome } from "../../src/engine/words/figures.ts";
import type { Scenario } from "../../src/scenario/schema/scenario.ts";

const verdicts: Scenario["verdicts"] = [
  { id: "INVEST", side: "for" },
  { id: "INVEST_WITH_TERMS", side: "for" },
  { id: "NOT_YET", side: "neutral" },
  { id: "PASS", side: "against" },
];
type Rule = Scenario["decision"]["rule"];

function nameOf(
  votes: Readonly<Record<string, number>>,
  rule: Rule = "plurality-of-sides",
  by: "side" | "option" = "side",
) {
  const cast = Object.entries(votes).flatMap(([verdict, count]) =>
    Array.from({ length: count }, () => ({
      verdict: verdict === "NONE" ? null : verdict,
      weight: 1,
    })),
  );
  return nameOutcome(countVotes(cast, { verdicts, decision: { rule, by } }), { verdicts });
}

it.each([
  [{ INVEST_WITH_TERMS: 4, PASS: 1 }, "Invest with terms"],
  [{ INVEST: 1, INVEST_WITH_TERMS: 4 }, "Invest with terms"],
  [{ INVEST: 2, INVEST_WITH_TERMS: 2, PASS: 1 }, "Invest or invest with terms"],
  [{ PASS: 3, INVEST: 2 }, "Pass"],
  [{ NOT_YET: 5 }, "Not yet"],
  [{ NOT_YET: 4, INVEST: 1 }, "No decision"],
  [{ NOT_YET: 4, NONE: 1 }, "No decision"],
  [{ INVEST: 1, NOT_YET: 1, PASS: 1 }, "Split vote"],
  [{ INVEST: 1, NONE: 4 }, "No decision"],
])("%j is called %s", (votes, name) => {
  expect(nameOf(votes)).toBe(name);
});

it("weighs votes if the rule does", () => {
  const cast = [
    { verdict: "INVEST", weight: 5 },
    { verdict: "INVEST_WITH_TERMS", weight: 1 },
    { verdict: "INVEST_WITH_TERMS", weight: 1 },
  ];
  const outcome = countVotes(cast, { verdicts, decision: { rule: "weighted", by: "side" } });
  expect(nameOutcome(outcome, { verdicts })).toBe("Invest");
});

it("names a stopped meeting and an option that no person has accepted as such", () => {
  const outcome = { side: "for", option: "INVEST", votes: {}, margin: 1 };
  expect(nameOutcome({ ...outcome, status: "partial" }, { verdicts })).toBe("Invest, partial");
  expect(nameOutcome({ ...outcome, status: "unaccepted" }, { verdicts })).toBe(
    "Invest, not accepted yet",
  );
  expect(nameOutcome(null, { verdicts })).toBe("No decision yet");
});
