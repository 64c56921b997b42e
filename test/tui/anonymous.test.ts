import { board, type MeetingEvent, type ModelRequest } from "boardroom";
import { exampleScenario, reply } from "boardroom/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { intentOf } from "../../src/tui/state/keys.ts";
import { PANELS, type ViewState } from "../../src/tui/state/model.ts";
import { tableOf } from "../../src/tui/state/table.ts";
import { update } from "../../src/tui/update/update.ts";
import { matching } from "../../src/watching/search.ts";
import { exampleMeeting, talker } from "../support/meetings.ts";
import { screenText, watching } from "./watching.ts";

/** Whatever would tell who the others are. */
const TELLING = /Ben|Birch|Cleo|Cedar|Reviewer ben|Reviewer cleo|\bben\b|\bcleo\b/;

/** How Ben's prompts call him. */
let calledBen = "";

/** A debate under labels in which ngo sits as Ada, with names in what is said, that waits for ngo's second turn. */
async function debate(view: "anonymous" | "perspective"): Promise<readonly MeetingEvent[]> {
  const scenario = exampleScenario({ prompt: { view } });
  const members = scenario.members.map((seat) => (seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat));
  const gossip = reply({
    speaker: "Ben Birch",
    verdict: "NO",
    content: "Prof. Cleo Cedar is wrong, and I, Ben, say so.",
  });
  const remarks = ({ individual }: ModelRequest) => {
    calledBen = /Member [A-C]|Ben Birch/.exec(individual)![0];
    return gossip;
  };
  let asked = 0;
  const meeting = exampleMeeting(
    { ben: Array.from({ length: 40 }, () => remarks), cleo: talker("cleo", "YES", 40) },
    {
      scenario: { ...scenario, members },
      protocol: board,
      people: async () =>
        asked++ < 3 ? { verdict: "YES", reasoning: "It pays.", content: "I hold it." } : null,
    },
  );
  await meeting.run();
  return meeting.journal.events;
}

let events: readonly MeetingEvent[];
beforeAll(async () => {
  events = await debate("anonymous");
});

const SIZES = [
  { columns: 60, rows: 15 },
  { columns: 100, rows: 30 },
  { columns: 200, rows: 60 },
];

function shownTo(person: string, changes: Partial<ViewState> = {}): ViewState {
  return watching(events, { person, ...changes });
}

describe("whoever holds a seat among members without names", () => {
  it.each(SIZES)("sees labels on every panel at $columns x $rows", (size) => {
    for (const panel of [null, ...PANELS])
      for (const chosen of [null, "ada", "ben", "cleo"]) {
        const text = screenText(shownTo("ngo", { size, panel, chosen }));
        expect(text).not.toMatch(TELLING);
      }
    expect(screenText(shownTo("ngo", { size, panel: null }))).toContain("Member ");
  });

  it("sees labels in what is said, in what is being written, in acts, in the question and by search", () => {
    const call = {
      isPrivate: false,
      phase: "speaking",
      why: "",
      heardAt: 0,
      until: 0,
      path: "x",
      speaker: "ben",
    } as const;
    const calls = new Map([["x", { ...call, text: "As Cleo Cedar told Be" }]]);
    const text = screenText(
      shownTo("ngo", { panel: null, calls, waitingActs: [{ act: "give-floor", to: "ben" }] }),
    );
    expect(text).toMatch(/As Member [A-C] told/);
    expect(text).not.toMatch(/told Be/);
    expect(text).toMatch(/gives the floor to Member [A-C]/);
    expect(text).toMatch(/Member [A-C] is wrong, and I, Member [A-C], say so\./);
    const asked = update(shownTo("ngo"), intentOf({ name: "a", character: "a" }, shownTo("ngo"))!).state;
    expect(screenText(asked)).toMatch(/ngo has the floor as Member [A-C]/);
    expect(screenText(asked)).not.toMatch(TELLING);
    const state = shownTo("ngo");
    expect(state.items.filter(matching("birch", tableOf(state)))).toEqual([]);
    expect(state.items.filter(matching("member", tableOf(state))).length).toBeGreaterThan(0);
  });

  it("has the labels of the prompts, listed in their order, and sees of their own seat what it is", () => {
    const table = tableOf(shownTo("ngo"));
    const names = table.order.slice(0, 3).map(table.displayed);
    expect(names).toEqual(["Member A", "Member B", "Member C"]);
    expect(table.displayed("ben")).toBe(calledBen);
    expect(screenText(shownTo("ngo"))).toContain("Reviewer ada");
  });

  it("is not shown how others vote, for ballots come in the order of the seats", () => {
    const size = { columns: 120, rows: 60 };
    const text = screenText(
      shownTo("ngo", { size, panel: null, reading: { seq: 0, at: Number.NEGATIVE_INFINITY } }),
    );
    expect(text).toMatch(/opening ballot: [A-C] {2}F {2}YES {2}2 in private/);
  });

  it("is whoever answers for everybody, too, and nobody else", () => {
    expect(screenText(shownTo("chair"))).not.toMatch(TELLING);
    expect(screenText(shownTo("mai"))).toContain("Ben Birch");
  });

  it("sees names where the prompts have them", async () => {
    const open = await debate("perspective");
    expect(screenText(watching(open, { person: "ngo" }))).toContain("Ben Birch");
  });
});
