import { type Size, watch } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { ballot, draft, opened, seat, smallMeeting, spoken, transcript } from "../reports/meeting.ts";
import { widthOf } from "../support/widths.ts";

const JURORS = Array.from({ length: 12 }, (_, index) =>
  seat(`juror-${index}`, `Agda${String.fromCharCode(65 + index)} Lindqvist${"x".repeat(index % 3)}`, "Juror"),
);

function jury(size: Size): string {
  const events = transcript([
    opened({ seats: JURORS }),
    ...JURORS.map(({ id }, index) => ballot(`1/${index + 1}/1`, id, "opening", index < 8 ? "HIRE" : "NO_HIRE")),
    spoken("2", "juror-0", "I hold it.", { verdict: "HIRE", reasoning: "So.", confidence: 0.55 }),
  ]);
  return watch(events, { size }).text;
}

describe("twelve at the table", () => {
  it("are all in sight at 60x15, by letter and initials", () => {
    const strip = jury({ columns: 60, rows: 15 }).split("\n")[3]!;
    expect(strip.match(/[FAN-] [A-Z][A-Z0-9]/g)).toHaveLength(12);
  });

  it("are all in sight at 120x36 and 80x24, all by the same kind of name", () => {
    for (const size of [
      { columns: 120, rows: 36 },
      { columns: 80, rows: 24 },
    ]) {
      const names = jury(size)
        .split("\n")
        .flatMap((row) => row.match(/^[ ▸●] [A-Z][A-Z0-9] {2}(?: [-FAN] {2})? *(.*?)(?: {2}|│)/)?.[1] ?? []);
      expect(names).toHaveLength(12);
      expect(new Set(names.map((name) => name.includes(" "))).size).toBe(1);
    }
  });

  it("take three rows for their ballots, where they took twelve", () => {
    const rows = jury({ columns: 120, rows: 60 })
      .split("\n")
      .filter((row) => row.includes(" HIRE ") && row.split("│")[1]?.includes("  F  "));
    expect(rows.length).toBeLessThanOrEqual(4);
  });
});

describe("a card", () => {
  const screen = (columns: number) => watch(smallMeeting().slice(0, 11), { size: { columns, rows: 36 } }).text;

  it.each([80, 112, 120, 200, 300])("labels confidence and share of the turns at %i columns", (columns) => {
    expect(screen(columns)).toContain("70 % sure");
    expect(screen(columns)).toMatch(/67 % (?:of )?turns/);
  });

  it("names the model where one thinks", () => {
    const seats = [seat("chen", "Dr. Sarah Chen", "Director", { model: "anthropic:claude" })];
    const events = transcript([opened({ seats, simulated: false }), spoken("1", "chen", "Well.")]);
    expect(watch(events).text).toContain("anthropic:claude");
  });
});

describe("a speaker", () => {
  it("has one badge and one colour in card, transcript, ballot and chart", () => {
    const painted = watch(smallMeeting().slice(0, 13)).painted({ TERM: "xterm-direct", LANG: "C.UTF-8" });
    const looksOf = (text: RegExp) =>
      [...painted.matchAll(/\x1b\[([\d;]*)m([^\x1b]*)/g)].flatMap(([, look, words]) =>
        text.test(words!) ? [look!] : [],
      );
    const names = looksOf(/^(?:Dr\. James )?Kumar *$/);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(new Set(names).size).toBe(1);
    expect(new Set(looksOf(/^(?:Dr\. Sarah )?Chen *$/))).not.toEqual(new Set(names));
    const badges = looksOf(/^ JK $/);
    expect(badges.length).toBeGreaterThanOrEqual(3);
    expect(new Set(badges).size).toBe(1);
  });

  it("speaks in lines of at most 104 columns, however wide the terminal", () => {
    const events = transcript([opened(), spoken("1", "chen", "The figures do not bear this out. ".repeat(20))]);
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
    expect(text).toMatch(/Who moved +2 changes/);
    expect(text).toMatch(/ 4 {2}SC HIRE → STRONG_HIRE\n[^\n]* 3 {2}JK NO_HIRE → WAIT/);
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
    expect(watch(events).text.match(/brings note\.md/g)).toHaveLength(1);
  });
});
