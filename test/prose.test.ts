import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import rules from "./support/prose-rules.json" with { type: "json" };

const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "RELEASING.md", ...docs()];

function docs(): string[] {
  return readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && file !== "architecture.md")
    .map((file) => join("docs", file))
    .filter((file) => !readFileSync(file, "utf8").startsWith("<!-- Generated"));
}

function sentencesOf(markdown: string): string[] {
  return markdown
    .replace(/```[\s\S]*?```|<!--[\s\S]*?-->/g, "")
    .split("\n")
    .filter((line) => !/^\s*(\||#)/.test(line))
    .join("\n")
    .replace(/`[^`]*`/g, "CODE")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__/g, "")
    .replace(/^\s*([-*]|\d+\.)\s+/gm, "\n\n")
    .split(/\n\s*\n/)
    .flatMap((block) =>
      block
        .replace(/\s+/g, " ")
        .trim()
        .split(/(?<=[.!?])["”)]?\s+(?=[A-Z0-9"(])/),
    )
    .filter((sentence) => sentence.split(" ").length > 3);
}

/** The cells of the tables, which are no sentences and yet are read. */
function cellsOf(markdown: string): string[] {
  const rows = markdown.replace(/```[\s\S]*?```/g, "").match(/^\s*\|.*[^|\s:-].*\|$/gm) ?? [];
  return rows
    .map((row) => row.replace(/`[^`]*`/g, "CODE").replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1"))
    .flatMap((row) => row.split("|").map((cell) => cell.trim()))
    .filter((cell) => cell !== "");
}

const countWords = (texts: readonly string[]) =>
  texts.reduce((sum, each) => sum + each.split(/\s+/).length, 0);

function wrongIn(markdown: string): string[] {
  const all = sentencesOf(markdown);
  const lengths = all.map((each) => each.split(" ").length).toSorted((a, b) => a - b);
  const cells = cellsOf(markdown);
  const inSentences = Math.max(countWords(all), 1);
  const words = inSentences + countWords(cells);
  const text = [...all, ...cells].join("\n");
  const count = (pattern: string) => (text.match(new RegExp(pattern, "gi")) ?? []).length;
  const forbidden = rules.forbidden.flatMap(([pattern = "", better]) => {
    const found = new RegExp(pattern, "i").exec(text);
    return found ? [`"${found[0]}": ${better}`] : [];
  });
  const often = Object.entries(rules.perThousand)
    .filter(([, [pattern, most]]) => {
      const hits = count(String(pattern));
      return hits >= rules.leastHits && (1000 * hits) / words > Number(most);
    })
    .map(([name]) => `too often: ${name}`);
  const commas = (all.join("\n").match(/,/g) ?? []).length / Math.max(all.length, 1);
  const { meanWords, p90Words, maxWords, commas: mostCommas } = rules.sentences;
  const long = [
    inSentences / Math.max(all.length, 1) > meanWords,
    (lengths[Math.floor(lengths.length * 0.9)] ?? 0) > p90Words,
    (lengths.at(-1) ?? 0) > maxWords,
    commas > mostCommas,
  ].some(Boolean);
  return [
    ...(forbidden.length > rules.allowed ? forbidden : []),
    ...often,
    ...(long ? ["long sentences"] : []),
  ];
}

/** A mark of a table or a list is no word. */
const wordsIn = (markdown: string) =>
  markdown
    .replace(/```[\s\S]*?```/g, "")
    .split(/\s+/)
    .filter((each) => /[\p{L}\p{N}]/u.test(each)).length;

const MOST = {
  "README.md": 600,
  "docs/tutorial.md": 700,
  "how-to": 900,
  explanation: 1200,
  reference: 1000,
};

describe("the docs", () => {
  it.each(pages)("%s is plain, and no longer than its kind may be", (page) => {
    const text = readFileSync(page, "utf8");
    expect(wrongIn(text)).toEqual([]);
    const [, most = 900] =
      Object.entries(MOST).find(([kind]) => page === kind || page.includes(`/${kind}/`)) ?? [];
    expect(wordsIn(text)).toBeLessThanOrEqual(most);
  });

  it("have at most 25,000 words written by hand", () => {
    const all = pages.map((page) => wordsIn(readFileSync(page, "utf8"))).reduce((a, b) => a + b, 0);
    expect(all).toBeGreaterThan(5000);
    expect(all).toBeLessThan(25_000);
  });

  it.each(pages.filter((page) => /how-to|tutorial/.test(page)))(
    "%s has at most 12 % of its words in tables",
    (page) => {
      const text = readFileSync(page, "utf8");
      expect(countWords(cellsOf(text)) / wordsIn(text)).toBeLessThanOrEqual(0.12);
    },
  );

  it("have no table cell of more than eight words", () => {
    const long = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/^\|.*\|$/gm)]
        .flatMap(([row]) =>
          row
            .replace(/`[^`]*`/g, "CODE")
            .replace(/\]\([^)]*\)/g, "]")
            .split("|"),
        )
        .filter((cell) => cell.trim().split(/\s+/).length > 8)
        .map((cell) => `${page}: ${cell.trim()}`),
    );
    expect(long).toEqual([]);
  });

  it("are checked by rules that find riddles", () => {
    const riddle =
      "Whoever holds it is told so. Nobody goes on where it stands in the record beside others.";
    expect(wrongIn(riddle).length).toBeGreaterThan(3);
    const table = "| Whoever holds it | Nobody goes on where it stands |\n| --- | --- |";
    expect(wrongIn(table).length).toBeGreaterThan(1);
  });
});

/** The string literals of a source that are sentences or parts of one, without what is put into them. */
function stringsOf(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/[^\n]*/g, "$1");
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
    .map(([literal]) => literal.replace(/\$\{[^}]*\}/g, "X"))
    .filter((literal) => literal.includes(" "));
}

function commentsOf(source: string): readonly string[] {
  return source.match(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g) ?? [];
}

const NOT_FOR_READERS = /^src\/studies\/cluster\//;

const OF_A_PLACE = '"Compare two meetings and show where they diverge"';

describe("the strings of src", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join("src", file))
    .filter((file) => !NOT_FOR_READERS.test(file));

  function wrongStrings(text: string): readonly string[] {
    return stringsOf(text).filter((literal) =>
      rules.forbidden.some(([pattern = ""]) => new RegExp(pattern, "i").test(literal)),
    );
  }

  it("have no forbidden construction", () => {
    const wrong = sources.flatMap((file) =>
      wrongStrings(readFileSync(file, "utf8").replace(OF_A_PLACE, "")).map(
        (literal) => `${file}: ${literal.slice(0, 120)}`,
      ),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  it("have no forbidden construction in their comments", () => {
    const comments = sources.flatMap((file) => commentsOf(readFileSync(file, "utf8")));
    const wrong = comments.filter((comment) =>
      rules.forbidden.some(([pattern = ""]) => new RegExp(pattern, "i").test(comment)),
    );
    expect(comments.length).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  });

  it("are found with what is wrong in them", () => {
    expect(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a script with a template.
      wrongStrings('const a = "Nobody goes on"; /* nobody */ const b = `${whom} left`;'),
    ).toEqual(['"Nobody goes on"']);
  });
});
