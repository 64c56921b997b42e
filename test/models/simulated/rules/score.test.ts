import { readDocument } from "boardroom";
import { describe, expect, it } from "vitest";
import {
  type Marks,
  markedDocuments,
  type ReaderStatement,
  score,
  sentencesAsDocument,
  total,
} from "./score.ts";

const READING = "test/content/reading";
const sets = [`${READING}/dev`, `${READING}/held-out`, `${READING}/fresh`];

describe.each(sets)("the marks in %s", (folder) => {
  it.each(markedDocuments(folder))("stand where they say in $marks.document", async ({ path, marks }) => {
    const { text } = await readDocument({ path, shown: marks.document });
    const lines = text.split("\n");
    for (const mark of marks.statements) {
      const rest = flat(lines.slice(mark.line - 1).join("\n"));
      const at = rest.indexOf(mark.text);
      expect(at, `${mark.line}: ${mark.text}`).toBeGreaterThanOrEqual(0);
      expect(at, `${mark.line}: ${mark.text}`).toBeLessThan(flat(lines[mark.line - 1] ?? "").length);
    }
  });

  it("name criteria of their own file", () => {
    for (const { marks } of markedDocuments(folder)) {
      const ids = marks.criteria.map(({ id }) => id);
      for (const { criterion } of marks.statements) if (criterion !== null) expect(ids).toContain(criterion);
    }
  });
});

it.each(["dev", "held-out", "fresh"])(
  "the %s sentences are 120 different ones, a tenth of them without a sign",
  (set) => {
    const { marks } = sentencesAsDocument(`${READING}/plain-sentences-${set}.yaml`);
    expect(new Set(marks.statements.map(({ text }) => text)).size).toBe(120);
    expect(marks.statements.filter(({ sign }) => sign === 0)).toHaveLength(12);
  },
);

const marks: Marks = {
  document: "cv.md",
  criteria: [{ id: "work", name: "Work", keywords: [] }],
  statements: [
    { line: 3, text: "Scrap fell by a third", sign: 1, criterion: "work" },
    { line: 3, text: "the second hall stood still for weeks", sign: -1, criterion: "work" },
    { line: 5, text: "Works in three shifts", sign: 0, criterion: null },
    { line: 7, text: "Trained nine fitters and kept all of them", sign: 1, criterion: "work" },
  ],
};

describe("a score", () => {
  it("counts marks read rightly, wrongly and not at all", () => {
    const found = score(
      [
        stated(3, "Scrap fell by a third", 0.6),
        stated(3, "the second hall stood still for weeks.", 0.4),
        stated(5, "Works in three shifts", null),
      ],
      marks,
    );
    expect(found).toMatchObject({ marked: 3, read: 2, right: 1, wrong: 1, silent: 1, unmarked: 0 });
    expect(found.mistakes).toEqual([
      { document: "cv.md", line: 3, text: "the second hall stood still for weeks", sign: -1, bears: 0.4 },
    ]);
  });

  it("allows a weak point on a neutral mark, and no strong one", () => {
    expect(score([stated(5, "Works in three shifts", -0.5)], marks).wrong).toBe(0);
    expect(score([stated(5, "Works in three shifts", -0.6)], marks).wrong).toBe(1);
  });

  it("holds a statement that spans both halves of a contrast against both", () => {
    const whole = "Scrap fell by a third, but the second hall stood still for weeks";
    expect(score([stated(3, whole, 0.8)], marks)).toMatchObject({ read: 2, right: 0, wrong: 2 });
    expect(score([stated(3, whole, 0.3)], marks)).toMatchObject({ read: 2, right: 0, wrong: 0 });
  });

  it("adds up the statements that a reader made of one clause", () => {
    const parts = [stated(7, "Trained nine fitters", 0.3), stated(7, "kept all of them", 0.2)];
    expect(score(parts, marks)).toMatchObject({ read: 1, right: 1, wrong: 0 });
  });

  it("leaves other documents alone and counts points on what has no mark", () => {
    const elsewhere = { ...stated(3, "Scrap fell by a third", -1), document: "memo.md" };
    expect(score([elsewhere, stated(1, "Master of his trade", 0.5)], marks)).toMatchObject({
      read: 0,
      wrong: 0,
      unmarked: 1,
    });
  });

  it("of several documents is their sum", () => {
    const one = score([stated(3, "Scrap fell by a third", -0.6)], marks);
    expect(total([one, one])).toMatchObject({ marked: 6, read: 2, right: 0, wrong: 2, silent: 4 });
    expect(total([one, one]).mistakes).toHaveLength(2);
  });
});

function stated(line: number, text: string, bears: number | null): ReaderStatement {
  return { document: "cv.md", line, text, point: bears === null ? null : { bears: { work: bears } } };
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
