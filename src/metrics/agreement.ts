/** One case: what each rater said of it; null where one said nothing. */
type Rated = readonly (string | null)[];

/**
 * Krippendorff's alpha for nominal values (Krippendorff 2011): 1 - Dₒ/Dₑ over the coincidences within cases. Raters may leave
 * cases out; cases with fewer than two values say nothing. Null where nothing could differ.
 */
export function krippendorffAlpha(cases: readonly Rated[]): number | null {
  const totals = new Map<string, number>();
  let observed = 0;
  let n = 0;
  for (const rated of cases) {
    const values = rated.filter((value) => value !== null);
    if (values.length < 2) continue;
    n += values.length;
    for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
    observed += differingPairs(countsOf(values), values.length) / (values.length - 1);
  }
  const expected = n < 2 ? 0 : differingPairs([...totals.values()], n) / (n - 1);
  return expected === 0 ? null : 1 - observed / expected;
}

function countsOf(values: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

/** Ordered pairs of values that differ. */
function differingPairs(counts: readonly number[], n: number): number {
  return n * n - counts.reduce((sum, count) => sum + count * count, 0);
}
