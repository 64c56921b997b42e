import { stringify } from "yaml";
import { checkCitation, isMereReference } from "../../../scenario/documents/citations.ts";
import { slug } from "../../../scenario/files/paths.ts";
import type { Criterion, Document, VerdictOption } from "../../../scenario/schema/scenario.ts";
import { WHOLE_CASE } from "../../../scenario/schema/script.ts";
import { statementLines } from "../../../scenario/script/check-script.ts";

export type Statement = { readonly ref: string; readonly quote: string };

const LEAST_WORDS = 6;

/** Every line that states something is part of one. */
export function statementsIn(document: Pick<Document, "name" | "text">): readonly Statement[] {
  const lines = document.text.split("\n");
  const sentences = blocksOf(lines).flatMap((block) => sentencesOf(block, lines));
  const found = sentences.filter(({ quote }) => wordsIn(quote) >= LEAST_WORDS);
  const isCovered = (line: number) => found.some(({ from, to }) => from <= line && line <= to);
  const rest = statementLines(document.text)
    .filter((line) => !isCovered(line))
    .map((line) => ({ from: line, to: line, quote: bare(lines[line - 1] ?? "") }));
  return [...found, ...rest]
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, quote }) => ({
      ref: `${document.name}#L${from}${to > from ? `-L${to}` : ""}`,
      quote,
    }))
    .filter((each) => !isMereReference(each.quote) && checkCitation(each, [document]).found === "exact");
}

type LineGroup = readonly number[];

function blocksOf(lines: readonly string[]): LineGroup[] {
  const blocks: number[][] = [];
  let open = false;
  for (const [at, line] of lines.entries()) {
    const isAlone = /^\s*(?:#|\||```|---)/.test(line) || line.trim() === "";
    const begins = isAlone || !open || /^\s*(?:[-*+>]|\d+[.)])\s/.test(line);
    if (begins) blocks.push([]);
    if (!/^\s*(?:#|$)/.test(line)) blocks.at(-1)?.push(at);
    open = !isAlone;
  }
  return blocks.filter((block) => block.length > 0);
}

function sentencesOf(block: LineGroup, lines: readonly string[]) {
  const found: { from: number; to: number; quote: string }[] = [];
  let words: string[] = [];
  let from = 0;
  for (const at of block) {
    for (const part of bare(lines[at] ?? "").split(/(?<=[.!?]["”’)]?)\s+(?=["“(]?[\p{Lu}\d])/u)) {
      if (words.length === 0) from = at + 1;
      words.push(part);
      if (!/[.!?]["”’)]?$/.test(part)) continue;
      found.push({ from, to: at + 1, quote: words.join(" ") });
      words = [];
    }
  }
  const last = block.at(-1) ?? 0;
  return words.length > 0 ? [...found, { from, to: last + 1, quote: words.join(" ") }] : found;
}

function bare(line: string): string {
  return line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, "").trim();
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

type OutlinedCase = {
  readonly documents: readonly Document[];
  readonly criteria: readonly Criterion[];
  readonly verdicts: readonly VerdictOption[];
};

export function outlineText({ documents, criteria, verdicts }: OutlinedCase): string {
  const taken = new Set<string>();
  const first = criteria[0]?.id ?? WHOLE_CASE;
  const points = documents.flatMap((document) =>
    statementsIn(document).map(({ ref, quote }) => ({
      ...{ id: freshId(quote, taken), ref, quote },
      bears: { [first]: 0 },
    })),
  );
  const known = criteria.length > 0 ? criteria : [{ id: WHOLE_CASE, name: "The case as a whole" }];
  return [
    "# An outline to fill in. docs/explanation/simulated-members.md explains each field.",
    "# 1. In bears, write what each line shows by criterion, from -1 (against) to 1 (for). 0 does not count as read.",
    "# 2. Delete the points that no member would weigh.",
    "# 3. Add short, lines, answers, stays, won, ask, reply, change and condition in whole sentences.",
    "#    A point without sentences is quoted.",
    "#",
    "# Criteria:",
    ...known.map(({ id, name, ...more }) =>
      remark(`${id}: ${name}`, "question" in more ? more.question : undefined),
    ),
    "# Verdicts, for spoken and because:",
    ...verdicts.map(({ id, side, meaning }) => remark(`${id} (${side})`, meaning)),
    stringify({ spoken: {}, points }, { lineWidth: 0 }).replaceAll(
      /\n {4}bears:\n {6}(.+)/g,
      "\n    bears: { $1 }",
    ),
  ].join("\n");
}

function remark(text: string, more: string | undefined): string {
  return `#   ${`${text}${more === undefined ? "" : `. ${more}`}`.replace(/\s+/g, " ")}`;
}

const WORDS_OF_ID = 4;

export function freshId(words: string, taken: Set<string>): string {
  const wanted = slug(words.normalize("NFKD").replaceAll(/\p{M}/gu, ""))
    .split("-")
    .slice(0, WORDS_OF_ID)
    .join("-");
  const base = /[a-z0-9]/i.test(words) ? wanted : "point";
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}
