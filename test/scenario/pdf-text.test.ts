import { describe, expect, it } from "vitest";
import { type PdfPiece, textOfPdf } from "../../src/scenario/documents/text-structure.ts";

/** Lines of a page from its top: words with their place from the left, font and size; a gap lies between two of a line. */
type Drawn = readonly (readonly [text: string, left?: number, font?: string, size?: number])[];

const STEP = 14;

function page(lines: readonly (Drawn | number)[]): PdfPiece[] {
  let y = 800;
  return lines.flatMap((line) => {
    if (typeof line === "number") {
      y -= line;
      return [];
    }
    y -= STEP;
    return line.flatMap(([str, left = 72, fontName = "text", height = 12], at): PdfPiece[] => {
      const transform = [0, 0, 0, 0, left, y];
      const width = str.length * 6;
      const next = line[at + 1]?.[1];
      const word = { str, height, width, transform, fontName, hasEOL: next === undefined };
      if (next === undefined) return [word];
      const gap = { ...word, str: " ", width: next - left - width, transform: [0, 0, 0, 0, left + width, y] };
      return [word, gap];
    });
  });
}

const read = (lines: readonly (Drawn | number)[], dividesWords = false) =>
  textOfPdf([page(lines)], { width: 600, dividesWords });

const paragraph = (first: string, rest: string) => [[[first.padStart(80, "x ")]], [[rest]]] as Drawn[];
const ending = (text: string) => text.replace(/^[\sx]+/, "");

describe("the text of a PDF", () => {
  it.each([
    ["keeps a hyphen of the word", "a data-", "integrity finding", "a data-integrity finding"],
    ["takes a range of years together", "from 2014–", "2019 on", "from 2014–2019 on"],
    ["leaves a dash between words alone", "since 2014 –", "today", "since 2014 – today"],
    ["has no space in Chinese", "一次数据", "泄露事件", "一次数据泄露事件"],
    ["has a space between words", "the last", "word", "the last word"],
  ])("%s where a line ends", (_, first, rest, whole) => {
    expect(ending(read(paragraph(first, rest)))).toBe(whole);
  });

  it("takes a divided word together if the text has it whole, or if its program divides words", () => {
    const divided = paragraph("die Versiche-", "rung zahlt");
    expect(read(divided)).toContain("Versiche-rung");
    expect(read(divided, true)).toContain("Versicherung zahlt");
    expect(read([...divided, 30, [["Versicherung"]]])).toContain("die Versicherung zahlt");
  });

  it("has headings of the text's size by their font, without what is only slanted", () => {
    const lines: (Drawn | number)[] = [
      [["Ada Byron", 72, "bold", 16]],
      20,
      [["Engineer, Acme", 72, "bold"]],
      20,
      [["2016 to 2024", 72, "slanted"]],
      20,
      [["She led the work on the engine for nine years in London."]],
      [["One line more.", 72, "bold"]],
    ];
    expect(read(lines)).toBe(
      "# Ada Byron\n\n## Engineer, Acme\n\n2016 to 2024\n\nShe led the work on the engine for nine years in London.\nOne line more.",
    );
  });

  it("keeps a heading and a cell whole that take two lines, and drops the number of the page", () => {
    const lines: (Drawn | number)[] = [
      [[`${"Officer of the ".repeat(5)}Bank (2009 –`, 72, "bold", 16]],
      [["2015)", 72, "bold", 16]],
      20,
      [["She led the work on the engine for nine years in London, and then in Paris."]],
      [["She led the work on the engine for nine years in London, and then in Paris."]],
      20,
      [["Year"], ["Post", 204], ["House", 336]],
      4,
      [["2014"], ["CRO", 204], ["Hohenfels Textil", 336]],
      [["AG", 336]],
      4,
      [["2006"], ["Manager", 204], ["Rheinberg", 336]],
      40,
      [["1", 300]],
    ];
    expect(read(lines)).toBe(
      `# ${"Officer of the ".repeat(5)}Bank (2009 – 2015)

She led the work on the engine for nine years in London, and then in Paris.
She led the work on the engine for nine years in London, and then in Paris.

| Year | Post | House |
| --- | --- | --- |
| 2014 | CRO | Hohenfels Textil AG |
| 2006 | Manager | Rheinberg |`,
    );
  });

  it.each(["•", "–", "○", "o", "\uF0A7"])("takes %s before a gap for the mark of an item", (mark) => {
    const item = (text: string): Drawn => [
      [mark, 84],
      [text, 108],
    ];
    expect(read([[["Head"]], 20, item("One"), item("Two")])).toBe("Head\n\n- One\n- Two");
  });
});
