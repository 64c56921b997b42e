// Checks what members cite: whether the quoted words are in the document, and at which lines.

import type { Document } from "../schema/scenario.ts";
import {
  between,
  type Folded,
  type FoldedSpan,
  folded,
  foldWords,
  placesOf,
  UNSPACED,
  type WantedPart,
  wantedOf,
  wordsIn,
} from "./folded-text.ts";

export type Citable = Pick<Document, "name" | "text">;

export type PassagePlace = {
  document: string;
  from: number;
  to: number;
};

export type CheckedQuote = {
  ref: string | null;
  quote: string;
  /** `reference`: points at real lines but quotes too few words to prove anything. */
  found: "exact" | "near" | "absent" | "reference";
  place?: PassagePlace;
};

export type Reference = { name: string; from: number; to: number };

const NEAR_LINES = 2;

const LEAST_CITED_WORDS = 2;

export function parseReference(ref: string): Reference | null {
  const [, name, from, to = from] = /^([^#\s]+)#L(\d{1,7})(?:-L(\d{1,7}))?$/.exec(ref.trim()) ?? [];
  return name === undefined ? null : { name, from: Number(from), to: Number(to) };
}

export function formatReference({ document, from, to }: PassagePlace): string {
  return `${document}#L${from}${to > from ? `-L${to}` : ""}`;
}

/** `exact` in the cited lines, `near` within two lines of them, else `absent`; too few words: `reference`. */
export function checkCitation(
  { ref, quote }: { ref: string; quote: string },
  documents: readonly Citable[],
): CheckedQuote {
  const reference = parseReference(ref);
  const document = documents.find(({ name }) => name === reference?.name);
  return {
    ref,
    quote,
    ...(reference && document ? findAt(quote, reference, document) : { found: "absent" }),
  };
}

export function isMereReference(quote: string): boolean {
  return wordsIn(foldWords(quote)) < LEAST_CITED_WORDS;
}

export type Sources = {
  documents: readonly Citable[];
  statements: () => readonly string[];
};

/** Checks each quotation in a text. Omits a colleague's words. */
export function checkQuotations(text: string, sources: Sources): CheckedQuote[] {
  let messages: readonly Folded[] | null = null;
  const isStated = (quote: string) => {
    messages ??= sources.statements().map((message) => folded(dropQuotations(message)));
    const wanted = wantedOf(quote);
    return messages.some((message) => placesOf(wanted, message).length > 0);
  };
  return listQuotations(text).flatMap(({ quote, line }): CheckedQuote[] => {
    const found = foundIn(wantedOf(quote), sources.documents);
    if (found) return [{ ref: null, quote, ...found }];
    return line === null && isStated(quote) ? [] : [{ ref: null, quote, found: "absent" }];
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

type FoundPassage = { found: "exact" | "near"; place: PassagePlace };

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

type Quotation = { quote: string; line: number | null; at: number };

const MOST_QUOTATIONS = 64;

const LEAST_QUOTED_WORDS = 5;
const LEAST_OF_A_LINE = 2;

function listQuotations(text: string): Quotation[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => take(paragraph).found.toSorted((a, b) => a.at - b.at))
    .filter(isLongEnough)
    .slice(0, MOST_QUOTATIONS);
}

function dropQuotations(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => take(paragraph).rest.replaceAll(TAKEN, BREAK))
    .join("\n\n");
}

const BREAK = " \u00A4 ";

function isLongEnough({ quote, line }: Quotation): boolean {
  const least = line === null ? LEAST_QUOTED_WORDS : LEAST_OF_A_LINE;
  return wordsIn(foldWords(quote)) >= least;
}

const TAKEN = /\uFFFC+/g;

type TakenQuote = { found: readonly Quotation[]; rest: string };

function take(paragraph: string): TakenQuote {
  const text = paragraph.replaceAll("``", " “").replaceAll("''", "” ");
  return MARKS.reduce<TakenQuote>(
    ({ found, rest }, { marks, opens }) => {
      if (!opens.test(rest)) return { found, rest };
      const more: Quotation[] = [];
      const left = rest.replace(marks, (whole: string, ...groups: unknown[]) => {
        const inside = groups.find((each) => typeof each === "string") ?? "";
        const at = groups.find((each) => typeof each === "number") ?? 0;
        if (marks === SINGLE && ELISION.test(inside)) return whole;
        const quote = marks === BLOCK ? unquoted(inside) : inside.trim();
        more.push({ quote, line: findLineBefore(rest.slice(Math.max(0, at - 120), at)), at });
        return "\uFFFC".repeat(whole.length);
      });
      return { found: [...found, ...more], rest: left };
    },
    { found: [], rest: text },
  );
}

const BLOCK = /((?:^ {0,3}>.*(?:\n|$))+)/gm;

/** A letter next to a mark belongs to a longer word, except in scripts without spaces. */
const NO_LETTER_BEFORE = String.raw`(?<!(?!${UNSPACED})[\p{L}\p{N}])`;
const NO_LETTER_AFTER = String.raw`(?!(?!${UNSPACED})[\p{L}\p{N}])`;

const DOUBLE = new RegExp(
  [
    String.raw`${NO_LETTER_BEFORE}["＂“„‟«»]([^"＂“”„‟«»\uFFFC]+)["＂”“»«]${NO_LETTER_AFTER}`,
    String.raw`(?<![^\s([])”(?=\S)([^“”\uFFFC]+)(?<=\S)”${NO_LETTER_AFTER}`,
    String.raw`[「『﹁﹃〝｢]([^「『」』﹁﹂﹃﹄〝〞〟｢｣\uFFFC]+)[」』﹂﹄〞〟｣]`,
  ].join("|"),
  "gu",
);

/** An apostrophe stands between two letters, and opens and closes nothing. */
const SINGLE =
  /(?<![\p{L}\p{N}'’])['‘‚‹](?=[^\s'’‘])((?:[^'‘’‚‹›]|(?<=[\p{L}\p{N}])['’](?=[\p{L}\p{N}]))+)(?<!\s)['’‘›](?![\p{L}\p{N}])/gu;

const MARKS: readonly { marks: RegExp; opens: RegExp }[] = [
  { marks: BLOCK, opens: />/ },
  { marks: DOUBLE, opens: /["＂“”„‟«»「『﹁﹃〝｢]/ },
  { marks: SINGLE, opens: /['‘‚‹]/ },
];

const ELISION = /^(?:tis|twas|em|til|till|cause|bout|n|\d\ds?)\b/i;

function unquoted(block: string): string {
  return block
    .split("\n")
    .map((line) => line.replace(/^ {0,3}(?:> ?)+/, "").trim())
    .filter((line) => !/^[-–—]/.test(line))
    .join(" ")
    .trim();
}

const NUMBERED = String.raw`\s+(\d{1,7})(?:\s*(?:[-–]|to|and)\s*\d{1,7})?(?:\s+of\s+(?:the\s+)?[\w.-]{1,60})?,?\s+`;
const JUST_BEFORE = new RegExp(
  `\\blines?${NUMBERED}(?:says|reads|states|has it|puts it)(?:\\s+that)?\\s*[:,–—-]?\\s*(?:>\\s*)?$`,
  "iu",
);

function findLineBefore(text: string): number | null {
  const named = JUST_BEFORE.exec(text);
  return named ? Number(named[1]) : null;
}
