import { describe, expect, it } from "vitest";
import type { PdfPiece } from "../../src/scenario/documents/pdf-lines.ts";
import type { PdfTag } from "../../src/scenario/documents/pdf-tags.ts";
import { readPdfText } from "../../src/scenario/documents/pdf-text.ts";

/** Lines from the top of a page: words with their place from the left, font and size. */
type Drawn = readonly (readonly [text: string, left?: number, font?: string, size?: number])[];

const STEP = 14;

/** A number moves the next line down, or up if it is negative. */
function page(lines: readonly (Drawn | number)[]): PdfPiece[] {
  let y = 800;
  return lines.flatMap((line) => {
    y -= typeof line === "number" ? line : STEP;
    if (typeof line === "number") return [];
    return line.map(([text, left = 72, font = "Text", size = 12]) => {
      return { text, left, right: left + text.length * 6, y, size, font, tag: "" };
    });
  });
}

const read = (lines: readonly (Drawn | number)[], dividesWords = false) =>
  readPdfText([{ pieces: page(lines), width: 600, tree: null }], dividesWords).text;

/** A line to the right margin, and what its paragraph goes on with. */
const paragraph = (first: string, rest: string) =>
  [[[first.padStart(80, "x ")]], [[rest]]] as Drawn[];
const ending = (text: string) => text.replace(/^[\sx]+/, "");

describe("the text of a PDF without tags", () => {
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

  it("has bold lines of the text's size as headings, without what is only slanted", () => {
    const lines: (Drawn | number)[] = [
      [["Ada Byron", 72, "Text-Bold", 16]],
      20,
      [["Engineer, Acme", 72, "Text-Bold"]],
      20,
      [["2016 to 2024", 72, "Text-Italic"]],
      20,
      ...paragraph("led the work in", "London."),
    ];
    expect(read(lines)).toMatch(
      /^# Ada Byron\n\n## Engineer, Acme\n\n2016 to 2024\n\n[x ]+led the work in London\.$/,
    );
  });

  it("keeps a cell whole that takes two lines, the first one too, and drops the page's number", () => {
    const lines: (Drawn | number)[] = [
      [["Year"], ["Post", 204], ["House", 336]],
      4,
      [["2014"], ["CRO", 204], ["Hohenfels Textil", 336]],
      [["AG", 336]],
      4,
      [["Summer"]],
      [["2006"]],
      -2 * STEP,
      [
        ["Manager", 204],
        ["Rheinberg", 336],
      ],
      40,
      [["1", 300]],
    ];
    expect(read(lines)).toBe(
      "| Year | Post | House |\n| --- | --- | --- |\n| 2014 | CRO | Hohenfels Textil AG |\n| Summer 2006 | Manager | Rheinberg |",
    );
  });

  it("keeps the rows of one table together if its numbers end below each other", () => {
    const large = "Text-Bold";
    const lines: (Drawn | number)[] = [
      [
        ["Year", 72, large, 16],
        ["Orders", 204, large, 16],
        ["Saved", 336, large, 16],
      ],
      [["2021"], ["1,204", 216], ["12.5", 348]],
      [["2022"], ["98", 234], ["8.1", 354]],
      [["2023"], ["977", 228], ["115.0", 342]],
      40,
      ...paragraph("The figures of", "the last years."),
    ];
    expect(read(lines)).toContain(
      "| Year | Orders | Saved |\n| --- | --- | --- |\n| 2021 | 1,204 | 12.5 |\n| 2022 | 98 | 8.1 |\n| 2023 | 977 | 115.0 |\n",
    );
  });

  it("leaves out heads and feet that pages repeat, and says so", () => {
    const pages = ["Head of Company", "First part of it."].map((text, at) => ({
      pieces: page([[["Report 2024", 250]], 40, [[text]], 600, [[`Company, page ${at + 1}`]]]),
      width: 600,
      tree: null,
    }));
    expect(readPdfText(pages, false)).toEqual({
      text: "Head of Company\n\nFirst part of it.",
      notes: ['heads and feet of pages are omitted: "Report 2024", "Company, page"'],
    });
  });

  it.each(["•", "–", "○", "o", "\uF0A7"])(
    "takes %s for the mark of an item, also if it is drawn last",
    (mark) => {
      const items: Drawn[] = [[["One", 108]], [["Two", 108]]];
      const marks: Drawn[] = [[[mark, 84]], [[mark, 84]]];
      expect(read([[["Head"]], 20, ...items, -2 * STEP, ...marks])).toBe("Head\n\n- One\n- Two");
    },
  );

  it("reads one column after the other", () => {
    const first: Drawn[] = [[["Skills"]], [["Python and x"]], [["more"]], [["Go"]], [["SQL"]]];
    const second: Drawn[] = first.map((line) => [[`second ${line[0]?.[0]}`, 300]]);
    expect(read([...first, -5 * STEP - 5, ...second]).split("\n")).toHaveLength(10);
  });

  it("divides no heading whose letters are drawn one by one, as small capitals", () => {
    const heading: Drawn = [..."EMPLOYMENT"].map((letter, at) => [letter, 72 + 6 * at]);
    const rows: Drawn[] = [
      [
        ["Sept 2020", 72],
        ["Ward sister at the hospital", 160],
      ],
      [
        ["to now", 72],
        ["Runs a ward and cut falls by a", 160],
      ],
      [["third in one year by rounds.", 160]],
      ...["2016 to 2020", "2014 to 2016", "2012 to 2014"].map((years): Drawn => {
        return [
          [years, 72],
          ["Staff nurse", 160],
        ];
      }),
    ];
    expect(read([heading, 20, ...rows])).toMatch(/^EMPLOYMENT\n/);
  });

  it("takes a small line above two columns for no note, though it begins with a number", () => {
    const lines = ["Skills of", "many kinds", "and more", "of them", "besides"];
    const left = lines.map((text): Drawn => [[text]]);
    const right = lines.map((text): Drawn => [[`second ${text}`, 300]]);
    const address: Drawn = [["12 Quay Road, Bristol, and more to fill the line", 72, "Text", 10]];
    const text = read([[["Ada Byron", 72, "Text", 18]], address, 20, ...left, -5 * STEP, ...right]);
    expect(text).toMatch(/^# Ada Byron\n\n12 Quay Road/);
  });

  it("has icons as marks at the beginning of lines, and names their words elsewhere", () => {
    const lines: Drawn[] = [
      [["Contact"]],
      [
        ["\uF0E0", 72],
        ["ada@example.org", 90],
      ],
      [
        ["\0", 72],
        ["Uppsala", 90],
      ],
      [["Drawing \uF005\uF005\uF006", 72]],
    ];
    const pages = [{ pieces: page([lines[0]!, 20, ...lines.slice(1)]), width: 600, tree: null }];
    expect(readPdfText(pages, false)).toEqual({
      text: "Contact\n\n- ada@example.org\n- Uppsala\n\nDrawing",
      notes: ['page 1: 3 symbols are not read, next to "Drawing"'],
    });
  });
});

it("the tags of a PDF say what its lines are", () => {
  const ids = ["a", "b", "c", "d"];
  const drawn: Drawn[] = [
    [["Ada"]],
    [
      ["•", 80],
      ["Led", 90],
    ],
    [["One. Two"]],
  ];
  const pieces = page(drawn).map((piece, at) => ({ ...piece, tag: ids[at] ?? "" }));
  const [name, mark, words, rest] = ids.map((id): PdfTag => ({ id }));
  const item = {
    role: "LI",
    children: [
      { role: "Lbl", children: [mark!] },
      { role: "LBody", children: [words!] },
    ],
  };
  const tree = {
    children: [{ role: "H3", children: [name!] }, item, { role: "P", children: [rest!] }],
  };
  expect(readPdfText([{ pieces, width: 600, tree }], false).text).toBe(
    "# Ada\n\n- Led\n\nOne. Two",
  );
});

it("words after a list are no part of its last item, though their tag was opened before the list", () => {
  const drawn: Drawn[] = [[["Before."]], [["Led"]], [["2015 to 2018"]]];
  const ids = ["a", "b", "c"];
  const pieces = page(drawn).map((piece, at) => ({ ...piece, tag: ids[at] ?? "" }));
  const [before, words, after] = ids.map((id): PdfTag => ({ id }));
  const span = (child: PdfTag) => ({ role: "NonStruct", children: [child] });
  const tree = { children: [span(before!), { role: "LI", children: [words!] }, span(after!)] };
  expect(readPdfText([{ pieces, width: 600, tree }], false).text).toBe(
    "Before.\n\n- Led\n\n2015 to 2018",
  );
});
