import { describe, expect, it } from "vitest";
import type { Size } from "../../../src/screens/tui/model.ts";
import {
  ballot,
  draft,
  opened,
  seat,
  smallMeeting,
  spoken,
  transcript,
} from "../../showing/meeting.ts";
import { watch } from "../../support/watcher.ts";
import { widthOf } from "../../support/widths.ts";

const JURORS = Array.from({ length: 12 }, (_, index) =>
  seat(
    `juror-${index}`,
    `Agda${String.fromCharCode(65 + index)} Lindqvist${"x".repeat(index % 3)}`,
    "Juror",
  ),
);

function jury(size: Size): string {
  const events = transcript([
    opened({ seats: JURORS }),
    ...JURORS.map(({ id }, index) =>
      ballot(`1/${index + 1}/1`, id, "opening", index < 8 ? "HIRE" : "NO_HIRE"),
    ),
    spoken("2", "juror-0", "I hold it.", { verdict: "HIRE", reasoning: "So.", confidence: 0.55 }),
  ]);
  return watch(events, { size }).text;
}

describe("twelve at the table", () => {
  it("are all in sight at 80x24, one row each, with the sign of their option", () => {
    const names = jury({ columns: 80, rows: 24 })
      .split("\n")
      .flatMap((row) => row.match(/^ {3}[●⊗◌] (Lindqvist|Agda\w Lindq\S*)/)?.[1] ?? []);
    expect(names).toHaveLength(12);
  });

  it("take five rows for their ballots, not twelve", () => {
    const rows = jury({ columns: 120, rows: 60 })
      .split("\n")
      .filter((row) => row.includes(" HIRE ") && row.split("│")[1]?.includes(" ● "));
    expect(rows.length).toBeLessThanOrEqual(5);
  });
});

describe("a card", () => {
  const screen = (columns: number) =>
    watch(smallMeeting().slice(0, 11), { size: { columns, rows: 36 } }).text;

  it.each([80, 112, 120, 200, 300])("says at %i columns how sure a member is", (columns) =>
    expect(screen(columns)).toContain("70 % sure"),
  );
});

describe("a speaker", () => {
  it("has one colour in the column of members, the transcript, a ballot and the panel", () => {
    const painted = watch(smallMeeting().slice(0, 13)).painted({
      TERM: "xterm-direct",
      LANG: "C.UTF-8",
    });
    const looksOf = (text: RegExp) =>
      [...painted.matchAll(/\x1b\[([\d;]*)m([^\x1b]*)/g)].flatMap(([, look, words]) =>
        text.test(words!) ? [look!] : [],
      );
    const names = looksOf(/^Kumar *$/);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(1);
    expect(new Set(looksOf(/^Chen *$/))).not.toEqual(new Set(names));
  });

  it("speaks in lines of at most 104 columns, however wide the terminal", () => {
    const events = transcript([
      opened(),
      spoken("1", "chen", "The figures do not bear this out. ".repeat(20)),
    ]);
    for (const row of watch(events, { size: { columns: 300, rows: 40 } }).rows) {
      const prose = row.split("│")[1]?.trimEnd();
      if (prose) expect(widthOf(prose)).toBeLessThanOrEqual(104);
    }
  });
});

describe("who moved", () => {
  it("stands in the tally, the latest first, each with what was held before", () => {
    const said = (path: string, speaker: string, verdict: string) =>
      spoken(path, speaker, "So.", { verdict, reasoning: "So." });
    const events = transcript([
      opened(),
      said("1", "chen", "HIRE"),
      said("2", "kumar", "NO_HIRE"),
      said("3", "kumar", "WAIT"),
      said("4", "chen", "STRONG_HIRE"),
    ]);
    const text = watch(events, { size: { columns: 120, rows: 40 } }).text;
    expect(text).toMatch(/Who changed +2/);
    expect(text).toMatch(
      /Chen at turn 4[\s\S]*Hire → Strong hire[\s\S]*Kumar at turn 3[\s\S]*No hire → Wait/,
    );
  });
});

describe("an act", () => {
  it("is told once: a document that is brought by its own event", () => {
    const events = transcript([
      opened(),
      spoken("1", "chen", "Well."),
      draft("person.acted", "2", {
        person: "chair",
        order: 1,
        does: { act: "bring-document", name: "note.md" },
      }),
      draft("document.added", "2", {
        name: "note.md",
        title: "Note",
        subject: false,
        sha256: "f".repeat(64),
        text: "Note",
        by: "chair",
      }),
    ]);
    expect(watch(events).text.match(/adds note\.md/g)).toHaveLength(1);
  });
});
