import { board, openMeeting, resumeMeeting, runMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { failure } from "../../support/failures.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

/** Members of `away` refuse in the debate and answer the vote. */
function setupWithout(...away: readonly string[]) {
  return {
    protocol: board,
    seed: 7,
    scenario: exampleScenario({ limits: { absences: 1 }, options: { openingBallot: false } }),
    createModel: ({ id, persona }: { id: string; persona: { name: string } }) =>
      scriptedModel(
        Array(60).fill(({ instruction }: { instruction: string }) =>
          away.includes(id) && !instruction.includes('-vote"')
            ? failure("refused", "No.")
            : reply({
                speaker: persona.name,
                verdict: "YES",
                reasoning: "It pays.",
                withdrawn: true,
                content: "Yes.",
              }),
        ),
      ),
  };
}

describe("a board of which fewer than half can be heard", () => {
  it("waits, says who is missing and why, and goes on with the same members", async () => {
    const meeting = openMeeting(setupWithout("ada", "ben"));
    const result = await meeting.run();
    expect(result.status).toBe("suspended");
    expect("reason" in result && result.reason).toMatch(
      /^1 of 3 members can be heard, and 2 are needed\. Last, (Dr\. Ada Ash|Ben Birch): refused: No\.$/,
    );
    const { journal } = meeting;
    expect(eventsOf(journal.events, "ballot.cast")).toEqual([]);
    const { protocol, createModel } = setupWithout();
    const resumed = resumeMeeting({ protocol, createModel, journal });
    expect(await resumed.run()).toMatchObject({ status: "closed", outcome: { votes: { for: 3 } } });
    const turns = eventsOf(journal.events, "message.spoken").map(({ speaker }) => speaker);
    expect([...turns].sort()).toEqual(["ada", "ben", "cleo"]);
    expect(await rerunMeeting({ events: journal.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });

  it("goes on with exactly half of them", async () => {
    const { scenario, ...setup } = setupWithout("ada");
    const members = scenario.members.slice(0, 2);
    const result = await runMeeting({ ...setup, scenario: { ...scenario, members } });
    expect(result).toMatchObject({ status: "closed", outcome: { votes: { for: 2 } } });
  });
});
