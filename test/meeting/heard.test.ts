import { board, runMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { asHeard } from "../../src/engine/meeting/decide.ts";
import { exitCodeOfOutcome } from "../../src/home/process/exit-codes.ts";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { failure } from "../support/failures.ts";

async function boardWithout(...away: readonly string[]) {
  return await runMeeting({
    scenario: exampleScenario({ limits: { absences: 1 }, options: { openingBallot: false } }),
    protocol: board,
    seed: 7,
    createModel: ({ id, persona }) =>
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
  });
}

describe("a board of which fewer than half were heard", () => {
  it("is undecided, whatever its closing ballots add up to, and exits as such", async () => {
    const result = await boardWithout("ada", "ben");
    if (result.status !== "closed") throw new Error(result.status);
    const { outcome } = result;
    expect(outcome).toMatchObject({
      status: "undecided",
      side: null,
      votes: { for: 3 },
      margin: 3,
    });
    expect(outcome.reason).toBe(
      "only 1 of 3 members were heard, fewer than half (3 of 3 votes for)",
    );
    expect(exitCodeOfOutcome(outcome)).toBe(3);
  });

  it("has its half at exactly half, and those who voted without ever having been called count as heard", async () => {
    const { meeting } = await boardWithout("ada", "ben");
    const { state } = meeting;
    const seats = state.scenario.members;
    const decided = { ...state.outcome!, status: "decided" as const };
    const two = { ...state, scenario: { ...state.scenario, members: seats.slice(1) } };
    expect(asHeard(decided, two).status).toBe("decided");
    const voted = new Map(
      [...state.members].map(([id, member]) => [id, { ...member, status: "active" as const }]),
    );
    expect(asHeard(decided, { ...state, members: voted }).status).toBe("decided");
    const silent = new Map(
      [...voted].map(([id, member]) => [id, id === "cleo" ? member : { ...member, ballots: [] }]),
    );
    expect(asHeard(decided, { ...state, members: silent }).status).toBe("undecided");
  });
});
