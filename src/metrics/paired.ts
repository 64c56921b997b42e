import seedrandom from "seedrandom";
import { drawFrom } from "../routing/draw.ts";
import { type Interval, mean, spanOf } from "./statistics.ts";

/** How often a bootstrap draws. */
const DRAWS = 2_000;
/** From so many cases on a drawn mean is as good as normal, and the normal law is taken. */
const MANY = 1_000;
/** The 0.975 quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** What drawing whole cases with replacement shows of a figure. */
type Drawn = {
  /** null where every draw is alike, which says nothing of how sure the figure is. */
  readonly interval: Interval | null;
  /** Two-sided: how often a drawn figure lies on the other side of 0, twice; at least one in the number of draws. */
  readonly p: number;
};

/**
 * Percentile bootstrap (Efron 1979) of any figure over cases that hang together within themselves: `figure` is told which
 * cases were drawn, some of them twice. Seeded, so that a report says the same twice. Null below two cases, and where the
 * figure is not defined in nine of ten draws.
 */
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

/** The same for the mean of differences between pairs, one a case. */
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
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  const error = Math.sqrt(variance / values.length);
  const p = error === 0 ? Number(middle === 0) : 2 * upperTail(Math.abs(middle) / error);
  return { interval: error === 0 ? null : { low: middle - Z * error, high: middle + Z * error }, p };
}

/** Of the standard normal distribution, by Abramowitz and Stegun 26.2.17; exact to seven places. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/**
 * Pairs that a McNemar test takes to find a difference of this size with four chances in five, at 5 % (Connor 1987);
 * `onlyFirst` and `onlySecond` are shares of pairs. Null where there is none to find.
 */
export function pairsFor(onlyFirst: number, onlySecond: number): number | null {
  const apart = onlyFirst + onlySecond;
  const difference = Math.abs(onlyFirst - onlySecond);
  if (difference === 0) return null;
  const root = Z * Math.sqrt(apart) + 0.8416212335729143 * Math.sqrt(apart - difference ** 2);
  return Math.ceil((root / difference) ** 2);
}
