import { formatDollars } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import {
  bootstrap,
  bootstrapMean,
  type Interval,
  mcnemar,
  mean,
  pairedMean,
  pairsFor,
  wilson,
} from "../statistics.ts";

/** Fewer cases than these are no finding. */
export const LEAST = 10;

export type StudyFigure = {
  define: FigureId;
  what: string;
  n: number;
  value: number | null;
  interval: Interval | null;
  unit: FigureUnit;
  p: number | null;
  /** After Holm's correction over every difference of the report. */
  adjusted: number | null;
  /** About how many more meetings a finding, or a difference of this size, needs; null if none or unknown. */
  needs: number | null;
};

type FigureUnit = "share" | "difference" | "number" | "dollars" | "count";

export type FigureTable = {
  title: string;
  figures: readonly StudyFigure[];
  isDrawn?: true;
};

export type StudySection = {
  nth: number;
  title: string;
  tables: readonly FigureTable[];
  notes: readonly string[];
};

export type Named = Pick<StudyFigure, "define" | "what">;

export function shareFigure(named: Named, count: number, of: number, meetings = of): StudyFigure {
  const figure = { ...named, n: of, unit: "share" as const, p: null, adjusted: null };
  if (of < LEAST) return { ...figure, value: null, interval: null, needs: moreFor(of, meetings) };
  return { ...figure, value: count / of, interval: wilson(count, of), needs: null };
}

/** Resampled by meeting. Each meeting is a count and its total. */
export function pooledShare(
  named: Named,
  meetings: readonly (readonly [number, number])[],
): StudyFigure {
  const total = (at: 0 | 1, some = meetings) => some.reduce((sum, counts) => sum + counts[at], 0);
  const n = total(1);
  const figure = { ...named, n, unit: "share" as const, p: null, adjusted: null };
  if (n < LEAST)
    return { ...figure, value: null, interval: null, needs: moreFor(n, meetings.length) };
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
  // If all cases agree, all draws are equal. Each meeting then counts as one case for the interval.
  const interval =
    value === 0 || value === 1
      ? wilson(value * meetings.length, meetings.length)
      : (drawn?.interval ?? null);
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
  return {
    ...figure,
    value: mean(known),
    interval: spreadOf(known, named.what, unit),
    needs: null,
  };
}

/** If every value is alike, Wilson's interval shows the uncertainty that resampling cannot. */
function spreadOf(known: readonly number[], what: string, unit: FigureUnit): Interval | null {
  const [first = 0] = known;
  const isWhole =
    unit === "share" && (first === 0 || first === 1) && known.every((each) => each === first);
  if (isWhole) return wilson(first * known.length, known.length);
  return known.length > 1_000
    ? (pairedMean(known, what)?.interval ?? null)
    : bootstrapMean(known, what);
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

function moreFor(cases: number, meetings: number): number | null {
  return cases === 0 ? null : Math.max(1, Math.ceil(((LEAST - cases) * meetings) / cases));
}

/** At least a tenth, so that all lines share one scale. */
export function reachOf(figures: readonly StudyFigure[]): number {
  const ends = figures
    .filter(({ unit }) => unit === "difference")
    .flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0, interval?.high ?? 0]);
  return Math.max(0.1, ...ends.map(Math.abs));
}

/** By the id that a figure of a report names. */
export const DEFINITIONS = {
  outcome: "Share of an arm's meetings that ended so. Interval: Wilson, 95 %.",
  "outcome-difference":
    "Share of meetings that ended so in the second arm less that in the first, over pairs of one subject and seed. Exact McNemar test; interval by drawing pairs (bootstrap, 2,000 draws); p after Holm over all differences of this report.",
  opening:
    "Share of meetings with this outcome by the private opening votes alone and the same rule.",
  "talk-changes": "Share of meetings whose outcome differs from that of the private opening votes.",
  "debate-gain":
    "Share of right outcomes at the end less that of the opening votes alone, of the same meetings. Exact McNemar test.",
  "alone-right":
    "Share of right verdicts of members who were asked as often and saw nothing: the result of repeated questions without a debate.",
  "flip-rate":
    "Share of members whose last verdict is not that of their private opening vote. A member who changes and changes back does not count. Interval by drawing meetings.",
  spontaneous:
    "Share of members who ended with another verdict if they were asked as often and saw nothing new (control: reflection).",
  conforming:
    "The same share if they saw only the verdicts of others (control: stances), less the share if they saw nothing; mean over pairs of one subject and seed.",
  argued:
    "The same share in the debate, less the share if they saw only verdicts; mean over pairs of one subject and seed.",
  alpha:
    "Krippendorff's alpha, nominal, of last verdicts: meetings are the cases, members the raters. 1: all agree; 0: as by chance. Interval by drawing meetings.",
  "independent-votes":
    "n/(1+(n-1)r), Kish's effective sample size, with n the mean number of last verdicts and r their alpha: 1 if members always agree with each other, n if they agree as by chance. Members who agree because the evidence is clear look alike too.",
  ranking:
    "Order of candidates: the range of the mean scores of their runs among its ranges after runs were exchanged at random, all candidates together (permutation, mid-p, 4,000 draws for two candidates). Two candidates are in order if their range and each wider range pass at 5 % (two candidates) or 4 % (more), and less for subsets (Ryan, Einot, Gabriel and Welsch). The score is support; strength counts only if all runs have the same support.",
  tokens: "Tokens read and written, mean over meetings.",
  calls: "Model calls, failed ones among them, mean over meetings.",
  total: "Sum over the arm's meetings.",
} as const satisfies Readonly<Record<string, string>>;

export type FigureId = keyof typeof DEFINITIONS;

export function valueInWords({ value, unit }: Pick<StudyFigure, "value" | "unit">): string {
  return value === null ? "-" : numberInWords(value, unit);
}

export function intervalInWords({ interval, unit }: StudyFigure): string {
  return interval
    ? `${numberInWords(interval.low, unit)} to ${numberInWords(interval.high, unit)}`
    : "";
}

export function pInWords({ adjusted }: StudyFigure): string {
  if (adjusted === null) return "";
  return adjusted < 0.001 ? "< 0.001" : adjusted.toFixed(3);
}

export function needsInWords({ define, value, needs, n }: StudyFigure): string {
  if (needs !== null) {
    const more = `needs about ${groupThousands(needs)} more ${needs === 1 ? "meeting" : "meetings"}`;
    return value === null ? more : `not found; ${more} to find one of this size`;
  }
  if (value !== null) return "";
  return n === 0
    ? "none so far"
    : WITHOUT.has(define)
      ? "no two verdicts differ"
      : "cannot be worked out of these";
}

const WITHOUT: ReadonlySet<FigureId> = new Set(["alpha", "independent-votes"]);

function numberInWords(value: number, unit: FigureUnit): string {
  switch (unit) {
    case "dollars":
      return formatDollars(value);
    case "count":
      return groupThousands(Math.round(value));
    case "difference":
      return `${value > 0 ? "+" : ""}${value.toFixed(3)}`.replace(/^[+-](?=0\.0+$)/, "");
    case "share":
    case "number":
      return value.toFixed(3).replace(/^-(?=0\.0+$)/, "");
    default:
      return unit satisfies never;
  }
}
