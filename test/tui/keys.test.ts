import { describe, expect, it } from "vitest";
import { partsOf } from "../../src/tui/frame/parts.ts";
import { intentOf } from "../../src/tui/state/keys.ts";
import type { ViewState } from "../../src/tui/state/model.ts";
import { update } from "../../src/tui/update/update.ts";
import type { ViewEffect } from "../../src/tui/update/updated.ts";
import { opened, smallMeeting, spoken, transcript } from "../reports/meeting.ts";
import { screenText, watching } from "./watching.ts";

function press(state: ViewState, ...keys: readonly string[]): { state: ViewState; effects: ViewEffect[] } {
  let now = state;
  const effects: ViewEffect[] = [];
  for (const name of keys) {
    const intent = intentOf({ name, character: name.length === 1 ? name : null }, now);
    if (!intent) continue;
    const updated = update(now, intent);
    now = updated.state;
    effects.push(...updated.effects);
  }
  return { state: now, effects };
}

const SIZES = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 112, rows: 26 },
  { columns: 120, rows: 36 },
  { columns: 200, rows: 60 },
];

describe("help", () => {
  const helped = (size: ViewState["size"], more: Partial<ViewState> = {}) =>
    watching(smallMeeting().slice(0, 11), { size, isHelpOpen: true, ...more });

  it.each(SIZES)("cuts no text at $columns x $rows, and marks where it goes on", (size) => {
    const rows = screenText(helped(size)).split("\n").slice(3, -2);
    expect(rows.join("\n")).not.toContain("…");
    const isWhole = partsOf(helped(size)).helpWindow!.isAtEnd;
    expect(rows.some((row) => row.includes(" more: ↓ "))).toBe(!isWhole);
  });

  it.each(SIZES.slice(2))("is on one screen at $columns x $rows, live and replayed", (size) => {
    for (const mode of ["live", "replay"] as const)
      expect(partsOf(helped(size, { mode, canAct: mode === "live" })).helpWindow!.isAtEnd).toBe(true);
  });

  it("goes on by the arrows to its last line, and back", () => {
    const start = helped({ columns: 60, rows: 15 });
    expect(screenText(start)).not.toContain("letters of their own");
    const end = press(start, ...Array.from({ length: 60 }, () => "down")).state;
    expect(screenText(end)).toMatch(/letters of their\s+own/);
    expect(screenText(end)).not.toContain("more: ↓");
    expect(screenText(press(end, "home").state)).toBe(screenText(start));
  });
});

describe("the footer", () => {
  it("keeps the first keys beside a note, however long that is", () => {
    const note = { text: "Before the next turn: chair ".repeat(20), until: 1, isBad: false };
    for (const size of SIZES) {
      const footer = screenText(watching(smallMeeting(), { size, note })).trimEnd().split("\n").at(-1)!;
      expect(footer).toContain("Before the next turn");
      expect(footer).toContain("? help");
      expect(footer).toContain("q quit");
    }
  });

  it("shows whole keys only", () => {
    for (let columns = 60; columns <= 200; columns += 7) {
      const footer = screenText(watching(smallMeeting(), { size: { columns, rows: 24 } })).trimEnd();
      expect(footer.split("\n").at(-1)).not.toContain("…");
    }
  });
});

describe("a search", () => {
  const events = transcript([
    opened(),
    ...["an apple", "a pear", "an Apple again", "nothing", "apples"].map((text, index) =>
      spoken(String(index + 1), "chen", text),
    ),
  ]);
  const typed = ["/", "a", "p", "p", "l", "e", "enter"];

  it("tells which of how many places it stands at", () => {
    const first = press(watching(events), ...typed).state;
    expect(screenText(first)).toContain('"apple" 3 of 3');
    const next = press(first, "n").state;
    expect(screenText(next)).toContain('"apple" 1 of 3');
    expect(screenText(press(next, "S-n").state)).toContain('"apple" 3 of 3');
  });

  it("counts a long record in pieces, and says that it is not done", () => {
    const many = transcript([
      opened(),
      ...Array.from({ length: 9_000 }, (_, index) => spoken(String(index + 1), "chen", "an apple")),
    ]);
    const { state, effects } = press(watching(many), ...typed);
    expect(screenText(state)).toMatch(/"apple" 7999\+ /);
    expect(effects).toEqual([{ do: "search-on" }]);
    const done = update(state, { want: "search-on" });
    expect(screenText(done.state)).toMatch(/"apple" \d+ of 9000 /);
    expect(done.effects).toEqual([]);
  }, 30_000);
});

describe("a key to the end", () => {
  it("goes to the end of a record, not only of what is shown", () => {
    const events = smallMeeting();
    const state = watching(events.slice(0, 6), { mode: "replay", canAct: false, total: events.length });
    expect(press(state, "S-g").effects).toEqual([{ do: "seek-to", seq: events.length }]);
  });
});

describe("one key", () => {
  it("lays a panel out once, for scrolling it and for painting it", () => {
    const before = watching(smallMeeting(), { size: { columns: 120, rows: 16 } });
    const laid = partsOf(before).panel;
    const { state } = press(before, "S-j");
    expect(state.panelAt).not.toBeNull();
    expect(partsOf(state).panel).toBe(laid);
  });

  it("lays a panel out anew where what it shows has changed", () => {
    const events = smallMeeting();
    const before = partsOf(watching(events.slice(0, 8))).panel;
    expect(partsOf(watching(events.slice(0, 9))).panel).not.toBe(before);
  });
});
