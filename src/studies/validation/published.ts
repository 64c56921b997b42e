import { wilson } from "../../metrics/statistics.ts";
import type { Published } from "./validation.ts";

/** Of how many juries with so many votes to convict on the first ballot, how many came to each end. */
type PublishedJuries = {
  readonly guilty: readonly [from: number, to: number];
  readonly juries: number;
  readonly acquitted: number;
  readonly hung: number;
  readonly convicted: number;
};

/**
 * 225 criminal juries of twelve under unanimity (Kalven and Zeisel, The American Jury, 1966), as later works cite them:
 * numbers of juries and rounded shares. The book was not compared; of 215 juries with a majority 6 reversed it, which agrees.
 */
export const FIRST_BALLOTS: readonly PublishedJuries[] = [
  { guilty: [0, 0], juries: 26, acquitted: 26, hung: 0, convicted: 0 },
  { guilty: [1, 5], juries: 41, acquitted: 37, hung: 3, convicted: 1 },
  { guilty: [6, 6], juries: 10, acquitted: 5, hung: 0, convicted: 5 },
  { guilty: [7, 11], juries: 105, acquitted: 5, hung: 10, convicted: 90 },
  { guilty: [12, 12], juries: 43, acquitted: 0, hung: 0, convicted: 43 },
];

/** Mock juries under reasonable doubt, 13 studies (MacCoun and Kerr 1988). */
export const LENIENCY = { evenAcquits: 0.8, twoThirdsAcquit: 0.94, twoThirdsConvict: 0.67 } as const;

/** Juries without a verdict: 5.5 % of more than 3,500 trials (Kalven and Zeisel), about 6 % of 33,000 (NCSC 2003). */
export const HUNG = { low: 0.05, high: 0.065 } as const;

/** Share of members who ended elsewhere, by how many others shared their first answer (DeliData, groups of three or more). */
export const CHANGE_BY_COMPANY = [0.738, 0.589, 0.492] as const;

/**
 * Four people, all of them told everything, chose the best (Stasser and Titus 1985); with facts split 61 % of people
 * preferred the worse before they talked, and 71 % of groups after. Over 65 studies groups with split facts are eight times
 * less likely to find it (Lu, Yuan and McLeod 2012). The bounds leave room for another case.
 */
export const HIDDEN_PROFILE = {
  ...{ full: 0.83, fullAtLeast: 0.75, splitAtMost: 0.35 },
  ...{ odds: 8, oddsAtLeast: 4, wrongAlone: 0.61, wrongTogether: 0.71 },
} as const;

/** Six-person mock juries: turns in dyadic floors (Stasser and Taylor 1991). */
export const SIX_JURORS_DYADIC = 0.49;

/** A published count, with its own uncertainty. */
export function countOf(count: number, of: number): Published {
  const interval = wilson(count, of) ?? { low: 0, high: 1 };
  const words = `${percent(count / of)} (${percent(interval.low)} to ${percent(interval.high)}) of ${of}`;
  return { words, ...interval, by: "interval" };
}

/** A published figure whose own uncertainty is not known: within so much of it. */
export function around(value: number, within: number, source: string): Published {
  const words = `${value.toFixed(3)} ± ${within} (${source})`;
  return { words, low: value - within, high: value + within, by: "interval" };
}

export function atLeast(low: number, words: string): Published {
  return { words, low, high: Number.POSITIVE_INFINITY, by: "point" };
}

export function atMost(high: number, words: string): Published {
  return { words, low: Number.NEGATIVE_INFINITY, high, by: "point" };
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
