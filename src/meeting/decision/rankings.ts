import { above } from "../contract/compare.ts";
import { credit, type Standing, settle, type TieRule, zeros } from "./settle.ts";

/** One member's order of preference, best first. What is left out stands last, all of it alike. */
export type Ranking = { readonly by: string; readonly order: readonly string[]; readonly weight?: number };

/**
 * Borda: of N options the one in place k, from 1, gets N - k points; options left out share what is left.
 * Beside the points, each option's mean place and how many ballots named it.
 */
export function borda(
  rankings: readonly Ranking[],
  options: readonly string[],
  tie: TieRule = "none",
): Standing & {
  readonly meanPlace: Readonly<Record<string, number | null>>;
  readonly named: Readonly<Record<string, number>>;
  readonly ballots: number;
} {
  const scores = zeros(options);
  const places = zeros(options);
  const named = zeros(options);
  for (const { order, weight = 1 } of rankings) {
    const ranked = cleaned(order, options);
    for (const option of options) {
      const place = placeOf(option, ranked, options.length);
      credit(scores, option, weight * (options.length - place));
      credit(places, option, place);
      if (ranked.includes(option)) credit(named, option, 1);
    }
  }
  const ballots = rankings.length;
  const meanPlace = Object.entries(places).map(([option, sum]) => [
    option,
    ballots === 0 ? null : sum / ballots,
  ]);
  return { ...settle(scores, tie), meanPlace: Object.fromEntries(meanPlace), named, ballots };
}

/**
 * Condorcet: the option that beats every other in pairs. Where there is none there is no winner, and `cycle` names the
 * options that beat one another in a ring, if that is why.
 */
export function condorcet(
  rankings: readonly Ranking[],
  options: readonly string[],
): Standing & {
  /** `pairs[a][b]`: weight of the ballots that put a before b. */
  readonly pairs: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly cycle: readonly string[];
} {
  const rows = options.map((option) => [option, zeros(options)] as const);
  for (const { order, weight = 1 } of rankings) {
    const ranked = cleaned(order, options);
    for (const [a, row] of rows) {
      for (const b of options) {
        if (placeOf(a, ranked, options.length) < placeOf(b, ranked, options.length)) credit(row, b, weight);
      }
    }
  }
  const pairs = Object.fromEntries(rows);
  const beats = (a: string, b: string) => above(pairs[a]?.[b] ?? 0, pairs[b]?.[a] ?? 0);
  const scores = zeros(options);
  for (const a of options) scores[a] = options.filter((b) => beats(a, b)).length;
  const winner = rankings.length > 0 ? options.find((a) => scores[a] === options.length - 1) : undefined;
  const cycle = winner === undefined ? options.filter((option) => returnsTo(option, options, beats)) : [];
  const tied = winner === undefined && cycle.length === 0 ? settle(scores).tied : [];
  return { winner: winner ?? null, scores, tied, pairs, cycle };
}

/** Known options in order, each once. */
function cleaned(order: readonly string[], options: readonly string[]): readonly string[] {
  return [...new Set(order)].filter((option) => options.includes(option));
}

/** From 1; options left out share the mean of the places that are left. */
function placeOf(option: string, ranked: readonly string[], count: number): number {
  const index = ranked.indexOf(option);
  return index >= 0 ? index + 1 : (ranked.length + 1 + count) / 2;
}

/** Whether a chain of victories leads from an option back to it. */
function returnsTo(
  start: string,
  options: readonly string[],
  beats: (a: string, b: string) => boolean,
): boolean {
  const reached = new Set<string>();
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of options) {
      if (!beats(at, next)) continue;
      if (next === start) return true;
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return false;
}
