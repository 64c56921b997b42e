import { board } from "boardroom";
import { exampleScenario } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { intentOf } from "../../src/tui/state/keys.ts";
import type { ViewState } from "../../src/tui/state/model.ts";
import { update } from "../../src/tui/update/update.ts";
import { smallMeeting } from "../reports/meeting.ts";
import { exampleMeeting, talker } from "../support/meetings.ts";
import { screenText, watching } from "./watching.ts";

/** The view of a debate in which ngo, who sits as Ada Ash, has the floor after others have spoken. */
async function asked(changes: Partial<ViewState> = {}): Promise<ViewState> {
  const scenario = exampleScenario({ options: { openingBallot: false } });
  const members = scenario.members.map((seat) => (seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat));
  const cast = { ben: talker("ben", "NO", 3), cleo: talker("cleo", "YES", 3) };
  const meeting = exampleMeeting(cast, { scenario: { ...scenario, members }, protocol: board, seed: 4 });
  await meeting.run();
  return watching(meeting.journal.events, { person: "ngo", ...changes });
}

function press(state: ViewState, ...keys: readonly string[]): ViewState {
  let now = state;
  for (const key of keys) {
    const names = /^(?:enter|escape|up|down)$/.test(key)
      ? [{ name: key, character: null }]
      : [...key].map((character) => ({ name: character === " " ? "space" : character, character }));
    for (const pressed of names) {
      const intent = intentOf(pressed, now);
      if (intent) now = update(now, intent).state;
    }
  }
  return now;
}

const SIZES = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 36 },
  { columns: 200, rows: 60 },
];

describe("whoever is asked here", () => {
  it.each(SIZES)("is told at $columns x $rows that it is their turn, and the key for it", async (size) => {
    const text = screenText(await asked({ size }));
    expect(text.split("\n")[0]).toContain("YOUR TURN: press a");
    expect(text).toContain("ngo, it is your turn: press a");
    expect(text).not.toContain("WAITING for");
    expect(text.trimEnd().split("\n").at(-1)).toContain("a answer");
  });

  it("is told as whom, where no name was given", async () =>
    expect(screenText(await asked({ person: "chair" }))).toContain("YOUR TURN as ngo: press a"));

  it("is somebody else's turn for everybody else, with how that person answers", async () => {
    const text = screenText(await asked({ person: "mai" }));
    expect(text).toContain("? WAITING for ngo");
    expect(text).toMatch(/waiting for ngo, who answers from any[\s\S]*terminal: boardroom answer/);
    expect(text).not.toContain("YOUR TURN");
  });
});

describe("while an answer is written", () => {
  it.each(SIZES)("the debate stays in sight at $columns x $rows", async (size) => {
    const before = await asked({ size });
    const writing = screenText(press(before, "a", "Here is why."));
    expect(writing).toContain("Here is why.");
    expect(writing).toContain("ngo, it is your turn");
    expect(writing).toContain("your answer: Dr. Ada Ash");
  });

  it("the document panel stays above the form where it was asked for, so that it can be cited", async () => {
    const before = await asked({ size: { columns: 120, rows: 36 } });
    const text = screenText(press(before, "4", "a", "Here is why."));
    expect(text).toContain("─ 4 document ─");
    expect(text).toContain("Here is why.");
    expect(text).toContain("ngo, it is your turn");
  });

  it("every size is filled exactly", async () => {
    const before = await asked();
    for (const columns of [60, 79, 80, 111, 112, 300])
      for (const rows of [15, 19, 20, 50])
        for (const panel of [undefined, null, "document"] as const) {
          const state = { ...before, size: { columns, rows }, panel };
          const text = screenText(press(state, "a", "x"));
          expect(text.split("\n")).toHaveLength(rows + 1);
          expect(text).toContain(" x");
        }
  });
});

describe("what was typed", () => {
  it("is there again after esc, for all and for one", () => {
    const state = watching(smallMeeting().slice(0, 11), { chosen: "kumar" });
    const left = press(state, "i", "Mind the time.", "escape", "w", "Ask her.", "escape");
    expect(screenText(left)).not.toContain("Mind the time.");
    expect(screenText(press(left, "i"))).toContain("say to all: Mind the time.");
    expect(screenText(press(left, "w"))).toContain("Ask her.");
  });

  it("is gone once it was said", () => {
    const state = watching(smallMeeting().slice(0, 11));
    expect(screenText(press(state, "i", "Mind the time.", "enter", "i"))).toMatch(/say to all:\s*$/m);
  });

  it("is kept where the question has been answered elsewhere, and offered at the next", async () => {
    const state = await asked();
    const begun = press(state, "a", "Here is why.");
    const over = { ...begun, meeting: { ...begun.meeting!, awaited: [] } };
    const late = press(over, "enter", ".", "enter");
    expect(screenText(late)).toContain("what you wrote is kept");
    const next = {
      ...late.meeting!,
      awaited: state.meeting!.awaited.map((each) => ({ ...each, path: "99.1" })),
    };
    expect(screenText(press({ ...late, meeting: next }, "a"))).toContain("Here is why.");
  });
});
