import { board, type DecisionRule, runMeeting, type VerdictOption } from "boardroom";
import { countVotes, type Vote } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";

const verdicts: readonly VerdictOption[] = [
  { id: "YES", side: "for" },
  { id: "MAYBE", side: "neutral" },
  { id: "NO", side: "against" },
];

function count(votes: readonly Partial<Vote>[], decision: DecisionRule, draw?: number) {
  const cast = votes.map((vote): Vote => ({ verdict: null, weight: 1, ...vote }));
  return countVotes(cast, { verdicts, decision }, draw);
}

describe("decision rules that weigh or rank", () => {
  it("borda takes the compromise, and a ballot without a ranking names its verdict alone", () => {
    const votes = [
      { verdict: "YES", ranking: ["YES", "MAYBE", "NO"] },
      { verdict: "NO", ranking: ["NO", "MAYBE", "YES"] },
      { verdict: "MAYBE" },
    ];
    expect(count(votes, { rule: "borda", by: "side" })).toMatchObject({ option: "MAYBE", side: "neutral" });
  });

  it.each([
    [undefined, null],
    ["split", null],
    ["draw", "NO"],
  ] as const)("a tie under tie: %s comes to %s", (tie, option) => {
    const votes = [
      { verdict: "YES", ranking: ["YES", "NO"] },
      { verdict: "NO", ranking: ["NO", "YES"] },
    ];
    const decision = { rule: "borda", by: "side", ...(tie && { tie }) } as const;
    expect(count(votes, decision, 0.9).option).toBe(option);
  });
});

it("a board decides by Borda: its ballots then ask for a ranking", async () => {
  const orders: Record<string, readonly string[]> = {
    ada: ["YES", "MAYBE", "NO"],
    ben: ["NO", "MAYBE", "YES"],
    cleo: ["MAYBE", "YES", "NO"],
  };
  const { meeting } = await runMeeting({
    scenario: exampleScenario({
      decision: { rule: "borda", by: "option" },
      options: { openingBallot: false },
      limits: { messages: 6 },
    }),
    protocol: board,
    createModel: ({ id }) =>
      scriptedModel([
        ...Array.from({ length: 60 }, () => ({ instruction }: { instruction: string }) => {
          if (!instruction.includes('-vote"')) return reply({ pass: true });
          return JSON.stringify({ reasoning: "As said.", ranking: orders[id], confidence: 0.6 });
        }),
      ]),
  });
  const outcome = meeting.state.outcome!;
  expect(meeting.state.members.get("ben")!.ballots.at(-1)).toMatchObject({ verdict: "NO", confidence: 0.6 });
  expect(outcome).toMatchObject({ option: "MAYBE", rule: "borda of options" });
});
