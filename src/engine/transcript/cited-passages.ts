import { isMereReference } from "../../scenario/documents/citations.ts";
import type { CheckedCitation } from "./events.ts";

type Citing = {
  readonly citations?: readonly CheckedCitation[];
  readonly quotations?: readonly CheckedCitation[] | undefined;
};

/** Each addition once. What was not found is kept with and without its place, so that grounds that quote it can be named. */
export function newPassages(
  known: readonly CheckedCitation[],
  { citations = [], quotations = [] }: Citing,
): CheckedCitation[] {
  const own = [...citations, ...quotations].map(pointing);
  const found = citedPassages([...known, ...own].filter((citation) => citation.found !== "absent"));
  const kept = new Set<CheckedCitation>(found);
  const seen = new Set(known.map(keyOf));
  return own.filter((citation) => {
    const key = keyOf(citation);
    if (seen.has(key) || (citation.found !== "absent" && !kept.has(citation))) return false;
    seen.add(key);
    return true;
  });
}

export function citedPassages<Citation extends CheckedCitation>(citations: readonly Citation[]): Citation[] {
  const placed = citations.filter(({ ref }) => ref !== null);
  const isPlaced = (words: string) => placed.some(({ quote }) => quote.includes(words));
  return citations.filter((citation) => citation.ref !== null || !isPlaced(wordsOf(citation)));
}

export function countedPassages<Citation extends CheckedCitation & { readonly ballot?: true }>(
  citations: readonly Citation[],
  isTalk: boolean,
): Citation[] {
  return citedPassages(citations.filter(({ ballot }) => !(ballot && isTalk)));
}

export function countPassages(
  citations: readonly (CheckedCitation & { readonly ballot?: true })[],
  isTalk: boolean,
): Readonly<Record<CheckedCitation["found"], number>> {
  const counts = { exact: 0, near: 0, absent: 0, reference: 0 };
  for (const { found } of countedPassages(citations, isTalk)) counts[found] += 1;
  return counts;
}

/** Older records call a citation exact whose lines are there, whether or not it quotes them. */
function pointing(citation: CheckedCitation): CheckedCitation {
  const isPointer = citation.ref !== null && citation.found !== "absent" && isMereReference(citation.quote);
  return isPointer ? { ...citation, found: "reference" } : citation;
}

function keyOf(citation: CheckedCitation): string {
  return `${citation.ref ?? ""} ${wordsOf(citation)}`;
}

function wordsOf({ quote }: CheckedCitation): string {
  return quote.replace(/[.,;:!?]+$/, "");
}
