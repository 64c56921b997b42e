import { describe, expect, it } from "vitest";
import { displayWidth } from "../../src/text/width.ts";
import { view } from "../../src/tui/frame/view.ts";
import { lineText } from "../../src/tui/paint/spans.ts";
import { PANELS, type ViewState } from "../../src/tui/state/model.ts";
import { smallMeeting } from "../reports/meeting.ts";
import { screenText, watching } from "./watching.ts";

const SIZES = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 35 },
  { columns: 200, rows: 60 },
];

const meeting = smallMeeting();
/** As far as Chen's second message; Kumar is being asked. */
const halfway = meeting.slice(0, 11);

const speaking: ViewState["calls"] = new Map([
  [
    "7",
    {
      path: "7",
      speaker: "watson",
      isPrivate: false,
      phase: "speaking",
      text: "I see both sides of the",
      why: "",
      heardAt: 0,
      until: 0,
    },
  ],
]);

describe("the whole screen", () => {
  it.each(SIZES)("of a live meeting at $columns x $rows", async (size) => {
    const text = screenText(watching(halfway, { size, calls: speaking }));
    await expect(text).toMatchFileSnapshot(`golden/live-${size.columns}x${size.rows}.txt`);
  });

  it.each(SIZES)("of a closed meeting at $columns x $rows", async (size) => {
    const text = screenText(watching(meeting, { size }));
    await expect(text).toMatchFileSnapshot(`golden/closed-${size.columns}x${size.rows}.txt`);
  });

  it.each(PANELS)("with the panel %s", async (panel) => {
    const prompt = {
      key: "",
      speaker: "chen",
      prompt: {
        shared: "You sit on a board.\nOptions: HIRE, NO_HIRE.",
        individual: "You are Dr. Sarah Chen.",
        turns: [
          { role: "user" as const, parts: ["The meeting opens."] },
          { role: "assistant" as const, parts: ["<Message>mine</Message>"] },
        ],
        cue: "<Cue>You have the floor.</Cue>",
      },
    };
    const text = screenText(watching(meeting.slice(0, 14), { panel, prompt, chosen: "kumar" }));
    await expect(text).toMatchFileSnapshot(`golden/panel-${panel}.txt`);
  });

  it("says that a prompt is being rebuilt, and shows the one before meanwhile", () => {
    const asked = { key: "7", speaker: "watson", isAwaited: true };
    const prompt = { shared: "The rules.", individual: "", turns: [], cue: "You have the floor." };
    const size = { columns: 200, rows: 60 };
    const before = screenText(watching(halfway, { panel: "prompt", prompt: { ...asked, prompt: null }, size }));
    expect(before).toContain("The prompt is being rebuilt from the record");
    const after = screenText(watching(halfway, { panel: "prompt", prompt: { ...asked, prompt }, size }));
    expect(after).toMatch(/Prompt of .*: being rebuilt/);
    expect(after).toContain("You have the floor.");
  });

  it("with help", async () => {
    const text = screenText(watching(halfway, { isHelpOpen: true }));
    await expect(text).toMatchFileSnapshot("golden/help.txt");
  });

  it("of a replay, paused, with its own keys", async () => {
    const text = screenText(watching(halfway, { mode: "replay", isPaused: true, total: 16, canAct: false }));
    await expect(text).toMatchFileSnapshot("golden/replay.txt");
  });

  it("before the first event", async () => {
    await expect(screenText(watching([]))).toMatchFileSnapshot("golden/opening.txt");
  });

  it("while the earlier part of a long record is still being read", async () => {
    const state = watching([meeting[0]!], { mode: "replay", isCounting: true, canAct: false });
    await expect(screenText(state)).toMatchFileSnapshot("golden/counting.txt");
  });
});

describe("every size", () => {
  it("fills each row exactly, from 60x15 to 300x100, with every panel", () => {
    for (let columns = 60; columns <= 300; columns += 34) {
      for (const rows of [15, 16, 24, 50, 100]) {
        for (const panel of [null, ...PANELS]) {
          const lines = view(watching(meeting, { size: { columns, rows }, panel }));
          expect(lines).toHaveLength(rows);
          for (const line of lines) expect(displayWidth(lineText(line))).toBe(columns);
        }
      }
    }
  });

  it.each([
    [59, 40],
    [60, 14],
    [20, 5],
    [1, 1],
  ])("below 60x15 says what is needed: %i x %i", (columns, rows) => {
    const lines = view(watching(meeting, { size: { columns, rows } }));
    expect(lines).toHaveLength(rows);
    expect(lineText(lines[0]!).length).toBe(columns);
    if (columns >= 12) expect(lineText(lines[0]!)).toContain("60x15");
  });
});

describe("what the state line tells", () => {
  const header = (changes: Partial<ViewState>) => screenText(watching(halfway, changes)).split("\n")[0];
  const call = [...speaking.values()][0]!;

  it("a pause", () => expect(header({ isPaused: true })).toContain("‖ PAUSED"));
  it("the pace", () => expect(header({ pace: 4 })).toContain("● LIVE 4×"));
  it("an ending that was asked for", () =>
    expect(header({ isEnding: true })).toContain("ENDING after this turn"));
  it("a model that says nothing for five seconds", () =>
    expect(header({ calls: new Map([["7", { ...call, phase: "thinking" }]]), clock: 6_200 })).toContain(
      "NO REPLY",
    ));
  it("a retry", () =>
    expect(header({ calls: new Map([["7", { ...call, phase: "waiting", until: 9_000 }]]) })).toContain(
      "WAITING",
    ));
  it("a provider that answers nobody, for how long, and how long it is waited for", () => {
    const out = { provider: "anthropic", ms: 12_000, ofMs: 600_000 };
    const waits = { ...call, phase: "waiting" as const, heardAt: 1_000, until: 9_000, out };
    expect(header({ calls: new Map([["7", waits]]), clock: 4_000 })).toContain(
      "◐ WAITING for anthropic, 15 s of 600 s",
    );
  });
  it("that it has closed, without a word that would take the title's room", () =>
    expect(screenText(watching(meeting)).split("\n")[0]).toMatch(/^ A post at the institute +■ CLOSED$/));
});

describe("a member's card", () => {
  const screen = (changes: Partial<ViewState>) => screenText(watching(halfway, changes));
  const call = [...speaking.values()][0]!;
  const withCall = (more: object, clock = 0) =>
    screen({ calls: new Map([["7", { ...call, ...more }]]), clock });

  it("says who thinks, who speaks, who is asked again and who waits", () => {
    expect(withCall({ phase: "thinking" })).toContain("thinking");
    expect(withCall({})).toContain("speaking");
    expect(withCall({ phase: "discarded", why: "no verdict" })).toContain("asked again: no verdict");
    expect(withCall({ phase: "waiting", why: "overloaded", until: 4_000 })).toContain(
      "retry in 4 s: overloaded",
    );
  });

  it("counts the seconds of thinking from the first one, and of a silence", () => {
    expect(withCall({ phase: "thinking" }, 1_100)).toContain("thinking 1 s");
    expect(withCall({}, 7_400)).toContain("silent 7 s");
  });

  it("says held, and counts nothing, while the meeting is paused", () =>
    expect(screen({ calls: speaking, isPaused: true, clock: 60_000 })).toContain("held"));

  it("tells a verdict by letter as well as by colour, and labels both figures", () => {
    expect(screen({})).toMatch(/ F {3}HIRE +70 % sure │/);
    expect(screen({})).toContain("67 % of turns");
  });
});

describe("private answers", () => {
  const voting = (...speakers: readonly string[]): ViewState["calls"] =>
    new Map(
      speakers.map((speaker) => [
        speaker,
        { ...[...speaking.values()][0]!, path: speaker, speaker, isPrivate: true, text: "my secret ballot" },
      ]),
    );

  it("are told by one row while they are asked for, and none of their words is shown", () => {
    const size = { columns: 120, rows: 40 };
    const screen = screenText(watching(halfway, { size, panel: null, calls: voting("chen", "watson") }));
    expect(screen).toContain("Dr. Sarah Chen and Emily Watson answer in private");
    expect(screen).not.toContain("my secret ballot");
  });

  it("are counted where they are many", () =>
    expect(screenText(watching(halfway, { calls: voting("chen", "kumar", "watson") }))).toContain(
      "3 members answer in private",
    ));
});
