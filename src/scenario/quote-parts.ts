import { foldedWords, occurrences, type Span, type Stretch, wordsIn } from "./folded-text.ts";

/** A quote made ready to be looked for: as it stands, and in the parts that its own marks of omission leave of it. */
export type Wanted = {
  readonly whole: readonly string[];
  readonly parts: readonly (readonly string[])[];
};

/** Words that one part at least must have, where a quote leaves something out. */
const LEAST_OF_A_PART = 3;

/** A capital that the quoting sentence asked for: `[T]he`. */
const CHANGED_CAPITAL = /\[(\p{L})\](?=\p{Ll})/gu;

/** An ellipsis, or words in brackets and what they are joined to: what stands in their place is not quoted. */
const OMISSION = /\p{L}*\[[^\][\n]{0,80}\]\p{L}*|…|\.{3,}|\.(?: \.){2,}/gu;

export function wantedOf(quote: string): Wanted {
  const parts = quote
    .replace(CHANGED_CAPITAL, "$1")
    .split(OMISSION)
    .map(foldedWords)
    .filter((part) => part.length > 0);
  return { whole: foldedWords(quote), parts };
}

/** Every place where the quote stands: word for word, or else its parts in their order, nearest each other first. */
export function placesOf({ whole, parts }: Wanted, text: Stretch): Span[] {
  const spans = occurrences(whole, text);
  return spans.length > 0 || parts.length === 0 ? spans : inOrder(parts, text);
}

function inOrder(parts: Wanted["parts"], text: Stretch): Span[] {
  if (parts.length > 1 && !parts.some((part) => wordsIn(part) >= LEAST_OF_A_PART)) return [];
  const [first = [], ...rest] = parts.map((part) => occurrences(part, text));
  const spans = first.flatMap((begin): Span[] => {
    let last: Span = begin;
    for (const each of rest) {
      const next = firstFrom(each, last.end);
      if (!next) return [];
      last = next;
    }
    return [{ ...begin, end: last.end, last: last.last }];
  });
  return spans.sort((a, b) => a.end - a.start - (b.end - b.start));
}

/** The first of spans in order that begins there or later, found by halving. */
function firstFrom(spans: readonly Span[], from: number): Span | undefined {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start >= from) high = middle;
    else low = middle + 1;
  }
  return spans[low];
}
