// The figures of a report: shares, means and differences with intervals, and how they read.

import { groupBy } from "../../lists.ts";
import { formatDollars } from "../../showing/words.ts";
import { formatCount, groupThousands } from "../../text/plain.ts";
import {
  bootstrap,
  computeWilsonInterval,
  countPairsNeeded,
  type Interval,
  testByExchangedSigns,
} from "../statistics.ts";
import type { FigureId } from "./definitions.ts";

/** Fewer cases than these are no finding. */
export const LEAST = 10;
/** With fewer questions, a study estimates nothing for new questions. */
export const LEAST_QUESTIONS = 8;

export type StudyFigure = {
  define: FigureId;
  what: string;
  n: number;
  value: number | null;
  interval: Interval | null;
  unit: FigureUnit;
  p: number | null;
  /** `main`: p is Holm's over the study's main question. `exploratory`: p is not corrected. */
  test: "main" | "exploratory" | null;
  /** About how many more meetings a finding, or a difference of this size, needs; null if none or unknown. */
  needs: number | null;
  /** Instead of a value: counts, or why there is none. */
  text: string | null;
};

type FigureUnit = "share" | "difference" | "number" | "dollars" | "count";

export type FigureTable = {
  title: string;
  figures: readonly StudyFigure[];
  notes: readonly string[];
};

export type Named = Pick<StudyFigure, "define" | "what">;

const EMPTY = {
  n: 0,
  value: null,
  interval: null,
  unit: "number",
  p: null,
  test: null,
  needs: null,
  text: null,
} as const;

/** What one meeting adds to a figure: `sum` over `of` cases. */
export type Case = { question: string; sum: number; of: number };

export function createTextFigure(named: Named, n: number, text: string): StudyFigure {
  return { ...EMPTY, ...named, n, text };
}

export const NOT_MEASURED = "not measured";

/** A share of all cases, or the mean of a number, with its interval. */
export function estimateMean(
  named: Named,
  cases: readonly Case[],
  unit: FigureUnit = "share",
): StudyFigure {
  const { sum, of: n } = addCases(cases);
  const figure = { ...EMPTY, ...named, n, unit };
  if (n < LEAST) return { ...figure, needs: countMissing(n, cases.length) };
  return { ...figure, value: sum / n, interval: findInterval(cases, unit) };
}

function findInterval(cases: readonly Case[], unit: FigureUnit): Interval | null {
  const strata = stratifyCases(cases);
  const units = strata.flat();
  const { sum, of } = addCases(units);
  const isYesOrNo = units.every((each) => each.of === 1 && (each.sum === 0 || each.sum === 1));
  if (unit === "share" && strata.length === 1 && isYesOrNo) return computeWilsonInterval(sum, of);
  // If all cases agree, all draws are equal. Each unit then counts as one case for the interval.
  if (unit === "share" && (sum === 0 || sum === of))
    return computeWilsonInterval((sum / of) * units.length, units.length);
  return bootstrap(strata, findShare);
}

/**
 * The units of a draw. With enough questions, whole questions are drawn, since seeds of one question are alike. With
 * fewer, meetings are drawn within each question, and the interval holds for these questions only.
 */
function stratify<Item extends { question: string }>(
  items: readonly Item[],
): readonly (readonly (readonly Item[])[])[] {
  const questions = [...groupBy(items, ({ question }) => question).values()];
  if (questions.length >= LEAST_QUESTIONS) return [questions];
  return questions.map((own) => own.map((item) => [item]));
}

function stratifyCases(cases: readonly Case[]): readonly (readonly Case[])[] {
  return stratify(cases).map((units) => units.map(addCases));
}

function addCases(cases: readonly Case[]): Case {
  return cases.reduce(
    (total, { question, sum, of }) => ({ question, sum: total.sum + sum, of: total.of + of }),
    { question: "", sum: 0, of: 0 },
  );
}

function findShare(cases: readonly Case[]): number | null {
  const { sum, of } = addCases(cases);
  return of === 0 ? null : sum / of;
}

type Comparison = {
  /** How many meetings one pair takes: one before and after its debate, or two of two arms. */
  meetings: 1 | 2;
  isMain?: boolean;
};

/** The mean difference of pairs, each a case of one. */
export function estimateDifference(
  named: Named,
  pairs: readonly Case[],
  { meetings, isMain = false }: Comparison,
): StudyFigure {
  const n = pairs.length;
  const figure = { ...EMPTY, ...named, n, unit: "difference" as const };
  if (n < LEAST) return { ...figure, needs: (LEAST - n) * meetings };
  const strata = stratifyCases(pairs);
  const units = strata.flat();
  const differences = units.map(({ sum }) => sum);
  const p = strata.length === 1 ? testByExchangedSigns(differences) : null;
  const enough = countPairsNeeded(differences);
  const lacking = enough === null ? 0 : (enough - units.length) * (n / units.length) * meetings;
  // No pair differs: so many may still, at the end of Wilson's interval.
  const most = computeWilsonInterval(0, units.length)?.high ?? 1;
  return {
    ...figure,
    value: findShare(units),
    interval: differences.some((each) => each !== 0)
      ? bootstrap(strata, findShare)
      : { low: -most, high: most },
    p,
    test: p === null ? null : isMain ? "main" : "exploratory",
    needs: p !== null && p > 0.05 && lacking > 0 ? Math.ceil(lacking) : null,
  };
}

/** A figure of all meetings together, such as an agreement. */
export function estimateOverall<Meeting extends { question: string }>(
  named: Named,
  meetings: readonly Meeting[],
  figure: (meetings: readonly Meeting[]) => number | null,
): StudyFigure {
  const n = meetings.length;
  if (n < LEAST) return { ...EMPTY, ...named, n, needs: countMissing(n, n) };
  const value = figure(meetings);
  return {
    ...EMPTY,
    ...named,
    n,
    value,
    interval: bootstrap(stratify(meetings), (drawn) => figure(drawn.flat())),
    text: value === null ? "no two verdicts differ" : null,
  };
}

function countMissing(cases: number, meetings: number): number | null {
  return cases === 0 ? null : Math.max(1, Math.ceil(((LEAST - cases) * meetings) / cases));
}

/** The place of a value on the scale of its unit, from 0 to 1. */
export type Scale = (value: number) => number;

/** Shares run from 0 to 1. Differences have 0 in the middle, and at least a tenth to each side. Numbers run to the highest. */
export function createScale(figures: readonly StudyFigure[], { define, unit }: StudyFigure): Scale {
  if (unit === "share") return (value) => value;
  const isAlike = (figure: StudyFigure) =>
    unit === "difference" ? figure.unit === unit : figure.define === define;
  const ends = figures
    .filter(isAlike)
    .flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0, interval?.high ?? 0]);
  if (unit !== "difference") {
    const most = Math.max(...ends) || 1;
    return (value) => value / most;
  }
  const reach = Math.max(0.1, ...ends.map(Math.abs));
  return (value) => (value + reach) / (2 * reach);
}

const BAR = 20;

/** `....==|==..........`: the value between the ends of its interval. */
export function drawBar(figure: StudyFigure, scale: Scale): string {
  const { value, interval } = figure;
  if (value === null) return "";
  const place = (at: number) => Math.max(0, Math.min(BAR - 1, Math.floor(scale(at) * BAR)));
  const cells = Array.from({ length: BAR }, () => ".");
  if (interval) cells.fill("=", place(interval.low), place(interval.high) + 1);
  cells[place(value)] = "|";
  return cells.join("");
}

export function formatValue({ value, unit, text }: StudyFigure): string {
  if (text !== null) return text;
  return value === null ? "-" : formatNumber(value, unit);
}

export function formatInterval({ interval, unit }: StudyFigure): string {
  return interval
    ? `${formatNumber(interval.low, unit)} to ${formatNumber(interval.high, unit)}`
    : "";
}

export function formatP({ p, test }: StudyFigure): string {
  if (p === null) return "";
  const number = p < 0.001 ? "< 0.001" : p.toFixed(3);
  return `${number} ${test}`;
}

export function formatNeeds({ value, needs, n, text }: StudyFigure): string {
  if (needs !== null) {
    const more = `needs about ${formatCount(needs, "more meeting")}`;
    return value === null ? more : `${more}, if the true difference is this large`;
  }
  return value === null && text === null && n === 0 ? "none so far" : "";
}

function formatNumber(value: number, unit: FigureUnit): string {
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
