import { board, type MeetingEvent, type ModelRequest } from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { exampleMeeting, talker } from "../../support/meetings.ts";
import { type Watcher, type WatcherOptions, watch } from "../../support/watcher.ts";

const TELLING = /Ben|Birch|Cleo|Cedar|Reviewer ben|Reviewer cleo|\bben\b|\bcleo\b/;

let calledBen = "";

/** A debate under labels in which ngo sits as Ada, with names in what is said, that waits for ngo's second turn. */
async function debate(view: "anonymous" | "perspective"): Promise<readonly MeetingEvent[]> {
  const scenario = exampleScenario({ prompt: { view } });
  const members = scenario.members.map((seat) =>
    seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat,
  );
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

function shownTo(person: string, more: WatcherOptions = {}): Watcher {
  return watch(events, { person, ...more });
}

describe("whoever holds a seat among members without names", () => {
  it.each(SIZES)("sees labels on every panel at $columns x $rows", (size) => {
    for (const panel of ["0", "1", "2", "3", "4", "5", "6", "7"])
      for (const tabs of [0, 1, 2, 3])
        expect(
          shownTo("ngo", { size })
            .write(panel)
            .keys(...Array.from({ length: tabs }, () => "tab")).text,
        ).not.toMatch(TELLING);
    expect(shownTo("ngo", { size }).keys("0").text).toContain("Member ");
  });

  it("sees labels in what is said, in what is being written, in acts, in the question and by search", () => {
    const signals = [
      { type: "text", path: "x", speaker: "ben", delta: "As Cleo Cedar told Be" },
    ] as const;
    const { text } = shownTo("ngo", { signals }).keys("0");
    expect(text).toMatch(/As Member [A-C] told/);
    expect(text).not.toMatch(/told Be/);
    expect(text).toMatch(/Member [A-C] is wrong, and I, Member [A-C], say so\./);
    const given = shownTo("ngo").keys("tab", "tab", "a", "g").text;
    expect(given).toMatch(/chooses Member [A-C] as next speaker/);
    const asked = shownTo("ngo").keys("enter").text;
    expect(asked).toMatch(/ngo has the floor as Member [A-C]/);
    expect(asked).not.toMatch(TELLING);
    const sought = (query: string) => shownTo("ngo").keys("/").write(query).keys("enter").text;
    expect(sought("birch")).toContain('"birch" is not in the transcript.');
    expect(sought("member")).toMatch(/"member" \d+ of \d+/);
  });

  it("has the labels of the prompts, listed in their order, and sees of their own seat what it is", () => {
    const { text } = shownTo("ngo");
    const cards = [...text.matchAll(/^ {3}(Member [A-C]) +│/gm)].map(([, label]) => label);
    expect(cards).toEqual(["Member A", "Member B", "Member C"]);
    const remark = text.split("\n").findIndex((row) => row.includes("is wrong, and I, "));
    expect(text.split("\n")[remark]).toContain(`is wrong, and I, ${calledBen}, say so.`);
    expect(text).toContain("by ngo");
  });

  it("sees names where the prompts have them", async () => {
    const open = await debate("perspective");
    expect(watch(open, { person: "ngo" }).text).toContain("Birch");
  });
});

describe("a person at a table with open names", () => {
  it("does not see the private votes of others before the close", async () => {
    const all = await debate("perspective");
    const voted = all.slice(0, all.findLastIndex(({ type }) => type === "ballot.cast") + 1);
    const shown = (person: string, panel = "") =>
      watch(voted, { person, size: { columns: 200, rows: 60 } }).write(panel).text;
    expect(shown("mai")).toMatch(/opening vote: .*Birch \S+ No/);
    expect(shown("mai")).toMatch(/Opening vote: 2 for, 1 against/);
    expect(shown("ngo")).toMatch(/opening vote: Ash \S+ Yes/);
    // A viewer without a name answers for every person.
    for (const person of ["ngo", "chair"])
      for (const panel of ["0", "1", "2", "3", "4"])
        expect(shown(person, panel)).not.toMatch(/Birch \S+ No|Opening vote: 2 for|vote: \S+ No/);
  });
});
