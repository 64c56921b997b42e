// The lines of a paper that members quote, for the board test.

import type { CheckedQuote } from "../../scenario/documents/citations.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { createLibrary, findPlace } from "../../showing/passages.ts";

/** From 1, each once. Quotes that are not in the paper have no line. */
export function listLines(quotes: readonly CheckedQuote[], paper: Document): readonly number[] {
  const library = createLibrary([paper]);
  const lines = quotes.flatMap((quote) => {
    const place = findPlace(quote, library);
    if (place?.document !== paper.name) return [];
    const { from, to } = place;
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return [...new Set(lines)];
}
