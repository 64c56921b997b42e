import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";
import { createAnonymousNames } from "../../src/engine/perspective/names.ts";
import { parseReply } from "../../src/engine/scaffold/parse.ts";
import { createFieldReader } from "../../src/engine/scaffold/scan.ts";
import { checkCitation } from "../../src/scenario/documents/citations.ts";
import { normaliseText } from "../../src/scenario/documents/document-text.ts";
import { findTitle, joinSpacedHeading } from "../../src/scenario/documents/document-title.ts";
import { dropHiddenHtml } from "../../src/scenario/documents/hidden-html.ts";
import { readMarkdown } from "../../src/scenario/documents/text-structure.ts";
import { exampleScenario } from "../support/example-scenario.ts";

// Models, documents and files of others choose the text that patterns meet, so no pattern may take quadratic time.
// Four times the letters take four times the time if it is linear, and sixteen times if it is quadratic.
// The limit is the geometric mean: memory for many matches costs a linear pattern up to half as much again.

const SHORT = 10_000;
const LONG = 4 * SHORT;
const MOST_TIMES = 8;
/** Letters of the texts among which the worst of a pattern are looked for. */
const TRIED = 2_500;
const WORST = 4;

type Pattern = { place: string; source: string; flags: string };

/** Every regular expression that is written in src. */
function patternsOfSrc(): readonly Pattern[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map(
    (name) => `src/${name}`,
  );
  return files
    .filter((file) => /\.(?:tsx?|js)$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(file, "utf8");
      const found: Pattern[] = [];
      const visit = (node: unknown): void => {
        if (node === null || typeof node !== "object") return;
        const { regex, start } = node as {
          regex?: { pattern: string; flags: string };
          start: number;
        };
        if (regex) {
          const line = code.slice(0, start).split("\n").length;
          found.push({ place: `${file}:${line}`, source: regex.pattern, flags: regex.flags });
        }
        for (const child of Object.values(node)) visit(child);
      };
      visit(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }));
      return found;
    });
}

const LETTERS_OF_CLASSES: readonly (readonly [classes: RegExp, letters: string])[] = [
  [/\\p\{(?:M|Mn|Me)\}/, "\u0301"],
  [/\\p\{P\}/, "."],
  [/\\p\{S\}/, "+"],
  [/\\p\{Extended_Pictographic\}/, "\u263a"],
  [/\\p\{Cf\}/, "\u200b"],
];

/** A letter of each kind that the pattern names, besides the commonest. */
function lettersOf(source: string): readonly string[] {
  const letters = new Set(["a", "A", "1", "_", " ", "\n", "."]);
  for (const [classes, letter] of LETTERS_OF_CLASSES) if (classes.test(source)) letters.add(letter);
  const codes = source.matchAll(/\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})/g);
  for (const [, wide, narrow] of codes)
    letters.add(String.fromCodePoint(Number.parseInt(wide ?? narrow!, 16)));
  const bare = source.replaceAll(
    /\\p\{\w+(?:=\w+)?\}|\\u\{?[0-9a-fA-F]+\}?|\\x..|\\[a-zA-Z]|\(\?<?[=!:]/g,
    "",
  );
  for (const letter of bare) if (!/[A-Za-z0-9^$*+?(){}|\\\]]/.test(letter)) letters.add(letter);
  for (const [, letter] of bare.matchAll(/\\([^A-Za-z0-9])/g)) letters.add(letter!);
  return [...letters].slice(0, 30);
}

/** Words that the pattern has letter for letter, such as `<w:p` or `Bearer`. */
function wordsOf(source: string): readonly string[] {
  const words = source.match(/(?:\\[^A-Za-z0-9]|[A-Za-z<>=:/"'`#_-]| (?=[A-Za-z])){2,}/g) ?? [];
  return [...new Set(words.map((word) => word.replaceAll(/\\(.)/g, "$1")))].slice(0, 12);
}

type Text = { before: string; unit: string; after: string };

function textsFor({ source }: Pattern): readonly Text[] {
  const letters = lettersOf(source);
  const words = wordsOf(source);
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  const units = [
    ...letters,
    ...(letters.length < 14 ? pairs : []),
    ...words.flatMap((word) => [word, `${word}a`, ` ${word}a`, `${word} `, `\n${word}`]),
  ];
  const plain = [...new Set(units)].flatMap((unit) => [
    { before: "", unit, after: "" },
    { before: "", unit, after: "\0" },
  ]);
  const begun = letters.flatMap((unit) =>
    [...words, ...letters].map((before) => ({ before, unit, after: "" })),
  );
  return [...plain, ...begun];
}

function write({ before, unit, after }: Text, letters: number): string {
  return before + unit.repeat(Math.ceil(letters / unit.length)) + after;
}

/** Time of the processor for one run, the least of several. Short runs are repeated, as the clock is coarse. */
function timeFor(run: () => unknown, tries: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let each = 0; each < tries; each++) {
    const start = process.cpuUsage();
    let runs = 0;
    let used = 0;
    for (; used < LEAST_MEASURED; runs++) {
      run();
      const { user, system } = process.cpuUsage(start);
      used = user + system;
    }
    best = Math.min(best, used / runs);
  }
  return best;
}

/** Microseconds. */
const LEAST_MEASURED = 2_000;

/** How often the time of the short text the long one takes: the least of several measurements, as a machine may be busy. */
function growth(run: (letters: number) => () => unknown, measured = [2, 4, 8, 16, 32]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const tries of measured) {
    least = Math.min(least, timeFor(run(LONG), tries) / timeFor(run(SHORT), tries));
    if (least < MOST_TIMES) break;
  }
  return least;
}

function matcher({ source, flags }: Pattern): (text: string) => string {
  const pattern = new RegExp(source, [...new Set(`${flags}g`)].join("").replace("y", ""));
  return (text) => text.replaceAll(pattern, "");
}

it("no pattern of src takes more than linear time on its worst letters", () => {
  const patterns = patternsOfSrc();
  expect(patterns.length).toBeGreaterThan(500);
  const slow = patterns.flatMap((pattern) => {
    const match = matcher(pattern);
    const timed = textsFor(pattern).map((text) => {
      const written = write(text, TRIED);
      const start = performance.now();
      match(written);
      match(written);
      return { text, time: performance.now() - start };
    });
    const worst = timed.toSorted((a, b) => b.time - a.time).slice(0, WORST);
    const found = worst.find(({ text }) => growth(timeOf(match, text)) >= MOST_TIMES);
    return found ? [`${pattern.place} /${pattern.source}/ on ${JSON.stringify(found.text)}`] : [];
  });
  expect(slow).toEqual([]);
}, 300_000);

function timeOf(match: (text: string) => unknown, text: Text): (letters: number) => () => unknown {
  return (letters) => {
    const written = write(text, letters);
    return () => match(written);
  };
}

it("finds a pattern that takes quadratic time", () => {
  const quadratic = { place: "here", source: "[a-z]+!", flags: "" };
  const text = { before: "", unit: "a", after: "" };
  // One measurement is enough, as each run takes seconds.
  expect(growth(timeOf(matcher(quadratic), text), [2])).toBeGreaterThan(MOST_TIMES);
}, 120_000);

/** Patterns that are made while the program runs, and what several patterns do one after another. */
describe("linear time has", () => {
  const scenario = exampleScenario();
  const anonymous = createAnonymousNames(scenario.members, ["ada", "ben", "cleo"]);
  const cases: readonly (readonly [string, (text: string) => unknown, ...string[]])[] = [
    ["Markdown", readMarkdown, "[", "`", "![", "](", " **a", "<a@", "| ", "``a`"],
    ["hidden Markdown", dropHiddenHtml, "<!--", "<p hidden>", "<div ", "`", "[a]: #\n"],
    ["a document's title", (text) => findTitle(text, "a.md"), "CV ", "# CV A", "简历", "Name: "],
    ["the letters of a heading", joinSpacedHeading, "A ", "# ", "A  B "],
    ["a document's text", normaliseText, " ", "\r", "\u00ad", " \n"],
    ["the names of members", (text) => anonymous.mask(text), "Dr. ", "Ada ", "- ", "D. "],
    [
      "a reply",
      (text) => parseReply(`<Message><Content>${text}</Content></Message>`),
      "<",
      "a",
      "&",
      "<Verdict>",
      "</Content>",
    ],
    [
      "artifacts",
      (text) => parseReply(`<Message><Artifacts><Artifact ${text}</Artifacts></Message>`),
      "a",
      "a=",
      "<Artifact ",
      '"',
    ],
    [
      "a reply without a form",
      (text) => parseReply(text),
      "<Message>",
      "<Content>",
      "</Content>",
      "</Message>",
      "```",
    ],
    [
      "a quotation",
      (text) => checkCitation({ ref: "", quote: text }, scenario.documents),
      "[",
      "a [...] ",
      "… ",
      "a",
    ],
    [
      "a field that streams in",
      (text) => createFieldReader("content").push(text),
      '"',
      '"content"',
      "a",
      " ",
    ],
  ];

  for (const [what, run, ...units] of cases)
    it.each(units)(`${what} of %j`, (unit) => {
      // What was read is remembered, so each text is another.
      let read = 0;
      const text = { before: "", unit, after: "" };
      expect(growth(timeOf((written) => run(`${written}${read++}`), text))).toBeLessThan(
        MOST_TIMES,
      );
    });
});
