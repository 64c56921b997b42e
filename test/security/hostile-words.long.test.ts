import {
  board,
  chamber,
  judges,
  jury,
  type MeetingEvent,
  meetingFiles,
  type Protocol,
  rounds,
} from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";
import { hold, shipped } from "../simulated/meetings.ts";

/** What a model, a server or a document may try: a heading, an item, a row, HTML, a fence, a rule, a link, a moving cursor. */
const FORGERY = [
  "## Confidence Assessment FORGED",
  "- Outcome: decided for FORGED",
  "| FORGED | decided | 1 |",
  "<h2>FORGED</h2><!-- FORGED",
  "FORGED",
  "======",
  "``` FORGED",
  "~~~ FORGED",
  "1. FORGED",
  "> FORGED",
  "***",
  "[FORGED](https://example.com) ![FORGED](https://example.com/x.png)",
  "\u001b[2J\u001b]0;FORGED\u0007\u2028## FORGED\u0085## FORGED\r## FORGED",
  "",
  "    ## FORGED",
  "",
].join("\n");

const SCENARIOS: readonly (readonly [protocol: Protocol, scenario: string])[] = [
  [board, "hiring"],
  [jury, "trial"],
  [jury, "memory-curation"],
  [chamber, "niche-decision"],
  [judges, "code-review"],
  [rounds, "architecture-review"],
];

const WORDLESS: ReadonlySet<string> = new Set(["state/lead_history.jsonl"]);

const NOT_RUN = "not run";

/** Every text of more than one word in a record, changed. Ids and all other values of closed lists are single words. */
function poisoned<T>(value: T, poison: (text: string) => string): T {
  if (typeof value === "string")
    return (/\S\s+\S/.test(value) && value !== NOT_RUN ? poison(value) : value) as T;
  if (Array.isArray(value)) return value.map((each) => poisoned(each, poison)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, poisoned(each, poison)]),
  ) as T;
}

function filesOf(events: readonly MeetingEvent[], protocol: Protocol): ReadonlyMap<string, string> {
  const files = meetingFiles({ events, head: "0".repeat(64) }, protocol);
  return new Map(files.map(({ name, text }) => [name, text]));
}

/** The blocks that a Markdown reader sees, one for each line that opens any; text and quotations are none. */
function skeleton(text: string): readonly string[] {
  const found: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const bare = line.replace(/^(?:> ?)+/, "");
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(bare)?.[1];
    if (fence !== null) {
      if (mark && mark[0] === fence[0] && mark.length >= fence.length && bare.trim() === mark)
        fence = null;
      continue;
    }
    if (mark) {
      fence = mark;
      found.push("fence");
      continue;
    }
    const [, blank = "", block] =
      /^(\s*)(#{1,6}(?=\s)|[-*+](?=\s)|\d+[.)](?=\s)|\|)/.exec(bare) ?? [];
    if (block === "|") found.push(`row of ${bare.match(/(?<!\\)\|/g)!.length}`);
    else if (block) found.push(`${blank.length} ${block}`);
    else if (/^\s*(?:={1,}|-{2,}|\*{3,}|_{3,})\s*$/.test(bare)) found.push(`rule ${bare.trim()}`);
    if (/(?<!\\)<\/?[a-z!]/i.test(bare)) found.push("html");
    if (/(?<!\\)\]\(/.test(bare)) found.push("link");
  }
  return found;
}

function cellsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[""]];
  for (const [, quoted, plain, end] of csv.matchAll(/"((?:[^"]|"")*)"|([^",\n]+)|(,|\n)/g)) {
    const row = rows.at(-1)!;
    if (quoted !== undefined) row[row.length - 1] += quoted.replaceAll('""', '"');
    else if (plain !== undefined) row[row.length - 1] += plain;
    else if (end === ",") row.push("");
    else rows.push([""]);
  }
  return rows.slice(0, -1);
}

describe.each(SCENARIOS)(
  "every file of $name ($1), whatever is written by others in its record",
  (protocol, name) => {
    let events: readonly MeetingEvent[] = [];
    let honest: ReadonlyMap<string, string> = new Map();
    let attacked: ReadonlyMap<string, string> = new Map();

    beforeAll(async () => {
      ({ events } = await hold(await shipped(name), 4));
      honest = filesOf(
        poisoned(events, (text) => `${text} and that is all. ${text}`),
        protocol,
      );
      attacked = filesOf(
        poisoned(events, (text) => `${text}\n${FORGERY}${text}`),
        protocol,
      );
    });

    it("is there, and holds those words", () => {
      expect([...attacked.keys()]).toEqual([...honest.keys()]);
      const silent = [...honest.keys()].filter((file) => !attacked.get(file)!.includes("FORGED"));
      expect(silent.filter((file) => !WORDLESS.has(file))).toEqual([]);
    });

    it("has the same headings, items, rows and fences, and no markup, cursor or line break of theirs", () => {
      for (const [file, text] of attacked) {
        if (!file.endsWith(".md")) continue;
        expect([file, skeleton(text)]).toEqual([file, skeleton(honest.get(file)!)]);
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
      }
    });

    it("stays what its name says: JSON, JSON lines, and a table of as many cells", () => {
      for (const [file, text] of attacked) {
        if (file.endsWith(".json")) JSON.parse(text);
        if (file.endsWith(".jsonl"))
          for (const line of text.trimEnd().split("\n")) JSON.parse(line || "null");
        if (file.endsWith(".csv")) {
          const [header, ...rows] = cellsOf(text);
          expect(rows.map((row) => row.length)).toEqual(rows.map(() => header!.length));
          expect(rows).toHaveLength(cellsOf(honest.get(file)!).length - 1);
        }
      }
    });

    it.each(["=", "+", "-", "@", "\t=", " =", "\r=", "\u00a0=", "＝"])(
      "has no cell that a spreadsheet takes for a formula, where texts begin with %j",
      (begin) => {
        const csv = filesOf(
          poisoned(events, (text) => `${begin}HYPERLINK("https://example.com") ${text}`),
          protocol,
        ).get("verdicts.csv")!;
        expect(csv).toContain("HYPERLINK");
        for (const cell of cellsOf(csv).flat())
          expect(cell).not.toMatch(/^[\s\u00a0]*[=+@＝＋＠]|^[\s\u00a0]*-\D/);
      },
    );
  },
);
