import { plainPalette, textTable, verdictTable } from "boardroom";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply } from "../../support/meetings.ts";

const LINE = "memo.md line 4";

/** Speaks for YES, and votes NO in private. */
const twoFaced: Reply = ({ instruction }) =>
  instruction.includes('final-vote"')
    ? reply({ verdict: "NO", reasoning: LINE, confidence: 0.9 })
    : reply({ verdict: "YES", withdrawn: true, content: "Yes." });

async function runWith(ada: Reply, options: Record<string, unknown> = {}) {
  const asked: string[] = [];
  const seen: Reply = (request) => {
    asked.push(request.instruction);
    return (ada as (of: typeof request) => string)(request);
  };
  const meeting = exampleMeeting({ ada: seen }, { scenario: exampleScenario({ options }) });
  await meeting.run();
  const table = verdictTable(meeting.state, { headHash: "" });
  const printed = textTable(table, { width: 100, palette: plainPalette });
  const votes = eventsOf(meeting.journal.events, "ballot.cast").filter(
    ({ ballot }) => ballot === "closing",
  );
  return { meeting, table, printed, votes, asked };
}

describe("the final vote", () => {
  it("asks everyone, also those who withdrew, and decides", async () => {
    const { meeting, table, votes } = await runWith(twoFaced);
    expect(votes.map(({ speaker }) => speaker)).toEqual(["ada", "ben", "cleo"]);
    expect(table.members.map(({ status }) => status)).toContain("withdrawn");
    expect(meeting.state.outcome?.votes).toMatchObject({ for: 2, against: 1 });
    expect(table.members[0]).toMatchObject({
      said: "YES",
      final: "NO",
      vote: { verdict: "NO", confidence: 0.9, reasoning: LINE },
    });
  });

  it("prints who voted otherwise than they spoke", async () => {
    const { table, printed } = await runWith(twoFaced);
    expect(table.saidAndVoted).toEqual({ members: 3, differ: 1 });
    expect(printed).toContain("Said and voted  1 of 3 differ: Dr. Ada Ash said Yes, voted No");
    expect(printed).toContain("Final vote      No, confidence 0.9");
  });

  it("asks for an option, a confidence and a line, and for no essay", async () => {
    const { asked } = await runWith(twoFaced);
    const [vote] = asked.filter((each) => each.includes("final-vote"));
    expect(vote).toContain("name only the line that your verdict rests on");
    expect(vote).not.toMatch(/WouldChange|MovedBy/);
  });

  it("keeps the reasons of the debate for the same verdict, and needs no reason of its own", async () => {
    const bare: Reply = (request) =>
      request.instruction.includes('final-vote"')
        ? "<Message><Verdict>YES</Verdict><Confidence>0.6</Confidence></Message>"
        : reply({ verdict: "YES", reasoning: "Costs fell.", withdrawn: true, content: "Yes." });
    const { meeting, table } = await runWith(bare);
    expect(table.members[0]).toMatchObject({ reasoning: "Costs fell.", confidence: 0.6 });
    const repairs = eventsOf(meeting.journal.events, "call.answered").filter(
      ({ purpose, speaker }) => purpose === "repair" && speaker === "ada",
    );
    expect(repairs).toEqual([]);
  });

  it("is not held with closingBallot: false, and the table says that nothing was measured", async () => {
    const { meeting, table, printed, votes } = await runWith(twoFaced, { closingBallot: false });
    expect(votes).toEqual([]);
    expect(table.saidAndVoted).toBeNull();
    expect(printed).toContain("Said and voted  not measured");
    expect(meeting.state.outcome?.votes).toMatchObject({ for: 3 });
  });

  it("does not wait for a person who has left", async () => {
    const scenario = exampleScenario();
    const [ada, ...others] = scenario.members;
    const seated = { ...scenario, members: [{ ...ada!, model: "human:ada" }, ...others] };
    const meeting = exampleMeeting(
      {},
      {
        scenario: seated,
        people: async () => ({
          content: "Yes.",
          verdict: "YES",
          reasoning: "Costs fell.",
          withdraw: true,
        }),
      },
    );
    const result = await meeting.run();
    expect(result.status).toBe("closed");
    const voters = eventsOf(meeting.journal.events, "ballot.cast")
      .filter(({ ballot }) => ballot === "closing")
      .map(({ speaker }) => speaker);
    expect(voters).toEqual(["ben", "cleo"]);
  });
});
