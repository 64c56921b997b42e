import { firstThat } from "../../lists.ts";
import { type FoldedSpan, foldedWords, occurrences, type Stretch, wordsIn } from "./folded-text.ts";

export type WantedPart = {
  readonly whole: readonly string[];
  readonly parts: readonly QuotePart[];
};

type QuotePart = { readonly words: readonly string[]; readonly joins: "cut" | "bracket" };

const LEAST_OF_A_PART = 3;

/** A capital that the quoting sentence asked for: `[T]he`. */
const CHANGED_CAPITAL = /\[(\p{L})\](?=\p{Ll})/gu;

const OMISSION = /\p{L}*\[[^\][\n]{0,80}\]\p{L}*|…|\.{3,}|\.(?: \.){2,}/gu;

const MARK = /\[|…|\.{3}|\. \./;

export function wantedOf(quote: string): WantedPart {
  const whole = foldedWords(quote);
  if (!MARK.test(quote)) return { whole, parts: [] };
  const shown = quote.replace(CHANGED_CAPITAL, "$1");
  const omitted = [...shown.matchAll(OMISSION)].map(([mark]) => mark);
  const parts = shown.split(OMISSION).map((part, index): QuotePart => {
    const before = omitted[index - 1] ?? "";
    return { words: foldedWords(part), joins: /\[.*[\p{L}\p{N}]/u.test(before) ? "bracket" : "cut" };
  });
  return { whole, parts: parts.filter(({ words }) => words.length > 0) };
}

/** Word for word, or else the parts in their order, nearest each other first. */
export function placesOf({ whole, parts }: WantedPart, text: Stretch): FoldedSpan[] {
  const spans = occurrences(whole, text);
  return spans.length > 0 || parts.length === 0 ? spans : inOrder(parts, text);
}

function inOrder(parts: WantedPart["parts"], text: Stretch): FoldedSpan[] {
  if (parts.length > 1 && !parts.some(({ words }) => wordsIn(words) >= LEAST_OF_A_PART)) return [];
  const [first, ...rest] = parts.map(({ words, joins }) => ({ spans: occurrences(words, text), joins }));
  const spans = (first?.spans ?? []).flatMap((begin): FoldedSpan[] => {
    let last: FoldedSpan = begin;
    let isReworded = false;
    for (const { spans, joins } of rest) {
      const next = firstFrom(spans, last.end);
      if (!next) return [];
      isReworded ||= joins === "bracket" && next.start > last.end;
      last = next;
    }
    return [{ ...begin, end: last.end, last: last.last, isReworded }];
  });
  return spans.sort((a, b) => a.end - a.start - (b.end - b.start));
}

function firstFrom(spans: readonly FoldedSpan[], from: number): FoldedSpan | undefined {
  return spans[firstThat(spans, ({ start }) => start >= from)];
}
