import { isMereReference } from "../scenario/documents/citations.ts";
import type { CheckedCitation } from "./events.ts";

/** What one message or ballot cites and quotes. */
type Citing = {
  readonly citations?: readonly CheckedCitation[];
  readonly quotations?: readonly CheckedCitation[] | undefined;
};

/** Each passage once: words quoted from a passage that is also cited by its place are that citation. */
export function citedPassages({ citations = [], quotations = [] }: Citing): CheckedCitation[] {
  return newPassages([], { citations, quotations });
}

/** Those among them that are not known yet: the one count of what somebody cites. */
export function newPassages(
  known: readonly CheckedCitation[],
  { citations = [], quotations = [] }: Citing,
): CheckedCitation[] {
  const own = [...citations, ...quotations].map(pointing);
  const placed = [...known, ...own].filter(({ ref, found }) => ref !== null && found !== "absent");
  const isPlaced = (words: string) => placed.some(({ quote }) => quote.includes(words));
  const seen = new Set(known.map(keyOf));
  return own.filter((citation) => {
    const key = keyOf(citation);
    if (seen.has(key) || (citation.ref === null && isPlaced(wordsOf(citation)))) return false;
    seen.add(key);
    return true;
  });
}

/** How the passages stand in the documents; those of ballots count where nobody talks, as before judges. */
export function countPassages(
  citations: readonly (CheckedCitation & { readonly ballot?: true })[],
  isTalk: boolean,
): Readonly<Record<CheckedCitation["found"], number>> {
  const counts = { exact: 0, near: 0, absent: 0, reference: 0 };
  for (const { found, ballot } of citations) if (!(ballot && isTalk)) counts[found] += 1;
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
