import type { SentDocument } from "./prompt.ts";

/** One sentence of a document and where it stands; a sentence may run over several lines. */
export type Passage = {
  readonly document: SentDocument;
  /** Heading it stands under; empty before the first. */
  readonly section: string;
  /** Stands above the first section of a document that has sections: says what the document is. */
  readonly isPreface: boolean;
  readonly text: string;
  /** Line, from 1, of the character at `index` of the text. */
  readonly lineAt: (index: number) => number;
};

const HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;
/** A line of capitals is a heading where a document has no other: text taken from a PDF, say. */
const CAPITALS = /^\p{Lu}[\p{Lu} &/,'’-]{3,48}:?$/u;
const PLAIN_HEADING = /^\p{Lu}[\p{L}&/'’-]*(?: [\p{L}&/'’-]+){0,3}:?$/u;
const ITEM = /^\s*(?:[-*+•·▪◦–—]|\d+[.)])\s+/;
/** A shorter line, or one that ends in a stop, is not run on into the next. */
const SHORTEST_RUNNING_LINE = 55;
/** Up to here a line before one that begins with a capital or a figure is an entry of a list without marks. */
const LONGEST_ENTRY = 75;
/** UTF-16 units; what runs on for longer is no sentence to argue from. */
const LONGEST_PASSAGE = 1_200;
/** Units before a full stop within which an abbreviation can be told. */
const ABBREVIATED = 24;
const TABLE = /^\s*\|/;
const SENTENCE_END = /[.!?]["”’)]?\s+(?=["“]?[A-ZÀ-Þ0-9])/g;
const ABBREVIATION = /(?:^|[\s(])(?:[A-Z]|Dr|Prof|Mr|Mrs|Ms|St|No|vs|e\.g|i\.e|approx|ca|Inc|Ltd|Co)\.$/;

/** A document's sentences in order, without headings and tables. */
export function passagesOf(document: SentDocument): Passage[] {
  const found: Passage[] = [];
  let section = "";
  let isPreface = document.lines.some((line) => /^##\s/.test(line));
  let block: { text: string; lines: readonly (readonly [number, number])[] } | null = null;
  const flush = (): void => {
    if (block !== null) found.push(...sentences({ document, section, isPreface }, block.text, block.lines));
    block = null;
  };
  const isMarked = hasHeadings(document);
  document.lines.forEach((raw, index) => {
    const heading =
      HEADING.exec(raw) ?? capitals(raw) ?? (isMarked ? null : plainHeading(document.lines, index));
    if (heading !== null || raw.trim() === "" || TABLE.test(raw)) {
      flush();
      if (heading !== null) section = heading[1]!;
      if (/^##/.test(raw)) isPreface = false;
      return;
    }
    const item = ITEM.exec(raw);
    if (item !== null || endsHere(document.lines[index - 1] ?? "", raw)) flush();
    const text = raw.slice(item?.[0].length ?? 0).trim();
    block =
      block === null
        ? { text, lines: [[0, index + 1]] }
        : { text: `${block.text} ${text}`, lines: [...block.lines, [block.text.length + 1, index + 1]] };
  });
  flush();
  return found;
}

/** Headings of a document, deepest level left out. */
export function headingsOf(document: SentDocument): string[] {
  const isMarked = hasHeadings(document);
  return document.lines.flatMap((line, index) => {
    if (/^##\s/.test(line)) return [HEADING.exec(line)?.[1] ?? ""];
    const heading = capitals(line) ?? (isMarked ? null : plainHeading(document.lines, index));
    return heading?.slice(1) ?? [];
  });
}

function hasHeadings({ lines }: SentDocument): boolean {
  return lines.some((line) => HEADING.test(line) || CAPITALS.test(line.trim()));
}

/** Where nothing is marked as a heading, a few plain words on a line of their own are one: `Education`. */
function plainHeading(lines: readonly string[], index: number): readonly [string, string] | null {
  const line = lines[index]!.trim();
  const isAlone = (lines[index - 1] ?? "").trim() === "" && (lines[index + 1] ?? "").trim() !== "";
  return isAlone && PLAIN_HEADING.test(line) ? [line, line.replace(/:$/, "")] : null;
}

function capitals(raw: string): readonly [string, string] | null {
  const line = raw.trim();
  if (!CAPITALS.test(line)) return null;
  const text = line.replace(/:$/, "").toLowerCase();
  return [line, text[0]!.toUpperCase() + text.slice(1)];
}

function endsHere(line: string, next: string): boolean {
  const { length } = line.trim();
  if (length < SHORTEST_RUNNING_LINE || /[.!?:;]["”’)]?\s*$/.test(line)) return true;
  return length < LONGEST_ENTRY && /^\s*[\p{Lu}\d]/u.test(next);
}

function* sentences(
  from: Pick<Passage, "document" | "section" | "isPreface">,
  text: string,
  lines: readonly (readonly [number, number])[],
): Generator<Passage> {
  let start = 0;
  const cut = (end: number): Passage | null => {
    const raw = text.slice(start, end);
    const first = start + raw.length - raw.trimStart().length;
    start = end;
    if (raw.trim() === "" || raw.length > LONGEST_PASSAGE) return null;
    return { ...from, text: raw.trim(), lineAt: (index) => lineOf(lines, first + index) };
  };
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (ABBREVIATION.test(text.slice(Math.max(0, match.index - ABBREVIATED), match.index + 1))) continue;
    const passage = cut(end);
    if (passage !== null) yield passage;
  }
  const last = cut(text.length);
  if (last !== null) yield last;
}

function lineOf(lines: readonly (readonly [number, number])[], index: number): number {
  let line = lines[0]![1];
  for (const [from, number] of lines) if (from <= index) line = number;
  return line;
}
