import {
  findScenario,
  loadScenario,
  type MeetingState,
  openMeeting,
  plainPalette,
  rerunMeeting,
  textTable,
  verdictTable,
} from "boardroom";
import { createSimulatedMember } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { protocolOf } from "../../src/cli/settings/protocols.ts";

/** Whatever the words, that none of so many statements could be read. */
const NOTHING_READ = /\b0 (?:of|statements out of) \d+|\d+ statements only 0|0 of the \d+/;

function rowsOf(state: MeetingState) {
  return verdictTable(state, { headHash: "" }).members;
}

describe.each([
  ["a board", "hiring"],
  ["a jury", "memory-curation"],
  ["a trial", "trial"],
  ["judges", "code-review"],
  ["a chamber", "niche-decision"],
  ["rounds", "architecture-review"],
])("%s of members who have no verdict", (_, name) => {
  it("ends in order and undecided, with each one's reason in the table", async () => {
    const scenario = await loadScenario(await findScenario(name, { cwd: process.cwd() }));
    const protocol = protocolOf(scenario.protocol);
    const meeting = openMeeting({
      scenario,
      protocol,
      seed: 4,
      createModel: (seat, at) => {
        const id = seat.kind === "member" ? "abstainer" : "simulated";
        return createSimulatedMember({ seat, scenario: at, id, spec: `simulated:${id}` });
      },
    });
    expect(await meeting.run()).toMatchObject({ status: "closed" });
    const { state, journal } = meeting;
    const { counts, outcome } = state;
    expect(counts.messages + counts.notices).toBeLessThan(scenario.limits.messages);
    // Rounds that did not converge decide nothing whatever the ballots say.
    expect(outcome).toMatchObject({ side: null, option: null });
    expect(["undecided", "no-consensus"]).toContain(outcome!.status);
    expect(outcome!.reason).toContain("no member gave a verdict; all said why they have none");
    for (const row of rowsOf(state)) {
      expect(row).toMatchObject({ final: null, side: null, confidence: null });
      expect(row.abstains).toContain("final");
      expect(row.reasoning).toMatch(NOTHING_READ);
    }
    const table = verdictTable(state, { headHash: "", ...(protocol.count && { count: protocol.count }) });
    expect(textTable(table, { width: 100, palette: plainPalette })).toMatch(NOTHING_READ);
    if (table.withoutTalk) expect(table.withoutTalk.outcome.status).toBe("undecided");
    expect(await rerunMeeting({ events: journal.events, protocol })).toMatchObject({ isSame: true });
  }, 60_000);
});
