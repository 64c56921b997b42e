import type { LiveSignal } from "boardroom";
import { describe, expect, it } from "vitest";
import { smallMeeting } from "../../showing/meeting.ts";
import { type WatcherOptions, watch } from "../../support/watcher.ts";
import { widthOf } from "../../support/widths.ts";
import { screenText, watching } from "./watching.ts";

const LIVE = [
  { columns: 60, rows: 15 },
  { columns: 120, rows: 35 },
];
const CLOSED = [
  { columns: 80, rows: 24 },
  { columns: 200, rows: 60 },
];

const meeting = smallMeeting();
const halfway = meeting.slice(0, 11);

const PANELS = ["tally", "member", "cost", "document"] as const;

const call = { path: "7", speaker: "watson" };
const thinking: readonly LiveSignal[] = [{ ...call, type: "thinking", private: false }];
const speaking: readonly LiveSignal[] = [
  { ...call, type: "text", delta: "I see both sides of the" },
];

describe("the whole screen", () => {
  it.each(LIVE)("of a live meeting at $columns x $rows", async (size) => {
    const text = watch(halfway, { size, signals: speaking }).text;
    await expect(text).toMatchFileSnapshot(`golden/live-${size.columns}x${size.rows}.txt`);
  });

  it.each(CLOSED)("of a closed meeting at $columns x $rows", async (size) => {
    const { text } = watch(meeting, { size });
    await expect(text).toMatchFileSnapshot(`golden/closed-${size.columns}x${size.rows}.txt`);
  });

  it.each(["tally", "member"] as const)("with the panel %s", async (panel) => {
    const text = screenText(watching(meeting.slice(0, 14), { panel, chosen: "kumar" }));
    await expect(text).toMatchFileSnapshot(`golden/panel-${panel}.txt`);
  });

  it("with help", async () => {
    const { text } = watch(halfway).keys("?");
    await expect(text).toMatchFileSnapshot("golden/help.txt");
  });

  it("of a replay, paused, with its own keys", async () => {
    const { text } = watch(halfway, { isPaused: true, replayOf: 16 });
    await expect(text).toMatchFileSnapshot("golden/replay.txt");
  });
});

describe("every size", () => {
  it.each([
    [60, 15],
    [94, 50],
    [300, 100],
  ])("fills each row exactly, with every panel: %i x %i", (columns, rows) => {
    for (const panel of ["0", ...PANELS.map((_, at) => String(at + 1))]) {
      const seen = watch(meeting, { size: { columns, rows } }).write(panel).rows;
      expect(seen).toHaveLength(rows);
      for (const row of seen) expect(widthOf(row)).toBe(columns);
    }
  });

  it.each([
    [59, 40],
    [60, 14],
    [20, 5],
    [1, 1],
  ])("below 60x15 says what is needed: %i x %i", (columns, rows) => {
    const seen = watch(meeting, { size: { columns, rows } }).rows;
    expect(seen).toHaveLength(rows);
    expect(seen[0]).toHaveLength(columns);
    if (columns >= 12) expect(seen[0]).toContain("60x15");
  });
});

describe("what the state line tells", () => {
  const header = (options: WatcherOptions) => watch(halfway, options).text.split("\n")[0];
  const waiting: LiveSignal = { ...call, type: "waiting", ms: 9_000, why: "overloaded" };

  it("a pause", () => expect(header({ isPaused: true })).toContain("‖ paused"));
  it("an ending that was asked for", () =>
    expect(watch(halfway).keys("a", "e", "y").text.split("\n")[0]).toContain(
      "ending after this turn",
    ));
  it("a model that says nothing for five seconds", () =>
    expect(header({ signals: thinking, after: 6_200 })).toContain("no reply"));
  it("a retry", () => expect(header({ signals: [waiting] })).toContain("waiting to retry"));
  it("a provider that answers nobody, for how long, and how long it is waited for", () => {
    const out = { provider: "anthropic", ms: 12_000, ofMs: 600_000 };
    expect(header({ signals: [{ ...waiting, out }], after: 3_000 })).toContain(
      "◐ waiting for anthropic, 15 s of 600 s",
    );
  });
  it("that words came too late, where the meeting closed before it came to them", () => {
    const late = [{ act: "interject" as const, text: "One more thing." }];
    const size = { columns: 250, rows: 60 };
    const open = screenText(watching(halfway, { waitingActs: late, size }));
    expect(open).toContain("waits for the next turn: chair says to all: One more thing.");
    const closed = screenText(watching(meeting, { waitingActs: late, size }));
    expect(closed).toContain(
      "came too late, after the meeting: chair says to all: One more thing.",
    );
  });

  it("that it has closed, without a word that would take the title's room", () =>
    expect(watch(meeting).text.split("\n")[0]).toMatch(
      /^ Should the institute hire Ada Byron\? +■ closed$/,
    ));
});

describe("a member's card", () => {
  const screen = (options: WatcherOptions = {}) => watch(halfway, options).text;

  it("says who thinks, who speaks, who is asked again and who waits", () => {
    const why = "no verdict";
    expect(screen({ signals: thinking })).toContain("thinking");
    expect(screen({ signals: speaking })).toContain("speaking");
    expect(screen({ signals: [{ ...call, type: "discarded", why }] })).toContain(
      `asked again: ${why}`,
    );
    expect(
      screen({ signals: [{ ...call, type: "waiting", ms: 4_000, why: "overloaded" }] }),
    ).toContain("retry in 4 s: overloaded");
  });

  it("counts the seconds of thinking from the first one, and of a silence", () => {
    expect(screen({ signals: thinking, after: 1_100 })).toContain("thinking 1 s");
    expect(screen({ signals: speaking, after: 7_400 })).toContain("silent 7 s");
  });

  it("says held, and counts nothing, while the meeting is paused", () =>
    expect(screen({ signals: speaking, isPaused: true, after: 60_000 })).toContain("held"));

  it("tells a verdict by sign as well as by colour, and how sure the member is", () => {
    expect(screen()).toMatch(/● Hire +│[\s\S]* 70 % sure +│/);
  });
});

describe("private answers", () => {
  const voting = (...speakers: readonly string[]): readonly LiveSignal[] =>
    speakers.flatMap((speaker) => [
      { type: "thinking", path: speaker, speaker, private: true },
      { type: "text", path: speaker, speaker, delta: "my secret ballot" },
    ]);

  it("are told by one row while they are asked for, and none of their words is shown", () => {
    const size = { columns: 120, rows: 40 };
    const screen = watch(halfway, { size, signals: voting("chen", "watson") }).keys("0").text;
    expect(screen).toContain("Dr. Sarah Chen and Emily Watson answer in private");
    expect(screen).not.toContain("my secret ballot");
  });

  it("of a panel are shown while they come to whoever holds no seat", () => {
    const [thinks] = voting("chen");
    const says: LiveSignal = {
      type: "private-text",
      path: "chen",
      speaker: "chen",
      delta: "the deposits hold",
    };
    expect(watch(halfway, { signals: [thinks!, says] }).text).toContain("the deposits hold");
  });

  it("are counted where they are many", () =>
    expect(watch(halfway, { signals: voting("chen", "kumar", "watson") }).text).toContain(
      "3 members answer in private",
    ));
});
