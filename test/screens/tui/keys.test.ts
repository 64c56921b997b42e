import { describe, expect, it } from "vitest";
import { BINDINGS } from "../../../src/screens/tui/keys.ts";
import type { Size } from "../../../src/screens/tui/model.ts";
import { opened, smallMeeting, spoken, transcript } from "../../showing/meeting.ts";
import { type Watcher, type WatcherOptions, watch } from "../../support/watcher.ts";
import { press } from "./press.ts";

const SIZES = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 112, rows: 26 },
  { columns: 120, rows: 36 },
  { columns: 200, rows: 60 },
];

describe("help", () => {
  const helped = (size: Size, more: WatcherOptions = {}) =>
    watch(smallMeeting().slice(0, 11), { size, ...more }).keys("?");
  const isWhole = (help: Watcher) => help.keys("down").text === help.text;

  it.each(SIZES)("cuts no text at $columns x $rows, and marks where it goes on", (size) => {
    const rows = helped(size).text.split("\n").slice(2, -2);
    expect(rows.join("\n")).not.toContain("…");
    expect(rows.some((row) => row.includes(" more: ↓ "))).toBe(!isWhole(helped(size)));
  });

  it("lists each key once", () => {
    const keys = BINDINGS.map(({ key }) => key).filter((key) => key !== "enter");
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(SIZES.slice(3))("is on one screen at $columns x $rows, live and replayed", (size) => {
    for (const mode of [{}, { replayOf: 16 }]) {
      expect(isWhole(helped(size, mode))).toBe(true);
      expect(helped(size, mode).text).not.toContain(" more: ");
    }
  });
});

describe("the footer", () => {
  it("keeps the first keys beside a note, however long that is", () => {
    const before = watch(smallMeeting()).keys("/").write("a zebra ".repeat(20)).keys("enter");
    for (const size of SIZES) {
      const footer = before.resize(size).text.trimEnd().split("\n").at(-1)!;
      expect(footer).toContain("a zebra");
      expect(footer).toContain("? all keys");
      expect(footer).toContain("q quit");
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
    const first = press(watch(events), ...typed);
    expect(first.text).toContain('"apple" 3 of 3');
    const next = press(first, "n");
    expect(next.text).toContain('"apple" 1 of 3');
    expect(press(next, "S-n").text).toContain('"apple" 3 of 3');
  });
});
