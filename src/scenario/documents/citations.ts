import type { Document } from "../schema/scenario.ts";
import {
  between,
  type Folded,
  type FoldedSpan,
  folded,
  foldedWords,
  placesOf,
  type WantedPart,
  wantedOf,
  wordsIn,
} from "./folded-text.ts";
import { quotationsIn, withoutQuotations } from "./quotations.ts";

export { MOST_QUOTATIONS } from "./quotations.ts";

/** Anything with a name and lines. */
export type Citable = Pick<Document, "name" | "text">;

export type PassagePlace = { readonly document: string; readonly from: number; readonly to: number };

/** A citation or quotation checked against the documents. */
export type CheckedQuote = {
  /** null for a quotation that names no place. */
  readonly ref: string | null;
  readonly quote: string;
  /** `reference`: points at real lines but quotes too few words to prove anything. */
  readonly found: "exact" | "near" | "absent" | "reference";
  readonly place?: PassagePlace;
};

export type Reference = { readonly name: string; readonly from: number; readonly to: number };

const NEAR_LINES = 2;

/** Words from which a citation quotes, and does not merely point. */
const LEAST_CITED_WORDS = 2;

export function parseReference(ref: string): Reference | null {
  const [, name, from, to = from] = /^([^#\s]+)#L(\d{1,7})(?:-L(\d{1,7}))?$/.exec(ref.trim()) ?? [];
  return name === undefined ? null : { name, from: Number(from), to: Number(to) };
}

export function referenceTo({ document, from, to }: PassagePlace): string {
  return `${document}#L${from}${to > from ? `-L${to}` : ""}`;
}

/** `exact` in the cited lines, `near` within two lines of them, else `absent`; too few words: `reference`. */
export function checkCitation(
  { ref, quote }: { readonly ref: string; readonly quote: string },
  documents: readonly Citable[],
): CheckedQuote {
  const reference = parseReference(ref);
  const document = documents.find(({ name }) => name === reference?.name);
  return { ref, quote, ...(reference && document ? findAt(quote, reference, document) : { found: "absent" }) };
}

export function isMereReference(quote: string): boolean {
  return wordsIn(foldedWords(quote)) < LEAST_CITED_WORDS;
}

export type Sources = { readonly documents: readonly Citable[]; readonly said: () => readonly string[] };

/** Checks each quotation in a text. Leaves out a colleague's words. */
export function checkQuotations(text: string, sources: Sources): CheckedQuote[] {
  let messages: readonly Folded[] | null = null;
  const isSaid = (quote: string) => {
    messages ??= sources.said().map((message) => folded(withoutQuotations(message)));
    const wanted = wantedOf(quote);
    return messages.some((message) => placesOf(wanted, message).length > 0);
  };
  return quotationsIn(text).flatMap(({ quote, line }): CheckedQuote[] => {
    const found = foundIn(wantedOf(quote), sources.documents);
    if (found) return [{ ref: null, quote, ...found }];
    return line === null && isSaid(quote) ? [] : [{ ref: null, quote, found: "absent" }];
  });
}

export function lookUp(quote: string, documents: readonly Citable[]): CheckedQuote {
  return { ref: null, quote, ...(foundIn(wantedOf(quote), documents) ?? { found: "absent" }) };
}

export function holdsPassage(passage: string, texts: readonly string[]): boolean {
  if (isMereReference(passage)) return false;
  const wanted = wantedOf(passage);
  return texts.some((text) => placesOf(wanted, folded(text)).length > 0);
}

type FoundPassage = { readonly found: "exact" | "near"; readonly place: PassagePlace };

function foundIn(wanted: WantedPart, documents: readonly Citable[]): FoundPassage | null {
  for (const { name, text } of documents) {
    const [span] = placesOf(wanted, folded(text));
    if (!span) continue;
    const place = { document: name, from: span.first, to: span.last };
    return { found: span.isReworded ? "near" : "exact", place };
  }
  return null;
}

function findAt(
  quote: string,
  { name, from, to }: Reference,
  document: Citable,
): Pick<CheckedQuote, "found" | "place"> {
  const text = folded(document.text);
  if (from < 1 || from > to || to > text.lines) return { found: "absent" };
  const cited = { document: name, from, to };
  const wanted = wantedOf(quote);
  if (wanted.whole.length === 0)
    return quote.trim() === "" ? { found: "reference", place: cited } : { found: "absent" };
  const spans = placesOf(wanted, between(text, from - NEAR_LINES, to + NEAR_LINES));
  const within = (slack: number): FoldedSpan | undefined =>
    spans.find(({ first, last }) => first >= from - slack && last <= to + slack);
  const [exact, near] = [within(0), within(NEAR_LINES)];
  const span = exact ?? near;
  if (!span) return { found: "absent" };
  if (isMereReference(quote)) return { found: "reference", place: cited };
  return {
    found: exact && !exact.isReworded ? "exact" : "near",
    place: { document: name, from: span.first, to: span.last },
  };
}
