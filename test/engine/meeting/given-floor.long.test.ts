import {
  createMemoryInbox,
  createMemoryJournal,
  type Journal,
  type MeetingEvent,
  openMeeting,
  resumeMeeting,
  type Scenario,
  type Seat,
} from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { beforeAll, describe, expect, it } from "vitest";
import { protocolOf, shipped } from "../../simulated/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

async function given(
  scenario: Scenario,
  to: string,
  from: number,
  journal: Journal = createMemoryJournal(),
) {
  const inbox = createMemoryInbox();
  let isGiven = false;
  const createModel = (seat: Seat) => createSimulatedModel({ seat, scenario });
  const protocol = protocolOf(scenario);
  const setup = {
    inbox,
    createModel,
    hold: async (at: string) => {
      if (isGiven || Number.parseInt(at, 10) < from) return;
      isGiven = true;
      inbox.put({ person: "Pat", does: { act: "give-floor", to } });
    },
  };
  const meeting =
    journal.events.length === 0
      ? openMeeting({ ...setup, journal, scenario, protocol, seed: 3 })
      : resumeMeeting({ ...setup, journal, protocol });
  const { status } = await meeting.run();
  expect(status).toBe("closed");
  return { events: journal.events, protocol };
}

/** Who has a turn of their own, private ballots left out. */
function turnsAfter(events: readonly MeetingEvent[], members: readonly string[]): string[] {
  const from = events.findIndex(({ type }) => type === "person.acted");
  expect(from).toBeGreaterThan(0);
  return events
    .slice(from)
    .flatMap((event) => {
      if (event.type === "message.spoken" && event.audience === "all") return [event.speaker];
      return event.type === "turn.passed" || event.type === "turn.absent" ? [event.speaker] : [];
    })
    .filter((speaker) => members.includes(speaker));
}

describe.each([
  ["hiring", [7, 9, 14]],
  ["trial", [12, 15]],
  ["architecture-review", [4, 17]],
])("in %s a floor that is given", (name, starts) => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await shipped(name);
  });

  it("is the very next turn, whenever it is given, and comes to the same when run again", async () => {
    const members = scenario.members.map(({ id }) => id);
    let followed = 0;
    for (const from of starts)
      for (const to of members.slice(0, 2)) {
        const { events, protocol } = await given(scenario, to, from);
        const [next] = turnsAfter(events, members);
        expect(next, `${to} from ${from}`).toBe(to);
        followed += 1;
        expect(await rerunMeeting({ events, protocol })).toMatchObject({ isSame: true });
      }
    expect(followed).toBe(2 * starts.length);
  }, 60_000);
});

describe.each([
  ["code-review", "judges answer alone, all at once"],
  ["niche-decision", "a chamber has a fixed speaking order"],
])("in %s, whose order is fixed, a floor that is given", (name, why) => {
  it("is refused on record, with the reason, and changes nothing", async () => {
    const scenario = await shipped(name);
    const to = scenario.members[0]!.id;
    const { events } = await given(scenario, to, 1);
    const acts = events.filter(({ type }) => type === "person.acted");
    expect(acts).toMatchObject([{ does: { act: "give-floor", to }, refused: why }]);
    expect(events.filter(({ type }) => type === "speaker.selected")).toEqual([]);
  });
});
