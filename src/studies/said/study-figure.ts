import { bootstrap, pairedMean, pairsFor } from "../figures/paired.ts";
import { bootstrapMean, type Interval, mcnemar, mean, wilson } from "../figures/statistics.ts";
import type { DefinitionId } from "./definitions.ts";

/** Fewer cases than these are no finding. */
export const LEAST = 10;

export type StudyFigure = {
  readonly define: DefinitionId;
  readonly what: string;
  readonly n: number;
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly unit: FigureUnit;
  readonly p: number | null;
  /** After Holm's correction over every difference of the report. */
  readonly adjusted: number | null;
  /** About how many more meetings a finding, or a difference of this size, needs; null if none or unknown. */
  readonly needs: number | null;
};

export type FigureUnit = "share" | "difference" | "number" | "dollars" | "count";

export type FigureTable = {
  readonly title: string;
  readonly figures: readonly StudyFigure[];
  readonly isDrawn?: true;
};

export type StudySection = {
  readonly nth: number;
  readonly title: string;
  readonly tables: readonly FigureTable[];
  readonly notes: readonly string[];
};

type Named = Pick<StudyFigure, "define" | "what">;

export function shareFigure(named: Named, count: number, of: number, held = of): StudyFigure {
  const figure = { ...named, n: of, unit: "share" as const, p: null, adjusted: null };
  if (of < LEAST) return { ...figure, value: null, interval: null, needs: moreFor(of, held) };
  return { ...figure, value: count / of, interval: wilson(count, of), needs: null };
}

/** Resampled by meeting. Each meeting is a count and its total. */
export function pooledShare(named: Named, meetings: readonly (readonly [number, number])[]): StudyFigure {
  const total = (at: 0 | 1, some = meetings) => some.reduce((sum, counts) => sum + counts[at], 0);
  const n = total(1);
  const figure = { ...named, n, unit: "share" as const, p: null, adjusted: null };
  if (n < LEAST) return { ...figure, value: null, interval: null, needs: moreFor(n, meetings.length) };
  const drawn = bootstrap(
    meetings.length,
    (indices) => {
      let [count, of] = [0, 0];
      for (const index of indices) {
        const [one, all] = meetings[index] ?? [0, 0];
        count += one;
        of += all;
      }
      return of === 0 ? null : count / of;
    },
    named.what,
  );
  const value = total(0) / n;
  // Where none or all are so, every draw is alike: as many meetings, each taken as one case, say how sure that is.
  const interval =
    value === 0 || value === 1 ? wilson(value * meetings.length, meetings.length) : (drawn?.interval ?? null);
  return { ...figure, value, interval, needs: null };
}

export function meanFigure(
  named: Named,
  values: readonly (number | null)[],
  unit: FigureUnit = "number",
): StudyFigure {
  const known = values.filter((value) => value !== null);
  const figure = { ...named, n: known.length, unit, p: null, adjusted: null };
  if (known.length < LEAST)
    return { ...figure, value: null, interval: null, needs: moreFor(known.length, values.length) };
  return { ...figure, value: mean(known), interval: spreadOf(known, named.what, unit), needs: null };
}

/** If every value is alike, Wilson's interval shows the uncertainty that resampling cannot. */
function spreadOf(known: readonly number[], what: string, unit: FigureUnit): Interval | null {
  const [first = 0] = known;
  const isWhole = unit === "share" && (first === 0 || first === 1) && known.every((each) => each === first);
  if (isWhole) return wilson(first * known.length, known.length);
  return known.length > 1_000 ? (pairedMean(known, what)?.interval ?? null) : bootstrapMean(known, what);
}

/** The mean difference of pairs, second less first; McNemar's test for yes or no. */
export function differenceFigure(
  named: Named,
  pairs: readonly (readonly [number, number])[],
  isYesOrNo = false,
): StudyFigure {
  const figure = { ...named, n: pairs.length, unit: "difference" as const, adjusted: null };
  if (pairs.length < LEAST)
    return { ...figure, value: null, interval: null, p: null, needs: LEAST - pairs.length };
  const differences = pairs.map(([first, second]) => second - first);
  const drawn = pairedMean(differences, named.what);
  const value = mean(differences);
  const interval = drawn?.interval ?? null;
  if (!isYesOrNo) return { ...figure, value, interval, p: drawn?.p ?? null, needs: null };
  const onlyFirst = differences.filter((each) => each < 0).length;
  const onlySecond = differences.filter((each) => each > 0).length;
  const p = mcnemar(onlyFirst, onlySecond);
  const enough = pairsFor(onlyFirst / pairs.length, onlySecond / pairs.length);
  const needs = p > 0.05 && enough !== null && enough > pairs.length ? enough - pairs.length : null;
  if (onlyFirst + onlySecond > 0) return { ...figure, value, interval, p, needs };
  // No pair differs: so many may still, at the end of Wilson's interval.
  const most = wilson(0, pairs.length)?.high ?? 1;
  return { ...figure, value, interval: { low: -most, high: most }, p, needs };
}

export function countFigure(
  named: Named,
  value: number | null,
  n: number,
  unit: FigureUnit = "count",
): StudyFigure {
  return { ...named, n, value, interval: null, unit, p: null, adjusted: null, needs: null };
}

function moreFor(cases: number, held: number): number | null {
  return cases === 0 ? null : Math.max(1, Math.ceil(((LEAST - cases) * held) / cases));
}

/** At least a tenth, so that all lines share one scale. */
export function reachOf(figures: readonly StudyFigure[]): number {
  const ends = figures
    .filter(({ unit }) => unit === "difference")
    .flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0, interval?.high ?? 0]);
  return Math.max(0.1, ...ends.map(Math.abs));
}
