import type { Document } from "../../../scenario/schema/scenario.ts";
import { beginsWith, isMark, marked } from "./lexicon.ts";
import { is, tokensOf } from "./tokens.ts";

/** A clause, an item or a row of a document that a person could weigh, before it is weighed. */
export type Passage = {
  readonly text: string;
  readonly section: string;
  /** Lines, both included and from 1. */
  readonly from: number;
  readonly to: number;
  readonly form: "sentence" | "item" | "row" | "history";
  /** Of a row: its cells, and what stands over them. */
  readonly row?: { readonly cells: readonly string[]; readonly head: readonly string[] | null };
};

const MARKED_HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;
const BOLD_HEADING = /^\s*(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?\s*$/;
const UNDERLINE = /^\s*(?:-{3,}|={3,}|_{3,}|\*{3,})\s*$/;
const ITEM = /^\s*(?:[-*+•·▪◦‣–—o]|\(?\d{1,2}[.)]|\(?[a-z]\)|\d{1,2}(?= {2,}\p{L}))\s+/u;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;
const DATE = String.raw`(?:(?:\p{L}{3,9}\.? |\d{1,2}[/.])?(?:19|20)\d\d)`;
/** Dates at the head of a line, from one to another or apart from what follows. */
const YEARS = new RegExp(
  String.raw`^\s*${DATE}(?:\s*(?:-|–|—|to|until)\s*(?:${DATE}|\d\d\b|present|now|today|date|current|ongoing)?\s*[:,|]?\s|\s*[:,|]\s|\s{2,}(?=\S))`,
  "iu",
);
const COLUMNS = /\S(?: {2,}|\t+)\S/;
const ADDRESS = /[\w.+-]+@[\w-]+\.\w|\+\d[\d ()-]{6,}/;
const SENTENCE_END = /[.!?]["”’)]?\s+(?=["“(]?[\p{Lu}\p{N}])/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Dr|Prof|Mr|Mrs|Ms|St|No|Nos|vs|e\.g|i\.e|approx|ca|Inc|Ltd|Co|Jr|Sr|dept|est|incl|Rev|Fig|p)\.$/iu;
/** A line this long that ends in no stop runs on into the next. */
const RUNNING_LINE = 60;

type NumberedLine = { readonly text: string; readonly number: number };

/** A document's passages in order: without headings, contact lines, salutations, column heads and rules. */
export function passagesOf(document: Pick<Document, "text">): Passage[] {
  const lines = document.text.split("\n");
  const found: Passage[] = [];
  let section = "";
  let block: NumberedLine[] = [];
  let isItem = false;
  let head: readonly string[] | null = null;
  const flush = () => {
    if (block.length > 0) found.push(...sentencesOf(block, section, isItem));
    block = [];
  };
  let isCode = false;
  for (const [index, raw] of lines.entries()) {
    const line: NumberedLine = { text: raw, number: index + 1 };
    if (/^\s*(?:```|~~~)/.test(raw)) isCode = !isCode;
    const heading = isCode ? null : headingOf(lines, index);
    const cells = isCode ? [] : cellsOf(raw);
    if (isCode || raw.trim() === "" || UNDERLINE.test(raw) || TABLE_RULE.test(raw) || /^\s*```/.test(raw)) {
      flush();
      if (raw.trim() === "") head = null;
    } else if (heading !== null) {
      flush();
      section = heading;
    } else if (isAside(raw)) {
      flush();
    } else if (YEARS.test(raw.replace(ITEM, "")) && !ITEM.test(raw)) {
      flush();
      found.push({ text: plain(raw), section, from: line.number, to: line.number, form: "history" });
    } else if (cells.length > 1) {
      flush();
      const isHead =
        head === null &&
        (TABLE_RULE.test(lines[index + 1] ?? "") ||
          cells.slice(1).every((cell) => !/\d/.test(cell) || YEAR.test(cell)));
      if (isHead) head = cells;
      else if (/\p{L}{2}/u.test(cells.join(" ")))
        found.push({ ...rowOf(cells, head), section, from: line.number, to: line.number, form: "row" });
    } else {
      const item = ITEM.exec(raw);
      const isNew = item !== null || endsBefore(lines[index - 1] ?? "", raw);
      if (isNew) flush();
      if (block.length === 0) isItem = item !== null;
      block.push({ ...line, text: raw.slice(item?.[0].length ?? 0) });
    }
  }
  flush();
  return found;
}

/** Every heading of a document, also those that have only headings under them. */
export function headingsOf({ text }: Pick<Document, "text">): string[] {
  const lines = text.split("\n");
  return lines.flatMap((_, index) => headingOf(lines, index) ?? []);
}

const YEAR = /^\W*(?:Q[1-4]\s*)?(?:(?:19|20)\d\d)?\W*$/;

/** Contact details, salutations and the like. */
function isAside(raw: string): boolean {
  const text = raw
    .replace(ITEM, "")
    .replaceAll(/[*_]{1,3}/g, "")
    .trim();
  const label = /^([^:]{2,20}?)\s*:/.exec(text)?.[1] ?? "";
  const isContact = ADDRESS.test(text) || marked(text, "contact") || isMark(label, "contact-label");
  return beginsWith(text, "sign-off") || (isContact && text.length < 160) || !/\p{L}{2}/u.test(text);
}

function headingOf(lines: readonly string[], index: number): string | null {
  const raw = lines[index] ?? "";
  const [, marked] = MARKED_HEADING.exec(raw) ?? BOLD_HEADING.exec(raw) ?? [];
  if (marked !== undefined) return plain(marked).replace(/:$/, "");
  const text = raw.trim();
  if (text === "" || ITEM.test(raw) || text.length > 60 || /[.;!?,]$/.test(text) || /\|/.test(text))
    return null;
  const next = lines[index + 1] ?? "";
  if (/^\s*(?:-{3,}|={3,})\s*$/.test(next) && !/\|/.test(next)) return text.replace(/:$/, "");
  if (!/^\P{L}*\p{Lu}/u.test(text) || COLUMNS.test(text) || /^\s/.test(raw)) return null;
  const words = text.split(/\s+/);
  if (/\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text) && words.length <= 7 && !/\d{2}/.test(text))
    return text.replace(/:$/, "");
  if (/:$/.test(text) && words.length <= 6) return text.slice(0, -1);
  const previous = lines[index - 1] ?? "";
  const stands = previous.trim() === "" && words.length <= 5 && !/\d/.test(text);
  const follows = next.trim() !== "" || (lines[index + 2] ?? "").trim() !== "";
  return stands && follows ? text : null;
}

function cellsOf(raw: string): string[] {
  const text = raw.trim();
  if (/^\|.*\|/.test(text))
    return text
      .replace(/^\||\|$/g, "")
      .split("|")
      .map(plain);
  if (ITEM.test(raw)) return [];
  const cells = text.split(/ {2,}|\t+/).map(plain);
  return cells.length > 1 ? cells : [];
}

/** A row as it stands, without its marks: quotations are held against it. */
function rowOf(cells: readonly string[], head: readonly string[] | null): Pick<Passage, "text" | "row"> {
  return { text: cells.filter((cell) => cell !== "").join(" | "), row: { cells, head } };
}

function endsBefore(previous: string, raw: string): boolean {
  if (/[.!?:;]["”’)]?$/.test(previous.trim())) return false;
  if (is(tokensOf(previous.trim().split(" ").at(-1) ?? "")[0], "w.runs-on")) return false;
  return previous.trim().length < RUNNING_LINE && /^\s*[\p{Lu}\p{N}"“]/u.test(raw);
}

function sentencesOf(block: readonly NumberedLine[], section: string, isItem: boolean): Passage[] {
  let text = "";
  const starts: { readonly at: number; readonly line: number }[] = [];
  for (const { text: part, number } of block) {
    starts.push({ at: text === "" ? 0 : text.length + 1, line: number });
    text = text === "" ? part.trim() : `${text} ${part.trim()}`;
  }
  const lineAt = (at: number) => starts.findLast((start) => start.at <= at)?.line ?? 0;
  const passages: Passage[] = [];
  const take = (from: number, to: number) => {
    const slice = text.slice(from, to);
    const sentence = plain(slice);
    if (/\p{L}{2}/u.test(sentence))
      passages.push({
        text: sentence,
        section,
        from: lineAt(from),
        to: lineAt(from + slice.trimEnd().length - 1),
        form: isItem ? "item" : "sentence",
      });
  };
  let from = 0;
  for (const end of text.matchAll(SENTENCE_END)) {
    const upTo = end.index + end[0].length;
    if (ABBREVIATION.test(text.slice(Math.max(0, end.index - 12), end.index + 1)) && !/[!?]/.test(end[0]))
      continue;
    take(from, upTo);
    from = upTo;
  }
  take(from, text.length);
  return passages;
}

/** Without the marks of Markdown. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*|__|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
