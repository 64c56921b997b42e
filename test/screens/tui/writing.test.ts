import { board } from "boardroom";
import { describe, expect, it } from "vitest";
import { exampleScenario } from "../../support/example-scenario.ts";
import { exampleMeeting, talker } from "../../support/meetings.ts";
import { type Watcher, type WatcherOptions, watch } from "../../support/watcher.ts";
import { press } from "./press.ts";

/** The view of a debate in which ngo, who sits as Ada Ash, has the floor after others have spoken. */
async function asked(changes: WatcherOptions = {}): Promise<Watcher> {
  const scenario = exampleScenario({ options: { openingBallot: false } });
  const members = scenario.members.map((seat) =>
    seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat,
  );
  const cast = { ben: talker("ben", "NO", 3), cleo: talker("cleo", "YES", 3) };
  const meeting = exampleMeeting(cast, {
    scenario: { ...scenario, members },
    protocol: board,
    seed: 4,
  });
  await meeting.run();
  return watch(meeting.journal.events, { person: "ngo", ...changes });
}

const SIZES = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 36 },
  { columns: 200, rows: 60 },
];

describe("whoever is asked here", () => {
  it.each(SIZES)(
    "is told at $columns x $rows that it is their turn, and the key for it",
    async (size) => {
      const text = (await asked({ size })).text;
      expect(text.split("\n")[0]).toContain("YOUR TURN: press enter");
      expect(text).toMatch(/ngo, it is your turn: press\s[^│]*(?:│\s+)?enter/);
      expect(text).not.toContain("waiting for chair");
      expect(text.trimEnd().split("\n").at(-1)).toContain("enter answer");
    },
  );

  it("is somebody else's turn for everybody else, with how that person answers", async () => {
    const text = (await asked({ person: "mai" })).text;
    expect(text).toContain("? waiting for ngo");
    expect(text).toMatch(/waiting for ngo\. To answer: boardroom act/);
    expect(text).not.toContain("YOUR TURN");
  });
});

describe("while an answer is written", () => {
  it.each(SIZES)("the debate stays in sight at $columns x $rows", async (size) => {
    const before = await asked({ size });
    const writing = press(before, "enter", "Here is why.").text;
    expect(writing).toContain("Here is why.");
    expect(writing).toContain("ngo, it is your turn");
    expect(writing).toContain("your answer: Dr. Ada Ash");
  });
});

describe("what was typed", () => {
  it("is changed at the cursor, sign by sign, word by word and to either end of a line", async () => {
    const line = (view: Watcher) => view.text.trimEnd().split("\n").at(-1)?.trim();
    const typing = press(await asked({ person: "mai" }), "/", "one 你 two");
    const steps = [
      [["left", "left", "left", "left", "left"], "/one ▌你 two"],
      [["delete"], "/one ▌ two"],
      [["right", "C-k"], "/one  ▌"],
      [["C-w", "ae\u0301x", "left", "backspace"], "/a▌x"],
      [["home", "b", "end", "c"], "/baxc▌"],
      [["C-a", "right", "C-u"], "/▌axc"],
    ] as const;
    let view = typing;
    for (const [keys, shown] of steps) {
      view = press(view, ...keys);
      expect(line(view)).toBe(shown);
    }
    expect(press(view, "enter").text).toContain('"axc" is not in the transcript');
  });

  it("is kept where the question has been answered elsewhere, and offered at the next", async () => {
    const scenario = exampleScenario({ options: { openingBallot: false } });
    const members = scenario.members.map((seat) =>
      seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat,
    );
    let asked = 0;
    const meeting = exampleMeeting(
      { ben: talker("ben", "NO", 9), cleo: talker("cleo", "YES", 9) },
      {
        scenario: { ...scenario, members },
        seed: 4,
        people: async () => (asked++ === 0 ? { content: "I answered elsewhere." } : null),
      },
    );
    await meeting.run();
    const { events } = meeting.journal;
    const first = events.findIndex(({ type }) => type === "human.asked") + 1;
    const begun = press(watch(events.slice(0, first), { person: "ngo" }), "enter", "Here is why.");
    const elsewhere =
      events.findIndex(({ type }, at) => type === "message.spoken" && at > first) + 1;
    const late = press(begun.happened(events.slice(first, elsewhere)), "enter", ".", "enter");
    expect(late.text).toContain("what you wrote is kept");
    expect(late.wishes).toEqual([]);
    expect(press(late.happened(events.slice(elsewhere)), "enter").text).toContain("Here is why.");
  });
});
