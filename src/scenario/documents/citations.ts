// Checks what members cite: whether the quoted words are in the document, and at which lines.

import { decodeText } from "../../text/entities.ts";
import { isDiffName, isSourceName } from "../schema/endings.ts";
import { readDiff } from "./diff.ts";
import {
  type Citable,
  estimateWords,
  type Folded,
  type FoldedSpan,
  findSpans,
  folded,
  foldWords,
  locateQuote,
  splitQuote,
  UNSPACED,
} from "./folded-text.ts";

export type { Citable };

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
  /** The quoted lines of a diff are those that the change removes. */
  removed?: true | undefined;
};

export type Reference = { name: string; from: number; to: number };

const NEAR_LINES = 2;

const LEAST_CITED_WORDS = 2;
const LEAST_CITED_CODE = 8;

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
  if (!reference || !document) return { ref, quote, found: "absent" };
  return { ref, quote: decodeCopied(quote, document), ...findAt(quote, reference, document) };
}

/** Without the entities with which prompts show signs, unless the document itself has them. */
function decodeCopied(quote: string, { text }: Citable): string {
  return text.includes(quote) ? quote : decodeText(quote);
}

/** Code such as `retries++;` proves as much as two words. */
export function isMereReference(quote: string, document = ""): boolean {
  const isLongCode =
    isSourceName(document) && quote.replaceAll(/\s/g, "").length >= LEAST_CITED_CODE;
  return !isLongCode && estimateWords(foldWords(quote)) < LEAST_CITED_WORDS;
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
    const wanted = splitQuote(quote);
    return messages.some((message) => locateQuote(wanted, message).length > 0);
  };
  return listQuotations(text).flatMap(({ quote, line }): CheckedQuote[] => {
    const found = findPassageIn(quote, sources.documents);
    if (found) return [{ ref: null, quote, ...found }];
    return line === null && isStated(quote) ? [] : [{ ref: null, quote, found: "absent" }];
  });
}

export function lookUp(quote: string, documents: readonly Citable[]): CheckedQuote {
  return { ref: null, quote, ...(findPassageIn(quote, documents) ?? { found: "absent" }) };
}

export function holdsPassage(passage: string, texts: readonly string[]): boolean {
  if (isMereReference(passage)) return false;
  const wanted = splitQuote(passage);
  return texts.some((text) => locateQuote(wanted, folded(text)).length > 0);
}

type FoundPassage = Pick<CheckedQuote, "found" | "place" | "removed">;

function findPassageIn(quote: string, documents: readonly Citable[]): FoundPassage | null {
  for (const document of documents) {
    const [span] = findSpans(quote, document);
    if (span) return createPassage(span, document, !span.isReworded);
  }
  return null;
}

function createPassage(
  { first, last }: FoldedSpan,
  { name, text }: Citable,
  isExact = true,
): FoundPassage {
  const lines = isDiffName(name) ? readDiff(text).lines.slice(first - 1, last) : [];
  const isRemoved = lines.length > 0 && lines.every((line) => line?.side === "removed");
  return {
    found: isExact ? "exact" : "near",
    place: { document: name, from: first, to: last },
    removed: isRemoved || undefined,
  };
}

function findAt(quote: string, { name, from, to }: Reference, document: Citable): FoundPassage {
  if (from < 1 || from > to || to > document.text.split("\n").length) return { found: "absent" };
  const cited = { document: name, from, to };
  if (quote.trim() === "") return { found: "reference", place: cited };
  const spans = findSpans(quote, document, [from - NEAR_LINES, to + NEAR_LINES]);
  const findWithin = (slack: number): FoldedSpan | undefined =>
    spans.find(({ first, last }) => first >= from - slack && last <= to + slack);
  const [exact, near] = [findWithin(0), findWithin(NEAR_LINES)];
  const span = exact ?? near;
  if (!span) return { found: "absent" };
  if (isMereReference(quote, name)) return { found: "reference", place: cited };
  return createPassage(span, document, exact !== undefined && !exact.isReworded);
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
  return estimateWords(foldWords(quote)) >= least;
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
        const quote = marks === BLOCK ? dropQuoteMarks(inside) : inside.trim();
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

function dropQuoteMarks(block: string): string {
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
