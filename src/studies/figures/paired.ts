import seedrandom from "seedrandom";
import { drawFrom } from "../../engine/routing/draw.ts";
import { type Interval, mean, spanOf } from "./statistics.ts";

/** How often a bootstrap draws. */
const DRAWS = 2_000;
/** From so many cases on a drawn mean is as good as normal, and the normal law is taken. */
const MANY = 1_000;
/** The 0.975 quantile of the standard normal distribution. */
const Z = 1.959963984540054;

type Drawn = {
  /** Null if all draws are alike, which says nothing about uncertainty. */
  readonly interval: Interval | null;
  /** Two-sided: twice the share of draws on the other side of 0, at least 1/draws. */
  readonly p: number;
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

/** Pairs that a McNemar test needs at 5 % with power 0.8 (Connor 1987).
 * `onlyFirst` and `onlySecond` are shares of pairs. */
export function pairsFor(onlyFirst: number, onlySecond: number): number | null {
  const apart = onlyFirst + onlySecond;
  const difference = Math.abs(onlyFirst - onlySecond);
  if (difference === 0) return null;
  const root = Z * Math.sqrt(apart) + 0.8416212335729143 * Math.sqrt(apart - difference ** 2);
  return Math.ceil((root / difference) ** 2);
}
