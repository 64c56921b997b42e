import { remembering } from "./remember.ts";
import type { Document } from "./scenario.ts";

/** Anything with a name and lines: a document, or something laid on the table. */
export type Citable = Pick<Document, "name" | "text">;

/** A citation or a quotation held against the documents: found word for word, nearly so, or not at all. */
export type CheckedQuote = {
  /** null for a quotation that names no place. */
  readonly ref: string | null;
  readonly quote: string;
  readonly found: "exact" | "near" | "absent";
};

/** Lines `from` to `to`, both included and from 1, of the document of that name. */
export type Reference = { readonly name: string; readonly from: number; readonly to: number };

/** Quotations in one text that are checked; any further ones are not. */
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

/** What a quotation may be taken from: the documents, or else what somebody at the table has said. */
export type Sources = { readonly documents: readonly Citable[]; readonly said: () => readonly string[] };

/**
 * Each quotation of five or more words between double quotation marks, `exact` where any document holds it. Words that
 * somebody said before, and did not quote, are a colleague's and no document's: they are left out.
 */
export function checkQuotations(text: string, { documents, said }: Sources): CheckedQuote[] {
  // Looked up for the first quotation that no document holds, and for all of them at once.
  let messages: readonly Folded[] | null = null;
  return quotations(text).flatMap(({ quote, words }): CheckedQuote[] => {
    const stands = (other: Folded) => occurrences(words, other).length > 0;
    if (documents.some((document) => stands(folded(document.text))))
      return [{ ref: null, quote, found: "exact" }];
    messages ??= said().map((message) => folded(ownWords(message)));
    return messages.some(stands) ? [] : [{ ref: null, quote, found: "absent" }];
  });
}

/** A message without what it quotes, so that a quotation that nobody vouches for does not come to count by repetition. */
function ownWords(message: string): string {
  return message.replace(QUOTED, BREAK);
}

/** A sign that parts the words before it from those after it. */
const BREAK = " \u00A4 ";

function findAt(quote: string, { from, to }: Reference, document: Citable): CheckedQuote["found"] {
  const text = folded(document.text);
  if (from < 1 || from > to || to > text.lines) return "absent";
  const words = foldedWords(quote);
  if (words.length === 0) return quote.trim() === "" ? "exact" : "absent";
  const spans = occurrences(words, between(text, from - NEAR_LINES, to + NEAR_LINES));
  const isWithin = (slack: number) =>
    spans.some(({ first, last }) => first >= from - slack && last <= to + slack);
  if (isWithin(0)) return "exact";
  return isWithin(NEAR_LINES) ? "near" : "absent";
}

const QUOTED = /(?<![\p{L}\p{N}])["“„«]([^"“”„«»]+)["”“»](?![\p{L}\p{N}])/gu;

type Quotation = { readonly quote: string; readonly words: readonly string[] };

function quotations(text: string): Quotation[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => [...paragraph.matchAll(QUOTED)].map((match) => match[1]!.trim()))
    .map((quote) => ({ quote, words: foldedWords(quote) }))
    .filter(({ words }) => words.filter(isWord).length >= LEAST_QUOTED_WORDS)
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

const folded = remembering(4_000_000, (text): Folded => {
  const lines = text.split("\n");
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
  return { words, lineOf, lines: lines.length, starts };
});

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
function occurrences(wanted: readonly string[], { words, lineOf }: Pick<Folded, "words" | "lineOf">): Span[] {
  if (wanted.length === 0) return [];
  const border = borders(wanted);
  const spans: Span[] = [];
  let matched = 0;
  for (let at = words.indexOf(wanted[0]!); at >= 0 && at < words.length; ) {
    while (matched > 0 && wanted[matched] !== words[at]) matched = border[matched - 1]!;
    if (wanted[matched] === words[at]) matched++;
    if (matched === wanted.length) {
      spans.push({ first: lineOf[at - wanted.length + 1]!, last: lineOf[at]! });
      matched = border[matched - 1]!;
    }
    at = matched === 0 ? words.indexOf(wanted[0]!, at + 1) : at + 1;
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
