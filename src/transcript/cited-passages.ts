import type { CheckedCitation } from "./events.ts";

/** What one message or ballot cites and quotes. */
type Citing = {
  readonly citations?: readonly CheckedCitation[];
  readonly quotations?: readonly CheckedCitation[] | undefined;
};

/** Each passage once: words quoted from a passage that is also cited by its place are that citation. */
export function citedPassages({ citations = [], quotations = [] }: Citing): CheckedCitation[] {
  const placed = citations.filter(({ ref, found }) => ref !== null && found !== "absent");
  const isPlaced = (words: string) => placed.some(({ quote }) => quote.includes(words));
  const seen = new Set<string>();
  return [...citations, ...quotations].filter(({ ref, quote }) => {
    const words = quote.replace(/[.,;:!?]+$/, "");
    const key = `${ref ?? ""} ${words}`;
    if (seen.has(key) || (ref === null && isPlaced(words))) return false;
    seen.add(key);
    return true;
  });
}
