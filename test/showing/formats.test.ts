import {
  crossMarkdown,
  crossTable,
  foldTranscript,
  markdownTable,
  plainPalette,
  textTable,
  transcriptMarkdown,
  type VerdictTable,
  verdictsCsv,
  verdictsJson,
  verdictTable,
} from "boardroom";
import { describe, expect, test } from "vitest";
import { words } from "../../src/engine/words/words.ts";
import { createVerdictArticle } from "../../src/showing/columns.ts";
import { verdictsFileSchema } from "../../src/showing/verdict-schema.ts";
import { STRENGTH_RULE, sortByStrength } from "../../src/showing/verdict-table.ts";
import { line } from "../../src/text/article.ts";
import { printMarkdown } from "../../src/text/markdown.ts";
import { widthOf } from "../support/widths.ts";
import { opened, smallMeeting, spoken, transcript } from "./meeting.ts";

const facts = { headHash: "a".repeat(64) };
const state = foldTranscript(smallMeeting());
const table = verdictTable(state, facts);
const article = createVerdictArticle(table);
/** The columns that can give way, the first to go first. */
const ranked = article
  .flatMap((block) => (block.is === "table" ? block.columns : []))
  .filter(({ rank }) => rank !== undefined)
  .toSorted((a, b) => b.rank! - a.rank!);

test("the table at 100 columns", async () => {
  await expect(textTable(table, { width: 100, palette: plainPalette })).toMatchFileSnapshot(
    "golden/table-100.txt",
  );
});

test("a narrow terminal gets a list in place of the grid", async () => {
  await expect(textTable(table, { width: 40, palette: plainPalette })).toMatchFileSnapshot(
    "golden/table-40.txt",
  );
});

test("columns give way one by one, and what they held stands under each member", async () => {
  const at = (width: number) => textTable(table, { width, palette: plainPalette });
  const heads = [120, 80, 70, 60, 52].map((width) =>
    at(width)
      .split("\n")
      .find((line) => line.includes("Member")),
  );
  const titles = heads.map(
    (head) =>
      head
        ?.split("│")
        .map((cell) => cell.trim().split(" ")[0] ?? "")
        .filter(Boolean) ?? [],
  );
  for (const [index, head] of titles.entries()) {
    expect(head).toEqual(
      expect.arrayContaining(["Member", "Opening", "Final", "Changes", "Withdrew"]),
    );
    const dropped = titles[0]!.filter((title) => !head.includes(title));
    const first = ranked.slice(0, dropped.length).map(({ title }) => title.split(" ")[0]);
    expect(first.toSorted()).toEqual(dropped.toSorted());
    const under = at([120, 80, 70, 60, 52][index]!).split("Transcript hash")[1]!;
    expect(/^ {2}Turns /m.test(under)).toBe(dropped.includes("Words"));
    expect(/^ {2}First /m.test(under)).toBe(dropped.includes("First"));
  }
  expect(titles.at(-1)!.length).toBeLessThan(titles[0]!.length);
});

test("each column that can give way has a field under each member", () => {
  const labels = article.flatMap((block) =>
    block.is === "fields"
      ? block.fields.flatMap(({ label, replaces = [] }) => [label, ...replaces])
      : [],
  );
  expect(ranked.length).toBeGreaterThan(3);
  expect(ranked.map(({ title }) => title).filter((title) => !labels.includes(title))).toEqual([]);
});

test.each([30, 40, 60, 72, 80, 100, 120, 200])(
  "the table never exceeds %i columns, the hash aside",
  (width) => {
    const lines = textTable(table, { width, palette: plainPalette }).split("\n");
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(38, width));
  },
);

test("colour adds escape codes and nothing else", () => {
  const mark = (text: string) => `\x1b[1m${text}\x1b[22m`;
  const palette = { bold: mark, dim: mark, green: mark, red: mark, yellow: mark, cyan: mark };
  const coloured = textTable(table, { width: 100, palette });
  expect(coloured).toContain("\x1b[1m");
  expect(coloured.replace(/\x1b\[\d+m/g, "")).toBe(
    textTable(table, { width: 100, palette: plainPalette }),
  );
});

test("the CSV of one meeting", async () => {
  await expect(verdictsCsv([table])).toMatchFileSnapshot("golden/verdicts.csv");
});

test("meetings stack under one CSV header", () => {
  const lines = verdictsCsv([table, { ...table, meeting: "second" }])
    .trim()
    .split("\n");
  expect(lines).toHaveLength(7);
  expect(lines.filter((line) => line.startsWith("meeting,"))).toHaveLength(1);
  expect(lines[4]).toMatch(/^second,/);
});

test.each(["=1+1", "+1", "-1", "@x", "\t=1", " =1+1", "\n=1", "\u00a0@x", "＝1", " ＋1"])(
  "a spreadsheet reads the reasoning %j as text",
  (reasoning) => {
    const [chen] = table.members;
    const csv = verdictsCsv([{ ...table, members: [{ ...chen!, reasoning }] }]);
    expect(csv).toMatch(/,"?'\s*[=+\-@＝＋]/);
  },
);

test("numbers stay numbers in CSV", () => {
  const csv = verdictsCsv([{ ...table, outcome: { ...table.outcome!, margin: -3 } }]);
  expect(csv).toContain(",-3,");
});

test("the JSON fits its schema", () => {
  expect(verdictsFileSchema.parse(JSON.parse(verdictsJson([table]))).meetings).toEqual([table]);
});

test("the table as Markdown", async () => {
  await expect(markdownTable(table)).toMatchFileSnapshot("golden/table.md");
});

test("the debate as Markdown", async () => {
  await expect(transcriptMarkdown(smallMeeting(), state, table)).toMatchFileSnapshot(
    "golden/transcript.md",
  );
});

test("what a member writes cannot become Markdown", () => {
  expect(printMarkdown([line("a | b\n# head <b> [x](http://y) *z* `c`"), line("1. one")])).toBe(
    "a \\| b \\# head \\<b\\> \\[x\\](http\\://y) \\*z\\* \\`c\\`\n\n1\\. one\n",
  );
  const events = transcript([
    opened(),
    spoken("1", "chen", "# Outcome\n\n| a |\n- x\n<script>", { verdict: "HIRE" }),
  ]);
  const folded = foldTranscript(events);
  const text = transcriptMarkdown(events, folded, verdictTable(folded, facts));
  expect(text).toContain("\\# Outcome\n\n\\| a \\|  \n\\- x  \n\\<script\\>\n");
});

test("every form of a simulated meeting says so, in the same words", () => {
  const forms = [
    textTable(table, { width: 100, palette: plainPalette }),
    verdictsCsv([table]),
    verdictsJson([table]),
    markdownTable(table),
    transcriptMarkdown(smallMeeting(), state, table),
    crossTable([table, table], { width: 140, palette: plainPalette }),
    crossMarkdown([table, table]),
  ];
  for (const form of forms) expect(form).toContain(words.simulated);
  for (const form of [verdictsCsv, verdictsJson, (all: VerdictTable[]) => markdownTable(all[0]!)]) {
    expect(form([{ ...table, simulated: false, notice: null }])).not.toContain(words.simulated);
  }
});

test("a quotation in the reasoning shown that no document holds is named beside it", () => {
  const [chen, ...others] = table.members;
  const quote = "she never sleeps and never errs";
  const row = {
    ...chen!,
    reasoning: `I rest on "${quote}".`,
    citations: [
      ...chen!.citations,
      { ref: null, quote, found: "absent" as const },
      { ref: null, quote: "said in passing, elsewhere, by somebody", found: "absent" as const },
    ],
  };
  const quoting = { ...table, members: [row, ...others] };
  expect(textTable(quoting, { width: 100, palette: plainPalette })).toContain(
    `  Quoted          NOT FOUND in any document: "${quote}"\n`,
  );
  expect(markdownTable(quoting)).toContain(`- **Quoted:** NOT FOUND in any document: "${quote}"`);
  expect(markdownTable(quoting)).not.toContain("said in passing");
});

test("votes are shown apart from heads where members have different numbers of them", () => {
  const [chen, ...others] = table.members;
  const weighted = {
    ...table,
    members: [{ ...chen!, weight: 3 }, ...others],
    outcome: { ...table.outcome!, votes: { for: 4, against: 1, neutral: 0, NO_VERDICT: 0 } },
  };
  const text = textTable(weighted, { width: 100, palette: plainPalette });
  expect(text).toContain("  Votes           for 4, against 1\n");
  expect(text).toMatch(
    /Dr\. Sarah Chen, Research Director\n {2}Hire\n(?: {2}Turns .*\n)? {2}Votes {11}3\n/,
  );
  expect(markdownTable(weighted)).toContain("- **Votes:** for 4, against 1\n");
});

test("columns of a protocol's own stand in every form", () => {
  const own = {
    ...table,
    columns: [{ name: "belief", title: "Initial belief" }],
    members: table.members.map((row, index) => ({
      ...row,
      own: { belief: index === 0 ? null : 0.25 * index },
    })),
  };
  expect(textTable(own, { width: 140, palette: plainPalette })).toMatch(/│ Initial belief │\n/);
  expect(markdownTable(own)).toContain("| Initial belief |");
  const lines = verdictsCsv([own, table]).trim().split("\n");
  expect(lines[0]).toMatch(/,belief$/);
  expect(lines.slice(1, 4).map((line) => line.split(",").at(-1))).toEqual(["", "0.25", "0.5"]);
  expect(
    verdictsFileSchema.parse(JSON.parse(verdictsJson([own]))).meetings[0]!.members[1]!.own,
  ).toEqual({
    belief: 0.25,
  });
});

test("a person has no model that could be called simulated, and an own column without a value says so", () => {
  const seated = {
    ...table,
    columns: [{ name: "kept", title: "Kept away in" }],
    members: table.members.map((row, index) => ({
      ...row,
      model: index === 0 ? "human:ngo" : row.model,
      own: { kept: index === 0 ? null : "3, 5" },
    })),
  };
  const text = textTable(seated, { width: 40, palette: plainPalette });
  expect(text).toMatch(/^ {2}Model +human:ngo$/m);
  expect(text.match(/^ {2}Kept away in +.*$/gm)!.map((line) => line.slice(18))).toEqual([
    "–",
    "3, 5",
    "3, 5",
  ]);
});

const weak = variant("weak", "against", { for: 1, against: 2 });
const split = variant("split", null, { for: 1, against: 1, neutral: 1 });
const strong = variant("strong", "for", { for: 3, against: 0 });

test("meetings are ordered by strength whatever order they come in", () => {
  expect(sortByStrength([weak, strong, split])).toEqual([strong, split, weak]);
  expect(sortByStrength([split, weak, strong])).toEqual([strong, split, weak]);
});

test("one table across meetings, with the rule of its order", async () => {
  const cross = crossTable([weak, strong, split], { width: 80, palette: plainPalette });
  expect(cross.replace(/\s+/g, " ")).toContain(STRENGTH_RULE);
  await expect(cross).toMatchFileSnapshot("golden/cross.txt");
  await expect(crossMarkdown([weak, strong, split])).toMatchFileSnapshot("golden/cross.md");
});

const LONG = "Wolfgang Amadeus Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh";
const many = Array.from({ length: 8 }, (_, index) =>
  variant(index === 3 ? LONG : `${index}`, index < 5 ? "for" : "against", {
    for: index < 5 ? 3 : 0,
    against: index < 5 ? 0 : 3,
  }),
);

describe.each([80, 100, 160])("meetings side by side at %i columns", (width) => {
  test.each([2, 3, 8])("%i of them fit, with every meeting and every member", (count) => {
    const text = crossTable(many.slice(0, count), { width, palette: plainPalette });
    for (const row of text.split("\n")) expect(widthOf(row)).toBeLessThanOrEqual(width);
    const numbers = text.match(/\d+(?=\. Rés)/g) ?? [];
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => `${index + 1}`));
    expect(text).toContain("Emily");
  });
});

test("meetings of another question stand in a table of their own", () => {
  const other = { ...weak, scenario: { name: "memo", title: "The memo", question: "Buy?" } };
  const text = crossTable([strong, other, split], { width: 80, palette: plainPalette });
  expect(text.match(/ 1\. /g)).toHaveLength(2);
  expect(text.indexOf("\nThe memo\n")).toBeGreaterThan(text.indexOf(" 2. "));
  expect(crossMarkdown([strong, other])).toContain("\n## The memo\n");
});

test("meetings over the same document are told apart by seed, and else by id", () => {
  const again = { ...strong, meeting: "other-0123456789" };
  expect(crossMarkdown([strong, { ...again, seed: "8" }])).toContain("Résumé strong (seed 8)");
  expect(crossMarkdown([strong, again])).toContain("Résumé strong (other-01)");
});

test("where not even one meeting fits beside the names, there is a list", () => {
  const text = crossTable([strong, weak], { width: 20, palette: plainPalette });
  expect(text).not.toContain("┌");
  expect(text.replace(/\s+/g, " ")).toContain("1. Résumé strong Outcome: Hire");
});

function variant(
  name: string,
  side: "for" | "against" | null,
  sides: Readonly<Record<string, number>>,
): VerdictTable {
  return {
    ...table,
    meeting: `${name}-0123456789`,
    subject: { name: "resume.md", title: `Résumé ${name}`, sha256: "" },
    outcome: {
      ...table.outcome!,
      side,
      status: side === null ? "split" : "decided",
      margin: side ? 1 : 0,
    },
    tally: { options: {}, sides: { for: 0, against: 0, neutral: 0, NO_VERDICT: 0, ...sides } },
  };
}
