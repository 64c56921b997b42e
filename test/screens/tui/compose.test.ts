import { board, judges } from "boardroom";
import { describe, expect, it } from "vitest";
import { exampleScenario } from "../../support/example-scenario.ts";
import { exampleMeeting } from "../../support/meetings.ts";
import { type Watcher, type WatcherOptions, watch } from "../../support/watcher.ts";
import { press } from "./press.ts";

/** The view of a meeting that waits for ngo, who sits as Ada Ash. */
async function asked(changes: WatcherOptions = {}, options = {}): Promise<Watcher> {
  const scenario = exampleScenario({ options });
  const members = scenario.members.map((seat) =>
    seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat,
  );
  const meeting = exampleMeeting({}, { scenario: { ...scenario, members }, protocol: board });
  await meeting.run();
  return watch(meeting.journal.events, changes);
}

async function askedForFields(changes: WatcherOptions = {}): Promise<Watcher> {
  const scenario = exampleScenario();
  const members = scenario.members.map((seat) =>
    seat.id === "ada" ? { ...seat, model: "human:ngo" } : seat,
  );
  const meeting = exampleMeeting({}, { scenario: { ...scenario, members }, protocol: judges });
  await meeting.run();
  return watch(meeting.journal.events, changes);
}

describe("a person who is asked, in the view", () => {
  it("sees the options of a vote in the smallest window, and pages through the rest of the question", async () => {
    const vote = press(await asked({ size: { columns: 60, rows: 15 } }), "enter");
    expect(vote.text).toMatch(/\/verdict OPTION {2}YES, MAYBE, NO, NONE/);
    expect(vote.text).not.toContain("/absent REASON");
    const read = press(vote, "pagedown", "pagedown");
    expect(read.text).toContain("/absent REASON");
    expect(press(read, "/verdict YES", "enter").text).toContain("/sure 0.8");
  });

  it("joins the rule of the answer to the edges of its columns", async () => {
    const wide = press(await asked({ size: { columns: 120, rows: 36 } }), "enter", "C-d");
    expect(wide.text).toContain("├─ your answer");
  });

  it("reads the lines that it can cite beside its answer", async () => {
    for (const [columns, rows] of [
      [60, 15],
      [120, 36],
    ] as const) {
      const read = press(await asked({ size: { columns, rows } }), "enter", "/because x", "C-d");
      expect(read.text).toMatch(/memo\.md[\s\S]*│ L\d+ \S/);
      expect(read.text).toContain("/because x▌");
      expect(read.text).toMatch(/\d more lines(?!: pgdn)/);
      expect(press(read, "C-d").text).not.toContain(" documents ─");
    }
  });

  it("corrects a verdict with a second line, and keeps a reason of two lines whole", async () => {
    const lines = ["/verdict MAYBE", "/because It", "/because pays.", "/verdict YES", "."];
    const sent = press(await asked(), "enter", ...lines.flatMap((line) => [line, "enter"]));
    expect(sent.wishes).toMatchObject([
      { do: "answer", answer: { answer: { verdict: "YES", reasoning: "It pays." } } },
    ]);
  });

  it("corrects a line that could not be read with a second one, or declines", async () => {
    const type = (from: Watcher, ...lines: readonly string[]) =>
      press(from, ...lines.flatMap((line) => [line, "enter"]));
    const unread = type(
      press(await asked({ size: { columns: 200, rows: 40 } }), "enter"),
      "/verdict",
      "/because It pays.",
      "/sure 7",
      ".",
    );
    expect(unread.text).toContain("Not taken: Nothing follows /verdict.");
    const half = type(unread, "/verdict YES", ".");
    expect(half.text).toContain("Not taken: /sure needs a number");
    expect(half.wishes).toEqual([]);
    expect(type(half, "/change No grants.").text).toContain("Not taken: /sure needs a number");
    expect(type(half, "/sure 0.7", ".").wishes).toMatchObject([
      { answer: { answer: { verdict: "YES", reasoning: "It pays.", confidence: 0.7 } } },
    ]);
    expect(type(half, "/absent I know her", ".").wishes).toMatchObject([
      { answer: { answer: { absent: "I know her" } } },
    ]);
  });

  it("writes over several lines, and a dot sends words, verdict and reasoning to the question", async () => {
    const before = await asked();
    const written = press(
      before,
      "enter",
      "Two lines,",
      "enter",
      "no less.",
      "enter",
      "/verdict YES",
      "enter",
    );
    const screen = written.text;
    expect(screen).toContain("ngo has the floor as Dr. Ada Ash");
    expect(screen).toMatch(/\/verdict OPTION/);
    expect(screen).toContain("no less.");
    expect(screen).toContain(". alone on a line sends");
    const sent = press(written, "/because It pays.", "enter", ".", "enter");
    expect(sent.text).not.toContain("ngo has the floor as Dr. Ada Ash");
    expect(sent.wishes).toEqual([
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

  it("reads in the footer what can be said now, and is refused what cannot", async () => {
    const ballot = press(await asked({ size: { columns: 200, rows: 40 } }), "enter");
    const footer = ({ text }: Watcher) => text.trimEnd().split("\n").at(-1)!;
    expect(footer(ballot)).toContain("/verdict /because /change /sure /absent");
    expect(footer(ballot)).not.toMatch(/\/(?:pass|withdraw|topic|ready|to)\b/);
    const refused = press(ballot, "/withdraw", "enter", ".", "enter");
    expect(refused.wishes).toEqual([]);
    expect(refused.text).toContain("/withdraw is not available now.");
    const floor = press(
      await asked({ size: { columns: 200, rows: 40 } }, { openingBallot: false }),
      "enter",
    );
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
    const state = watch(meeting.journal.events, { size: { columns: 160, rows: 40 } });
    const footer = state.text.trimEnd().split("\n").at(-1)!;
    expect(footer).toContain(
      'Your answer was not taken: "PERHAPS" is not an option. Choose one of YES, MAYBE, NO',
    );
    const opened = press(state, "enter");
    expect(opened.text).toMatch(/\/verdict PERHAPS *\n.*\/because It pays\./);
    expect(opened.text).toContain('Not taken: "PERHAPS" is not an option.');
  });

  it("puts the answer aside and takes it up again", async () => {
    const aside = press(await asked(), "enter", "Half a thou", "escape");
    expect(aside.text).not.toContain("Half a thou");
    expect(press(aside, "enter").text).toContain("Half a thou");
  });

  it("is told what cannot be read, and keeps what was written", async () => {
    const refused = press(await asked(), "enter", "/verdikt YES", "enter", ".", "enter");
    expect(refused.wishes).toEqual([]);
    expect(refused.text).toContain("There is no /verdikt.");
    expect(refused.text).toMatch(/│ *\/verdikt YES\n.*│ *▌$/m);
  });

  it("answers for nobody else, and not where nothing is asked", async () => {
    const writing = ". alone on a line sends";
    expect(press(await asked({ person: "mai" }), "enter").text).not.toContain(writing);
    expect(press(await asked({ person: "NGO" }), "enter").text).toContain(writing);
  });
});

describe("a person who is asked for fields, in the view", () => {
  it("keeps what was written for later, and may decline", async () => {
    const aside = press(await askedForFields(), "enter", "See page 2", "escape");
    expect(aside.text).not.toContain("See page 2");
    expect(press(aside, "enter").text).toMatch(/> See page 2▌$/m);
    expect(press(aside, "enter", "C-u", "/absent I know her", "enter").wishes).toMatchObject([
      { answer: { answer: { absent: "I know her" } } },
    ]);
  });
});

describe("whoever attends, in the view", () => {
  it("gives the floor to the chosen member, and is told at once where the order is fixed", async () => {
    const chosen = press(await asked(), "tab", "tab");
    expect(chosen.text).toMatch(/^› .*Birch/m);
    const given = press(chosen, "a", "g");
    expect(given.wishes).toEqual([{ do: "act", does: { act: "give-floor", to: "ben" } }]);
    expect(given.text).toContain("Before the next turn: chair chooses Ben Birch as next speaker");
    const fixed = press(await asked({ protocol: judges }), "tab", "tab", "a", "g");
    expect(fixed.wishes).toEqual([]);
    expect(fixed.text).toContain("No member can get the floor: judges answer alone, all at once.");
  });

  it("whispers to the chosen member, brings a file, and calls a ballot", async () => {
    const chosen = press(await asked(), "tab", "tab");
    expect(press(chosen, "a", "w", "Mind it.", "enter").wishes).toEqual([
      { do: "act", does: { act: "whisper", to: "ben", text: "Mind it." } },
    ]);
    expect(press(chosen, "a", "d", "letter.pdf", "enter").wishes).toEqual([
      { do: "bring", file: "letter.pdf" },
    ]);
    expect(press(chosen, "a", "v").wishes).toEqual([{ do: "act", does: { act: "call-ballot" } }]);
  });
});
