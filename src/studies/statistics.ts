import seedrandom from "seedrandom";
import { drawFrom } from "../engine/routing/select.ts";

export type Interval = { low: number; high: number };

/** Two-sided 95 %: the 0.975 quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** Wilson score interval of a share (Wilson 1927), 95 %; null if nothing was counted. */
export function wilson(count: number, of: number): Interval | null {
  if (of === 0) return null;
  const share = count / of;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function spanOf(ascending: readonly number[]): Interval | null {
  return ascending[0] === ascending.at(-1)
    ? null
    : { low: quantile(ascending, 0.025), high: quantile(ascending, 0.975) };
}

/** Quantile of ascending values, interpolated between neighbours (Hyndman and Fan 1996, type 7). */
export function quantile(ascending: readonly number[], at: number): number {
  const place = (ascending.length - 1) * at;
  const [low = 0, high = low] = [ascending[Math.floor(place)], ascending[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Exact two-sided McNemar test (McNemar 1947): pairs in which only the first or only the second was yes. */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond;
  const least = Math.min(onlyFirst, onlySecond);
  // In logarithms: one half to the power of a thousand pairs is no number any more.
  let term = n * Math.log(0.5);
  let tail = Math.exp(term);
  for (let k = 0; k < least; k++) {
    term += Math.log((n - k) / (k + 1));
    tail += Math.exp(term);
  }
  return Math.min(1, 2 * tail);
}

/** Holm's step-down correction (Holm 1979): adjusted p-values, in the order they came. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = pValues.map(() => 1);
  let running = 0;
  for (const [rank, { p, index }] of order.entries()) {
    running = Math.max(running, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = running;
  }
  return adjusted;
}

type Rated = readonly (string | null)[];

/** Krippendorff's alpha for nominal values (Krippendorff 2011): 1 - Dₒ/Dₑ.
 * Cases with fewer than two values are ignored. Null if nothing could differ. */
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

function differingPairs(counts: readonly number[], n: number): number {
  return n * n - counts.reduce((sum, count) => sum + count * count, 0);
}

const DRAWS = 2_000;
/** From so many cases on a drawn mean is as good as normal, and the normal law is taken. */
const MANY = 1_000;

type Drawn = {
  /** Null if all draws are alike, which says nothing about uncertainty. */
  interval: Interval | null;
  /** Two-sided: twice the share of draws on the other side of 0, at least 1/draws. */
  p: number;
};

/** Percentile bootstrap (Efron 1979) over whole cases, seeded. `figure` gets the drawn cases, some twice.
 * Null below two cases, or if the figure is undefined in more than a tenth of the draws. */
export function bootstrap(
  cases: number,
  figure: (drawn: readonly number[]) => number | null,
  purpose: string,
): Drawn | null {
  if (cases < 2) return null;
  const random = seedrandom(String(drawFrom(String(cases), "statistics", purpose)));
  const drawn = Array.from({ length: DRAWS }, () =>
    figure(Array.from({ length: cases }, () => Math.floor(random() * cases))),
  ).filter((value) => value !== null);
  if (drawn.length < 0.9 * DRAWS) return null;
  const ascending = drawn.sort((a, b) => a - b);
  const below = ascending.filter((value) => value <= 0).length;
  const above = ascending.filter((value) => value >= 0).length;
  return {
    interval: spanOf(ascending),
    p: Math.min(1, Math.max((2 * Math.min(below, above)) / ascending.length, 1 / DRAWS)),
  };
}

/** Of the mean, by drawing whole meetings: figures of one meeting depend on each other. */
export function bootstrapMean(values: readonly number[], purpose: string): Interval | null {
  return pairedMean(values, purpose)?.interval ?? null;
}

export function pairedMean(differences: readonly number[], purpose: string): Drawn | null {
  if (differences.length > MANY) return byNormalLaw(differences);
  return bootstrap(
    differences.length,
    (drawn) => drawn.reduce((sum, at) => sum + (differences[at] ?? 0), 0) / drawn.length,
    purpose,
  );
}

function byNormalLaw(values: readonly number[]): Drawn {
  const middle = mean(values) ?? 0;
  const variance =
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  const error = Math.sqrt(variance / values.length);
  const p = error === 0 ? Number(middle === 0) : 2 * findUpperTail(Math.abs(middle) / error);
  return {
    interval: error === 0 ? null : { low: middle - Z * error, high: middle + Z * error },
    p,
  };
}

/** Of the standard normal distribution, by Abramowitz and Stegun 26.2.17; exact to seven places. */
export function findUpperTail(z: number): number {
  if (z < 0) return 1 - findUpperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** The value that a standard normal figure stays below with this probability, by bisection; exact to six places. */
export function findQuantile(probability: number): number {
  let [low, high] = [-8, 8];
  while (high - low > 1e-7) {
    const middle = (low + high) / 2;
    if (1 - findUpperTail(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Pairs that a McNemar test needs at 5 % with power 0.8 (Connor 1987).
 * `onlyFirst` and `onlySecond` are shares of pairs. */
export function pairsFor(onlyFirst: number, onlySecond: number): number | null {
  const apart = onlyFirst + onlySecond;
  const difference = Math.abs(onlyFirst - onlySecond);
  if (difference === 0) return null;
  const root = Z * Math.sqrt(apart) + 0.8416212335729143 * Math.sqrt(apart - difference ** 2);
  return Math.ceil((root / difference) ** 2);
}
