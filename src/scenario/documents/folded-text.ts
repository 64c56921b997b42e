// Folds text to the tokens by which a quotation is found in it. In prose, marks, escapes and languages do not matter.
// In source every character matters, and only white space is folded.

import { findFirstIndex } from "../../lists.ts";
import { decodeText } from "../../text/entities.ts";
import { dropTrailing } from "../../text/plain.ts";
import { rememberResults } from "../files/remember.ts";
import { isDiffName, isSourceName } from "../schema/endings.ts";
import type { Document } from "../schema/scenario.ts";
import { readDiff } from "./diff.ts";

/** Scripts that write words without spaces, or, as Korean does, join particles to them. */
const SYLLABLES = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}`;
const LETTERS = String.raw`\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;

/** One letter of a script that writes words without spaces. */
export const UNSPACED = String.raw`(?=\p{L})[${SYLLABLES}${LETTERS}]`;

/** Words, numbers such as -3.5, and the signs that carry meaning; no quotes, dashes, Markdown marks or white space. */
const TOKEN = new RegExp(
  String.raw`(?:(?<=\S\s|[([{=:<>,/*+\p{Sc}])-\p{Sc}?)?\p{N}+(?:[.,]\p{N}+)*|${UNSPACED}\p{M}*|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])+(?:'[\p{L}\p{M}]+)*|[.,;:!?()[\]/&%@]|(?![|\x60~^])\p{S}`,
  "gu",
);
const EDGE = /^[.,;:!?]$/;

/** Escapes for signs, and addresses of links, which a quotation may have or not. */
const MARKUP =
  /&nbsp;|\\u(?<unit>[\da-f]{4})|\\[nrt]|\[(?<link>[^\][\n]{1,200})\]\((?:https?:|mailto:|[./#])[^\s()]{0,300}\)|\p{Cf}/giu;

function splitTokens(text: string): string[] {
  const plain = decodeText(text).replaceAll(MARKUP, (whole: string, ...rest: unknown[]) => {
    const { unit, link } = rest.at(-1) as Record<string, string | undefined>;
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    return link ?? (/^\p{Cf}$/u.test(whole) ? "" : " ");
  });
  const folded = plain
    .normalize("NFKC")
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(/[–−](?=\p{Sc}?\p{N})/gu, "-");
  return folded.toLowerCase().match(TOKEN) ?? [];
}

/** A quote's tokens without the punctuation at its ends, which belongs to the sentence around it. */
export function foldWords(quote: string): string[] {
  // After a colon, a sign before the first number is no mark of a list.
  const all = splitTokens(`:${quote}`);
  const first = all.findIndex((token) => !EDGE.test(token));
  return first < 0 ? [] : all.slice(first, all.findLastIndex((token) => !EDGE.test(token)) + 1);
}

/** About how many words the tokens are. Two syllables or three letters count as a word if spaces do not tell. */
export function estimateWords(folded: readonly string[]): number {
  return folded.reduce((sum, token) => sum + weigh(token), 0);
}

const SYLLABLE = new RegExp(`^[${SYLLABLES}]`, "u");
const LETTER = new RegExp(`^[${LETTERS}]`, "u");

function weigh(token: string): number {
  if (!/[\p{L}\p{N}]/u.test(token)) return 0;
  if (SYLLABLE.test(token)) return 1 / 2;
  return LETTER.test(token) ? 1 / 3 : 1;
}

export type Citable = Pick<Document, "name" | "text">;

export type Folded = {
  words: readonly string[];
  lineOf: readonly number[];
  lines: number;
  starts: readonly number[];
};

export const folded = rememberResults(4_000_000, (text) =>
  foldLines(text.split("\n"), splitTokens),
);

/** Source as a quotation may show it. A diff has several forms. */
function foldForms({ name, text }: Citable): readonly Folded[] {
  return isDiffName(name) ? foldDiff(text) : [foldSource(text)];
}

const foldSource = rememberResults(4_000_000, (text) => foldLines(text.split("\n"), splitSource));

/** As it is written, then without the signs: all lines, those of the new files, those of the old ones. */
const foldDiff = rememberResults(1_000_000, (text): readonly Folded[] => {
  const { lines } = readDiff(text);
  const written = text.split("\n");
  const select = (without?: "added" | "removed") =>
    written.map((line, index) => {
      const side = lines[index]?.side;
      if (side === undefined) return line.startsWith("\\ ") ? "" : line;
      return side === without ? "" : line.slice(1);
    });
  const apart = written.map((line, index) =>
    lines[index] ? `${line.charAt(0)} ${line.slice(1)}` : line,
  );
  const forms = [apart, select(), select("removed"), select("added")];
  return forms.map((form) => foldLines(form, splitSource));
});

/** Names and numbers as a whole, every other character by itself. Each line begins with one blank, as do words. */
const SOURCE_TOKEN = new RegExp(
  String.raw`\s+|${UNSPACED}\p{M}*|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}_$])+(?:(?<=\p{N})\.\p{N}+)*|.`,
  "gsu",
);

function splitSource(text: string): string[] {
  const plain = text.normalize("NFC").trim();
  return plain === "" ? [] : [" ", ...(plain.match(SOURCE_TOKEN) ?? []).map(foldBlank)];
}

function foldBlank(token: string): string {
  return /^\s/.test(token) ? " " : token;
}

function foldLines(lines: readonly string[], split: (line: string) => string[]): Folded {
  const words: string[] = [];
  const lineOf: number[] = [];
  const starts: number[] = [];
  for (const [index, line] of lines.entries()) {
    starts.push(words.length);
    for (const token of split(line)) {
      words.push(token);
      lineOf.push(index + 1);
    }
  }
  return { words, lineOf, lines: lines.length, starts };
}

export type Stretch = Pick<Folded, "words" | "lineOf">;

function cutStretch({ words, lineOf, starts }: Folded, from: number, to: number): Stretch {
  const first = starts[Math.max(from, 1) - 1];
  const end = starts[to];
  return { words: words.slice(first, end), lineOf: lineOf.slice(first, end) };
}

export type FoldedSpan = {
  start: number;
  end: number;
  first: number;
  last: number;
  isReworded?: boolean;
};

/** Knuth, Morris and Pratt: linear in the text. */
function listOccurrences(wanted: readonly string[], { words, lineOf }: Stretch): FoldedSpan[] {
  const [first] = wanted;
  if (first === undefined) return [];
  const border = findBorders(wanted);
  const spans: FoldedSpan[] = [];
  let matched = 0;
  for (let at = words.indexOf(first); at >= 0 && at < words.length; ) {
    while (matched > 0 && wanted[matched] !== words[at]) matched = border[matched - 1] ?? 0;
    if (wanted[matched] === words[at]) matched++;
    if (matched === wanted.length) {
      const start = at - wanted.length + 1;
      spans.push({ start, end: at + 1, first: lineOf[start]!, last: lineOf[at]! });
      matched = border[matched - 1] ?? 0;
    }
    at = matched === 0 ? words.indexOf(first, at + 1) : at + 1;
  }
  return spans;
}

/** For each prefix, the length of its longest proper part that both begins and ends it. */
function findBorders(wanted: readonly string[]): number[] {
  const border = [0];
  let length = 0;
  for (let index = 1; index < wanted.length; index++) {
    while (length > 0 && wanted[index] !== wanted[length]) length = border[length - 1] ?? 0;
    if (wanted[index] === wanted[length]) length++;
    border.push(length);
  }
  return border;
}

type WantedPart = {
  whole: readonly string[];
  parts: readonly QuotePart[];
};

type QuotePart = { words: readonly string[]; joins: "cut" | "bracket" };

const LEAST_OF_A_PART = 3;
/** Each part is looked for in the whole text. */
const MOST_PARTS = 20;

/** A capital that the quoting sentence asked for: `[T]he`. */
const CHANGED_CAPITAL = /\[(\p{L})\](?=\p{Ll})/gu;

const OMISSION = /(?:(?<!\p{L})\p{L}+)?\[[^\][\n]{0,80}\]\p{L}*|…|\.{3,}|\.(?: \.){2,}/gu;

const MARK = /\[|…|\.{3}|\. \./;

/** Where the quote is in a document, or in some of its lines. */
export function findSpans(
  quote: string,
  document: Citable,
  [from, to]: readonly [from: number, to: number] = [1, Number.POSITIVE_INFINITY],
): FoldedSpan[] {
  const search = (forms: readonly Folded[], wanted: readonly WantedPart[]) =>
    forms.flatMap((form) => {
      const lines = cutStretch(form, from, to);
      return wanted.flatMap((each) => locateQuote(each, lines));
    });
  const { name, text } = document;
  if (isSourceName(name)) return search(foldForms(document), listSourceQuotes(quote));
  const spans = search([folded(text)], [splitQuote(quote)]).filter((span) =>
    isQuotedAsCode(quote, text, span),
  );
  const isSigned = spans.length === 0 && /^\s*[-–−]/.test(quote);
  return isSigned ? search([foldSource(text)], listSourceQuotes(quote)) : spans;
}

/** True of prose too. Code in a fence of Markdown is quoted by its characters. */
function isQuotedAsCode(quote: string, text: string, { first, last }: FoldedSpan): boolean {
  if (!listCodeLines(text)[first - 1]) return true;
  const lines = cutStretch(foldSource(text), first, last);
  return quote.split(/…|\.{3}/).every((part) => {
    const plain = dropTrailing(decodeText(part), ".,;:!? \n").replace(/^[\s.,;:!?]+/, "");
    const whole = splitSource(plain).slice(1);
    return whole.length === 0 || listOccurrences(whole, lines).length > 0;
  });
}

const listCodeLines = rememberResults(4_000_000, (text): readonly boolean[] => {
  let isCode = false;
  return text.split("\n").map((line) => {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    return isCode;
  });
});

/** With the entities of prompts or with their signs, each also with a blank after the first sign of a line. */
function listSourceQuotes(quote: string): WantedPart[] {
  const plain = [...new Set([quote, decodeText(quote)])];
  const all = plain.flatMap((each) => [each, each.replaceAll(/^([+-])(?=\S)/gm, "$1 ")]);
  return [...new Set(all)].map((each) => ({ whole: splitSource(each).slice(1), parts: [] }));
}

export function splitQuote(quote: string): WantedPart {
  const whole = foldWords(quote);
  if (!MARK.test(quote)) return { whole, parts: [] };
  const shown = quote.replace(CHANGED_CAPITAL, "$1");
  const omitted = [...shown.matchAll(OMISSION)].map(([mark]) => mark);
  const parts = shown.split(OMISSION).map((part, index): QuotePart => {
    const before = omitted[index - 1] ?? "";
    return { words: foldWords(part), joins: isRewording(before) ? "bracket" : "cut" };
  });
  return { whole, parts: parts.filter(({ words }) => words.length > 0) };
}

/** Whether the mark replaces words by others. A mark without letters only omits some. */
function isRewording(mark: string): boolean {
  const bracket = mark.indexOf("[");
  return bracket >= 0 && /[\p{L}\p{N}]/u.test(mark.slice(bracket));
}

/** Word for word, or else the parts in their order, nearest each other first. */
export function locateQuote({ whole, parts }: WantedPart, text: Stretch): FoldedSpan[] {
  const spans = listOccurrences(whole, text);
  return spans.length > 0 || parts.length === 0 ? spans : locatePartsInOrder(parts, text);
}

function locatePartsInOrder(parts: WantedPart["parts"], text: Stretch): FoldedSpan[] {
  if (parts.length > MOST_PARTS) return [];
  if (parts.length > 1 && !parts.some(({ words }) => estimateWords(words) >= LEAST_OF_A_PART))
    return [];
  const [first, ...rest] = parts.map(({ words, joins }) => ({
    spans: listOccurrences(words, text),
    joins,
  }));
  const spans = (first?.spans ?? []).flatMap((begin): FoldedSpan[] => {
    let last: FoldedSpan = begin;
    let isReworded = false;
    for (const { spans, joins } of rest) {
      const next = findFirstFrom(spans, last.end);
      if (!next) return [];
      isReworded ||= joins === "bracket" && next.start > last.end;
      last = next;
    }
    return [{ ...begin, end: last.end, last: last.last, isReworded }];
  });
  return spans.sort((a, b) => a.end - a.start - (b.end - b.start));
}

function findFirstFrom(spans: readonly FoldedSpan[], from: number): FoldedSpan | undefined {
  return spans[findFirstIndex(spans, ({ start }) => start >= from)];
}
