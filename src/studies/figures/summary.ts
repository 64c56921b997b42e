import type { FigureDefinition, MeasuredMeeting } from "./figure.ts";
import { FIGURES } from "./figures.ts";
import { bootstrap } from "./paired.ts";
import { byRank, rankRatio, sharesOf, type TalkUnit } from "./participation.ts";
import { bootstrapMean, type Interval, mean, wilson } from "./statistics.ts";

/** Fewer meetings than these say too little for an interval. */
export const LEAST_MEETINGS = 10;

export type FigureSummary = {
  readonly figure: FigureDefinition;
  readonly n: number;
  /** Mean over meetings, or over all turns if it is a share of turns. */
  readonly mean: number | null;
  /** 95 %: Wilson for yes or no, else bootstrap by meeting. */
  readonly interval: Interval | null;
};

/** The figures whose value in one meeting is yes or no. */
const YES_OR_NO: ReadonlySet<string> = new Set(["majority-kept"]);

export function summarise(meetings: readonly MeasuredMeeting[]): FigureSummary[] {
  return FIGURES.map((figure) => {
    const known = meetings.flatMap((meeting) => {
      const value = figure.value(meeting);
      return value === null ? [] : [{ value, turns: figure.turns?.(meeting) ?? 1 }];
    });
    if (figure.turns) return { figure, n: known.length, ...pooled(figure.id, known) };
    const values = known.map(({ value }) => value);
    return { figure, n: values.length, mean: mean(values), interval: intervalOf(figure.id, values) };
  });
}

type Weighted = { readonly value: number; readonly turns: number };

/** A share of all turns, as corpora publish it; the interval draws whole meetings. */
function pooled(id: string, known: readonly Weighted[]): Pick<FigureSummary, "mean" | "interval"> {
  const shareOf = (drawn: readonly number[]): number | null => {
    let [part, turns] = [0, 0];
    for (const at of drawn) {
      const { value, turns: own } = known[at] ?? { value: 0, turns: 0 };
      part += value * own;
      turns += own;
    }
    return turns === 0 ? null : part / turns;
  };
  const drawn = known.length < LEAST_MEETINGS ? null : bootstrap(known.length, shareOf, id);
  return { mean: shareOf(known.map((_, at) => at)), interval: drawn?.interval ?? null };
}

function intervalOf(id: string, values: readonly number[]): Interval | null {
  if (values.length < LEAST_MEETINGS) return null;
  return YES_OR_NO.has(id)
    ? wilson(values.filter((value) => value === 1).length, values.length)
    : bootstrapMean(values, id);
}

export type RankShares = {
  readonly members: number;
  readonly n: number;
  readonly unit: TalkUnit;
  readonly ranks: readonly { readonly mean: number; readonly interval: Interval | null }[];
  /** The ratio through the mean shares, as corpora publish it, not a mean of ratios. */
  readonly ratio: number | null;
};

export function rankShares(meetings: readonly MeasuredMeeting[], unit: TalkUnit): RankShares[] {
  const spoken = meetings.filter(({ talk }) => talk.messages.length > 0);
  const sizes = [...new Set(spoken.map(({ talk }) => talk.members.length))].sort((a, b) => a - b);
  return sizes.map((members) => {
    const ranked = spoken
      .filter(({ talk }) => talk.members.length === members)
      .map(({ talk }) => byRank(sharesOf(talk, unit)));
    const ranks = Array.from({ length: members }, (_, rank) => {
      const values = ranked.map((shares) => shares[rank] ?? 0);
      return {
        mean: mean(values) ?? 0,
        interval: values.length < LEAST_MEETINGS ? null : bootstrapMean(values, `rank ${rank}`),
      };
    });
    return { members, n: ranked.length, unit, ranks, ratio: rankRatio(ranks.map(({ mean: share }) => share)) };
  });
}
