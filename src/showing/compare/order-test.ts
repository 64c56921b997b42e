/** Which candidates differ by more than chance. `rankCandidates` asks it for each pair. */

import seedrandom from "seedrandom";
import { computeMean } from "../../lists.ts";

/** With fewer runs of each candidate, no order of two can be more than chance. */
export const LEAST_RUNS = 5;

/** Simulated, at most 5 % of rankings of equal candidates show an order at these levels. */
const LEVEL_OF_TWO = 0.05;
const LEVEL_OF_MORE = 0.04;
/** Draws times runs: small ranges have small levels, which need more draws. */
const DRAWN_RUNS = 40_000;
const TIED = 1e-9;

/** Of one run of a candidate. More is better. */
export type RunScore = { support: number; strength: number };
type Runs = readonly RunScore[];

/** Takes candidates from the highest mean support to the lowest, those with one support by strength, and tells whether one is before another by more than chance.
 *
 * Runs of equal candidates could be exchanged, so the range of the means is compared with its ranges after the runs
 * were exchanged at random (Pitman 1937), with the mid-p value (Lancaster 1961). Whole runs are exchanged, since members
 * who debate with each other do not vote independently. Two candidates differ if their range and all wider ranges pass,
 * at levels for subsets of all candidates (Ryan 1960; Einot and Gabriel 1975; Welsch 1977). */
export function createOrderTest(
  candidates: readonly Runs[],
): (before: number, after: number) => boolean {
  const supports = candidates.map((runs) => computeMean(runs.map(({ support }) => support)) ?? 0);
  const strengths = candidates.map(
    (runs) => computeMean(runs.map(({ strength }) => strength)) ?? 0,
  );
  const levelOfAll = candidates.length === 2 ? LEVEL_OF_TWO : LEVEL_OF_MORE;
  const results = new Map<string, boolean>();

  function testRange(first: number, last: number): boolean {
    const size = last - first + 1;
    const isSubset = size < candidates.length - 1;
    const level = isSubset ? 1 - (1 - levelOfAll) ** (size / candidates.length) : levelOfAll;
    return isMoreThanChance(candidates.slice(first, last + 1), level);
  }

  function isApart(first: number, last: number): boolean {
    const key = `${first} ${last}`;
    const known = results.get(key);
    if (known !== undefined) return known;
    const isWiderApart =
      (first === 0 || isApart(first - 1, last)) &&
      (last === candidates.length - 1 || isApart(first, last + 1));
    const result = isWiderApart && testRange(first, last);
    results.set(key, result);
    return result;
  }

  const isTied = (means: readonly number[], a: number, b: number) =>
    Math.abs((means[a] ?? 0) - (means[b] ?? 0)) <= TIED;
  const hasRuns = candidates.every((runs) => runs.length >= LEAST_RUNS);
  return (before, after) => {
    const means = isTied(supports, before, after) ? strengths : supports;
    if (!hasRuns || before >= after || isTied(means, before, after)) return false;
    // Candidates with one mean are in each range together.
    const isEqual = (a: number, b: number) => isTied(supports, a, b) && isTied(means, a, b);
    const first = candidates.findIndex((_, at) => isEqual(at, before));
    const last = candidates.findLastIndex((_, at) => isEqual(at, after));
    return isApart(first, last);
  };
}

/** Strength breaks ties of support only: it counts if all runs have the same support. */
function isMoreThanChance(candidates: readonly Runs[], level: number): boolean {
  const runs = candidates.flat();
  const isOneSupport = runs.every(
    ({ support }) => Math.abs(support - (runs[0]?.support ?? 0)) <= TIED,
  );
  const pool = runs.map(({ support, strength }) => (isOneSupport ? strength : support));
  const sizes = candidates.map(({ length }) => length);
  const observed = getRange(pool, sizes);
  const random = seedrandom.alea("order of candidates");
  const draws = Math.ceil(DRAWN_RUNS / pool.length);
  let above = 0;
  for (let draw = 0; draw < draws && above <= level * draws; draw++) {
    shuffle(pool, random);
    const range = getRange(pool, sizes);
    if (range > observed + TIED) above += 1;
    else if (range >= observed - TIED) above += 0.5;
  }
  return above <= level * draws;
}

/** The highest less the lowest mean of the groups that follow each other in a pool. */
function getRange(pool: readonly number[], sizes: readonly number[]): number {
  let [highest, lowest, from] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (const size of sizes) {
    let sum = 0;
    for (let at = from; at < from + size; at++) sum += pool[at] ?? 0;
    highest = Math.max(highest, sum / size);
    lowest = Math.min(lowest, sum / size);
    from += size;
  }
  return highest - lowest;
}

function shuffle(pool: number[], random: () => number): void {
  for (let end = pool.length - 1; end > 0; end--) {
    const other = Math.floor(random() * (end + 1));
    [pool[end], pool[other]] = [pool[other] ?? 0, pool[end] ?? 0];
  }
}
