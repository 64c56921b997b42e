import type { Document } from "./scenario.ts";

/** Anything with a name and lines: a document, or something laid on the table. */
export type Citable = Pick<Document, "name" | "text">;

/** A citation or a quotation held against the documents: found word for word, nearly so, or not at all. */
export type CheckedQuote = {
  /** null for a quotation in the content that names no place. */
  readonly ref: string | null;
  readonly quote: string;
  readonly found: "exact" | "near" | "absent";
};

/** Lines `from` to `to`, both included and from 1, of the document of that name. */
export type Reference = { readonly name: string; readonly from: number; readonly to: number };

/** Quotations in one message that are checked; any further ones are not. */
export const MOST_QUOTATIONS = 64;

const NEAR_LINES = 2;
const LEAST_QUOTED_WORDS = 5;

/** Reads `resume.md#L12-L14`; null where it is no reference. Says nothing about whether the lines exist. */
export function parseReference(ref: string): Reference | null {
  const parts = /^([^#\s]+)#L(\d{1,7})(?:-L(\d{1,7}))?$/.exec(ref.trim());
  if (!parts) return null;
  const from = Number(parts[2]);
  return { name: parts[1]!, from, to: parts[3] === undefined ? from : Number(parts[3]) };
}

/** `exact` inside the cited lines, `near` within two lines of them, else `absent`; no quote is `exact` on real lines. */
export function checkCitation(
  { ref, quote }: { readonly ref: string; readonly quote: string },
  documents: readonly Citable[],
): CheckedQuote {
  const reference = parseReference(ref);
  const document = documents.find(({ name }) => name === reference?.name);
  return { ref, quote, found: reference && document ? findAt(quote, reference, document) : "absent" };
}

/** Each quotation of five or more words between double quotation marks, `exact` where any document holds it. */
export function checkQuotations(content: string, documents: readonly Citable[]): CheckedQuote[] {
  return quotations(content).map((quote) => {
    const words = foldedWords(quote);
    const isFound = documents.some((document) => occurrences(words, folded(document)).length > 0);
    return { ref: null, quote, found: isFound ? "exact" : "absent" };
  });
}

function findAt(quote: string, { from, to }: Reference, document: Citable): CheckedQuote["found"] {
  const text = folded(document);
  if (from < 1 || from > to || to > text.lines) return "absent";
  const words = foldedWords(quote);
  if (words.length === 0) return quote.trim() === "" ? "exact" : "absent";
  const spans = occurrences(words, between(text, from - NEAR_LINES, to + NEAR_LINES));
  const isWithin = (slack: number) =>
    spans.some(({ first, last }) => first >= from - slack && last <= to + slack);
  if (isWithin(0)) return "exact";
  return isWithin(NEAR_LINES) ? "near" : "absent";
}

function quotations(content: string): string[] {
  const marks = /(?<![\p{L}\p{N}])["“„«]([^"“”„«»]+)["”“»](?![\p{L}\p{N}])/gu;
  return content
    .split(/\n\s*\n/)
    .flatMap((paragraph) => [...paragraph.matchAll(marks)].map((match) => match[1]!.trim()))
    .filter((quote) => foldedWords(quote).filter(isWord).length >= LEAST_QUOTED_WORDS)
    .slice(0, MOST_QUOTATIONS);
}

function isWord(token: string): boolean {
  return /[\p{L}\p{N}]/u.test(token);
}

/** Words, numbers such as 3.5, and the signs that carry meaning; no quotes, dashes, Markdown marks or white space. */
const TOKEN = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*|[.,;:!?()[\]/&%@]|(?![|`~^])\p{S}/gu;
const EDGE = /^[.,;:!?]$/;

function tokens(text: string): string[] {
  return text.normalize("NFC").replaceAll(/[’‘ʼ]/g, "'").toLowerCase().match(TOKEN) ?? [];
}

/** A quote's tokens without the punctuation at its ends, which belongs to the sentence around it. */
function foldedWords(quote: string): string[] {
  const all = tokens(quote);
  const first = all.findIndex((token) => !EDGE.test(token));
  return first < 0 ? [] : all.slice(first, all.findLastIndex((token) => !EDGE.test(token)) + 1);
}

/** A document's words, the line of each, and for each line the index of the first word on it or after it. */
type Folded = {
  readonly words: readonly string[];
  readonly lineOf: readonly number[];
  readonly lines: number;
  readonly starts: readonly number[];
};

const foldings = new WeakMap<Citable, Folded>();

function folded(document: Citable): Folded {
  const known = foldings.get(document);
  if (known) return known;
  const lines = document.text.split("\n");
  const words: string[] = [];
  const lineOf: number[] = [];
  const starts: number[] = [];
  for (const [index, line] of lines.entries()) {
    starts.push(words.length);
    for (const token of tokens(line)) {
      words.push(token);
      lineOf.push(index + 1);
    }
  }
  const result = { words, lineOf, lines: lines.length, starts };
  foldings.set(document, result);
  return result;
}

/** The words from one line to another; lines beyond the document's ends hold none. */
function between(
  { words, lineOf, starts }: Folded,
  from: number,
  to: number,
): Pick<Folded, "words" | "lineOf"> {
  const first = starts[Math.max(from, 1) - 1];
  const end = starts[to];
  return { words: words.slice(first, end), lineOf: lineOf.slice(first, end) };
}

type Span = { readonly first: number; readonly last: number };

/** Every place where the wanted words stand in a row (Knuth, Morris and Pratt: linear whatever the text). */
function occurrences(wanted: readonly string[], text: Pick<Folded, "words" | "lineOf">): Span[] {
  if (wanted.length === 0) return [];
  const border = borders(wanted);
  const spans: Span[] = [];
  let matched = 0;
  for (let index = 0; index < text.words.length; index++) {
    const word = text.words[index];
    while (matched > 0 && wanted[matched] !== word) matched = border[matched - 1]!;
    if (wanted[matched] === word) matched++;
    if (matched < wanted.length) continue;
    spans.push({ first: text.lineOf[index - wanted.length + 1]!, last: text.lineOf[index]! });
    matched = border[matched - 1]!;
  }
  return spans;
}

/** For each prefix, the length of its longest proper part that both begins and ends it. */
function borders(wanted: readonly string[]): number[] {
  const border = [0];
  let length = 0;
  for (let index = 1; index < wanted.length; index++) {
    while (length > 0 && wanted[index] !== wanted[length]) length = border[length - 1]!;
    if (wanted[index] === wanted[length]) length++;
    border.push(length);
  }
  return border;
}
