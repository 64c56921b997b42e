import { board, judges } from "boardroom";
import { exampleScenario } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { intentOf } from "../../src/tui/state/keys.ts";
import type { ViewState } from "../../src/tui/state/model.ts";
import { update } from "../../src/tui/update/update.ts";
import type { ViewEffect } from "../../src/tui/update/updated.ts";
import { exampleMeeting } from "../support/meetings.ts";
import { screenText, watching } from "./watching.ts";

/** The view of a meeting that waits for ngo, who sits as Ada Ash. */
async function asked(changes: Partial<ViewState> = {}, options = {}): Promise<ViewState> {
  const scenario = exampleScenario({ options });
  const members = scenario.members.map((seat) => (seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat));
  const meeting = exampleMeeting({}, { scenario: { ...scenario, members }, protocol: board });
  await meeting.run();
  return watching(meeting.journal.events, changes);
}

/** The same where judges answer in fields. */
async function askedForFields(changes: Partial<ViewState> = {}): Promise<ViewState> {
  const scenario = exampleScenario();
  const members = scenario.members.map((seat) => (seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat));
  const meeting = exampleMeeting({}, { scenario: { ...scenario, members }, protocol: judges as never });
  await meeting.run();
  return watching(meeting.journal.events, changes);
}

/** Presses keys, each a name or a text to type. */
function press(state: ViewState, ...keys: readonly string[]): { state: ViewState; effects: ViewEffect[] } {
  const effects: ViewEffect[] = [];
  for (const key of keys) {
    const names = NAMED.has(key) ? [{ name: key, character: null }] : [...key].map(typed);
    for (const pressed of names) {
      const intent = intentOf(pressed, state);
      if (!intent) continue;
      const updated = update(state, intent);
      state = updated.state;
      effects.push(...updated.effects);
    }
  }
  return { state, effects };
}

const NAMED = new Set(["enter", "escape", "C-r", "C-u", "backspace", "up", "down"]);
const typed = (character: string) => ({ name: character === " " ? "space" : character, character });

describe("a person who is asked, in the view", () => {
  it("writes over several lines, and a dot sends words, verdict and reasoning to the question", async () => {
    const before = await asked();
    const written = press(before, "a", "Two lines,", "enter", "no less.", "enter", "/verdict YES", "enter");
    const screen = screenText(written.state);
    expect(screen).toContain("ngo has the floor as ada");
    expect(screen).toMatch(/\/verdict OPTION +YES, MAYBE, NO +\(needed\)|\/verdict OPTION +YES, MAYBE, NO/);
    expect(screen).toContain("no less.");
    expect(screen).toContain(". alone on a line sends");
    const { state, effects } = press(written.state, "/because It pays.", "enter", ".", "enter");
    expect(state.input).toBeNull();
    expect(effects).toEqual([
      {
        do: "answer",
        answer: {
          person: "ngo",
          to: "1/1/1.1",
          answer: { content: "Two lines,\nno less.", verdict: "YES", reasoning: "It pays." },
        },
      },
    ]);
  });

  it("passes in one line", async () => {
    const { effects } = press(await asked({}, { openingBallot: false }), "a", "/pass", "enter");
    expect(effects).toMatchObject([{ answer: { answer: { pass: true } } }]);
  });

  it("reads in the footer what can be said now, and is refused what cannot", async () => {
    const ballot = press(await asked({ size: { columns: 200, rows: 40 } }), "a").state;
    const footer = (state: ViewState) => screenText(state).trimEnd().split("\n").at(-1)!;
    expect(footer(ballot)).toContain("/verdict /because /change /sure /absent");
    expect(footer(ballot)).not.toMatch(/\/(?:pass|withdraw|topic|ready|to)\b/);
    const refused = press(ballot, "/withdraw", "enter", ".", "enter");
    expect(refused.effects).toEqual([]);
    expect(refused.state.note!.text).toContain("/withdraw cannot be said now.");
    const floor = press(await asked({ size: { columns: 200, rows: 40 } }, { openingBallot: false }), "a").state;
    expect(footer(floor)).toContain("/to /cite /withdraw /pass /absent");
  });

  it("is told at once what was not taken, and mends what was written", async () => {
    const scenario = exampleScenario();
    const members = scenario.members.map((seat) =>
      seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat,
    );
    const meeting = exampleMeeting({}, { scenario: { ...scenario, members }, protocol: board });
    meeting.answer({ person: "ngo", answer: { verdict: "PERHAPS", reasoning: "It pays." } });
    await meeting.run();
    const state = watching(meeting.journal.events, { size: { columns: 160, rows: 40 } });
    const footer = screenText(state).trimEnd().split("\n").at(-1)!;
    expect(footer).toContain(
      'Your answer was not taken: "PERHAPS" is not an option. Choose one of YES, MAYBE, NO, or NONE with the reason why you have none.',
    );
    const { state: opened } = press(state, "a");
    expect(opened.input).toEqual({ for: "answer", text: "/verdict PERHAPS\n/because It pays." });
    expect(screenText(opened)).toContain('Not taken: "PERHAPS" is not an option.');
  });

  it("puts the answer aside and takes it up again", async () => {
    const aside = press(await asked(), "a", "Half a thou", "escape");
    expect(aside.state).toMatchObject({ input: null, draft: { for: "answer", text: "Half a thou" } });
    expect(press(aside.state, "a").state.input).toEqual({ for: "answer", text: "Half a thou" });
  });

  it("cites the passage at the top of the document panel", async () => {
    const { state } = press(await asked({ panel: "document" }), "a", "C-r");
    expect(state.input!.text).toBe("/cite memo.md#L1\n");
  });

  it("is told what cannot be read, and keeps what was written", async () => {
    const { state, effects } = press(await asked(), "a", "/verdikt YES", "enter", ".", "enter");
    expect(effects).toEqual([]);
    expect(state.note!.text).toContain("There is no /verdikt.");
    expect(state.input!.text).toBe("/verdikt YES");
  });

  it("answers for nobody else, and not where nothing is asked", async () => {
    expect(press(await asked({ person: "mai" }), "a").state).toMatchObject({ input: null });
    expect(press(await asked({ person: "NGO" }), "a").state.input).not.toBeNull();
    expect(press(watching([]), "a").state.note!.text).toBe("You are not asked for anything now.");
  });
});

describe("a person who is asked for fields, in the view", () => {
  it("fills them in one after the other, is told at the field what does not fit, and sends", async () => {
    const wrong = press(await askedForFields(), "a", "Sound.", "enter", "enter", "PERHAPS", "enter");
    const screen = screenText(wrong.state);
    expect(screen).toContain("✓ analysis  Sound.");
    expect(screen).toMatch(/▸ verdict\n.*│ +one of 1 YES, 2 MAYBE, 3 NO/);
    expect(screen).toContain('! "PERHAPS" is none of them');
    expect(wrong.effects).toEqual([]);
    const sent = press(wrong.state, "C-u", "3", "enter", "enter", "0.9", "enter", "enter");
    expect(sent.effects).toEqual([
      {
        do: "answer",
        answer: {
          person: "ngo",
          to: "1/1/1.1",
          answer: { analysis: "Sound.", findings: [], verdict: "NO", confidence: 0.9 },
        },
      },
    ]);
  });

  it("keeps what was written for later, cites into a field, and may decline", async () => {
    const aside = press(await askedForFields({ panel: "document" }), "a", "See", "C-r", "escape").state;
    expect(aside.input).toBeNull();
    expect(press(aside, "a").state.input!.text).toBe("See memo.md#L1");
    expect(press(aside, "a", "C-u", "/absent I know her", "enter").effects).toMatchObject([
      { answer: { answer: { absent: "I know her" } } },
    ]);
  });

  it("has what was sent before it again, should it be handed back", async () => {
    const json = '{"analysis": "Sound.", "findings": [], "verdict": "YES"}';
    const { state, effects } = press(await askedForFields(), "a", json, "enter", "enter");
    expect(effects).toMatchObject([{ answer: { answer: { verdict: "YES" } } }]);
    expect(screenText(press(state, "a").state)).toContain("✓ verdict  YES");
  });
});

describe("whoever attends, in the view", () => {
  it("gives the floor to the chosen member, and is told at once where the order is fixed", async () => {
    const state = await asked({ chosen: "ben" });
    expect(press(state, "g")).toMatchObject({
      effects: [{ do: "act", does: { act: "give-floor", to: "ben" } }],
    });
    expect(press(state, "g").state.note!.text).toContain(
      "Before the next turn: chair gives the floor to Ben Birch",
    );
    const fixed = press({ ...state, fixedOrder: judges.fixedOrder! }, "g");
    expect(fixed.effects).toEqual([]);
    expect(fixed.state.note).toMatchObject({
      text: "Nobody can be given the floor: judges answer alone, all at once.",
      isBad: true,
    });
  });

  it("whispers to the chosen member, brings a file, and calls a ballot", async () => {
    const state = await asked({ chosen: "ben" });
    expect(press(state, "w", "Mind it.", "enter").effects).toEqual([
      { do: "act", does: { act: "whisper", to: "ben", text: "Mind it." } },
    ]);
    expect(press(state, "d", "letter.pdf", "enter").effects).toEqual([{ do: "bring", file: "letter.pdf" }]);
    const called = update(state, intentOf({ name: "S-b", character: "B" }, state)!);
    expect(called.effects).toEqual([{ do: "act", does: { act: "call-ballot" } }]);
  });
});
