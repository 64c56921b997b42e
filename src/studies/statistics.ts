// The statistics of studies: intervals, tests, agreement and power. Nothing here knows a meeting.

import seedrandom from "seedrandom";
import { drawFrom } from "../engine/routing/select.ts";
import { computeMean } from "../lists.ts";

export type Interval = { low: number; high: number };

/** Two-sided 95 %: the 0.975 quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** Wilson score interval of a share (Wilson 1927), 95 %; null if nothing was counted. */
export function computeWilsonInterval(count: number, of: number): Interval | null {
  if (of === 0) return null;
  const share = count / of;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function findSpan(ascending: readonly number[]): Interval | null {
  return ascending[0] === ascending.at(-1)
    ? null
    : { low: computeQuantile(ascending, 0.025), high: computeQuantile(ascending, 0.975) };
}

/** Quantile of ascending values, interpolated between neighbours (Hyndman and Fan 1996, type 7). */
export function computeQuantile(ascending: readonly number[], at: number): number {
  const place = (ascending.length - 1) * at;
  const [low = 0, high = low] = [ascending[Math.floor(place)], ascending[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** Holm's step-down correction (Holm 1979): adjusted p-values, in the order they came. */
export function adjustByHolm(pValues: readonly number[]): number[] {
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
export function computeKrippendorffAlpha(cases: readonly Rated[]): number | null {
  const totals = new Map<string, number>();
  let observed = 0;
  let n = 0;
  for (const rated of cases) {
    const values = rated.filter((value) => value !== null);
    if (values.length < 2) continue;
    n += values.length;
    for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
    observed += countDifferingPairs(countValues(values), values.length) / (values.length - 1);
  }
  const expected = n < 2 ? 0 : countDifferingPairs([...totals.values()], n) / (n - 1);
  return expected === 0 ? null : 1 - observed / expected;
}

function countValues(values: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

function countDifferingPairs(counts: readonly number[], n: number): number {
  return n * n - counts.reduce((sum, count) => sum + count * count, 0);
}

const MOST_DRAWS = 2_000;
/** Values drawn for one interval at most, so that large studies are reported in time. */
const MOST_DRAWN = 4_000_000;

/** Percentile bootstrap (Efron 1979), seeded. Draws the units of each stratum with replacement; `figure` gets all drawn
 * units, some twice. Null if nothing can be drawn, all draws are equal, or a tenth of the draws has no figure. */
export function bootstrap<Unit>(
  strata: readonly (readonly Unit[])[],
  figure: (drawn: readonly Unit[]) => number | null,
): Interval | null {
  const size = strata.reduce((sum, units) => sum + units.length, 0);
  if (size < 2) return null;
  const draws = Math.max(200, Math.min(MOST_DRAWS, Math.floor(MOST_DRAWN / size)));
  const random = seedrandom(String(drawFrom(String(size), "statistics", "bootstrap")));
  const values: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const value = figure(strata.flatMap((units) => drawAgain(units, random)));
    if (value !== null) values.push(value);
  }
  if (values.length < 0.9 * draws) return null;
  return findSpan(values.sort((a, b) => a - b));
}

function drawAgain<Unit>(units: readonly Unit[], random: () => number): Unit[] {
  return units.map(() => units[Math.floor(random() * units.length)] as Unit);
}

/** The least common multiple of 1 to 12: shares of up to 12 members are whole numbers of it. */
const WHOLE = 27_720;
/** Steps of the exact test at most. Above, the normal law is as good. */
const MOST_STEPS = 50_000_000;

/** Two-sided test of paired differences by exchanging their signs (Fisher 1935), exact. For pairs of yes and no it is
 * McNemar's exact test (McNemar 1947). */
export function testByExchangedSigns(differences: readonly number[]): number {
  const whole = differences.map((each) => Math.abs(Math.round(each * WHOLE)));
  const divisor = whole.reduce(findDivisor, 0);
  if (divisor === 0) return 1;
  const steps = whole.filter((each) => each > 0).map((each) => each / divisor);
  const reach = steps.reduce((sum, step) => sum + step, 0);
  const total = differences.reduce((sum, each) => sum + Math.round(each * WHOLE), 0) / divisor;
  if (reach * steps.length > MOST_STEPS) {
    const squares = steps.reduce((sum, step) => sum + step * step, 0);
    return Math.min(1, 2 * findUpperTail(Math.abs(total) / Math.sqrt(squares)));
  }
  let chances = new Float64Array(2 * reach + 1);
  chances[reach] = 1;
  for (const step of steps) {
    const next = new Float64Array(chances.length);
    for (const [sum, chance] of chances.entries()) {
      if (chance === 0) continue;
      next[sum - step] = (next[sum - step] ?? 0) + chance / 2;
      next[sum + step] = (next[sum + step] ?? 0) + chance / 2;
    }
    chances = next;
  }
  const far = chances.filter((_, sum) => Math.abs(sum - reach) >= Math.abs(total));
  return Math.min(
    1,
    far.reduce((sum, chance) => sum + chance, 0),
  );
}

function findDivisor(one: number, other: number): number {
  return other === 0 ? one : findDivisor(other, one % other);
}

/** The 0.8 quantile of the standard normal distribution. */
const POWER = 0.8416212335729143;

/** Pairs that show a difference of this size at 5 % with power 0.8 (Connor 1987, for differences of any size). */
export function countPairsNeeded(differences: readonly number[]): number | null {
  const difference = Math.abs(computeMean(differences) ?? 0);
  if (difference === 0) return null;
  const square = computeMean(differences.map((each) => each * each)) ?? 0;
  const root = Z * Math.sqrt(square) + POWER * Math.sqrt(square - difference ** 2);
  return Math.ceil((root / difference) ** 2);
}

/** Pairs that differ, all one way, until the exact test is below 5 %. */
const LEAST_DIFFERING = 6;

/** The smallest difference that so many pairs of yes and no find with power 0.8, if all that differ do so one way. */
export function findLeastDifference(pairs: number): number | null {
  if (pairs < LEAST_DIFFERING) return null;
  let [low, high] = [0, 1];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (findShareBelow(LEAST_DIFFERING, pairs, middle) > 0.2) low = middle;
    else high = middle;
  }
  return high;
}

/** The chance of fewer than `least` successes of `n`. */
function findShareBelow(least: number, n: number, chance: number): number {
  let term = (1 - chance) ** n;
  let below = 0;
  for (let k = 0; k < least; k++) {
    below += term;
    term *= ((n - k) / (k + 1)) * (chance / (1 - chance));
  }
  return below;
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
