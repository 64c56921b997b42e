import { stringify } from "csv-stringify/sync";
import { FIGURES, type FigureDefinition, figuresOf, type MeasuredMeeting } from "./figures.ts";
import { bootstrap, bootstrapMean, type Interval, mean, wilson } from "./statistics.ts";
import { byRank, peopleOf, rankRatio, sharesOf, type TalkUnit } from "./talk.ts";

export type NamedMeeting = {
  readonly folder: string;
  readonly answered: string;
  readonly meeting: MeasuredMeeting;
};

/** `turns`: how many of each meeting were counted; null for all. People are compared with meetings cut in the same way. */
export function figureRows(
  summaries: readonly FigureSummary[],
  members: number | null,
  turns: number | null,
): string[][] {
  const corpora = members === null ? [] : peopleOf(members, turns);
  const head = [
    "FIGURE",
    "MEAN",
    "95 %",
    "N",
    ...corpora.map(({ corpus, members: n }) => `${corpus}, ${n}`.toUpperCase()),
  ];
  return [
    head,
    ...summaries.map(({ figure, mean, interval, n }) => [
      figure.title,
      numberInWords(mean),
      intervalInWords(interval, n),
      String(n),
      ...corpora.map((people) => {
        const theirs = figure.people?.(people);
        return theirs === undefined ? "" : numberInWords(theirs);
      }),
    ]),
  ];
}

/** Mean shares in percent, the largest first, and their ratio; below it people's, counted alike. */
export function rankRows(rows: readonly RankShares[], turns: number | null): string[][] {
  return rows.flatMap(({ members, n, unit, ranks, ratio }) => [
    [
      `${unit} by rank, ${members} members`,
      percents(ranks.map(({ mean }) => mean)),
      ratioInWords(ratio),
      `N ${n}`,
    ],
    ...peopleOf(members, turns).flatMap(({ corpus, spread: { [unit]: theirs }, meetings }) =>
      theirs?.byRank && theirs.rankRatio !== undefined
        ? [[`people: ${corpus}`, percents(theirs.byRank), ratioInWords(theirs.rankRatio), `N ${meetings}`]]
        : [],
    ),
  ]);
}

function percents(shares: readonly number[]): string {
  return shares.map((share) => (100 * share).toFixed(1)).join(" / ");
}

function ratioInWords(ratio: number | null): string {
  return ratio === null ? "" : `r ${ratio.toFixed(3)}`;
}

export function figuresCsv(meetings: readonly NamedMeeting[]): string {
  const rows = meetings.map(({ folder, answered, meeting }) => {
    const values = figuresOf(meeting);
    return [folder, meeting.talk.members.length, ...FIGURES.map(({ id }) => values[id] ?? ""), answered];
  });
  return stringify([["transcript", "members", ...FIGURES.map(({ id }) => id), "answered"], ...rows]);
}

function numberInWords(value: number | null): string {
  if (value === null) return "-";
  return Number.isInteger(value) ? String(value) : value.toFixed(3).replace(/^-(?=0\.0+$)/, "");
}

function intervalInWords(interval: Interval | null, n: number): string {
  if (interval) return `${numberInWords(interval.low)} to ${numberInWords(interval.high)}`;
  const lacking = LEAST_MEETINGS - n;
  return n === 0 || lacking <= 0 ? "" : `needs ${lacking} more meeting${lacking === 1 ? "" : "s"}`;
}

/** Fewer meetings than these say too little for an interval. */
const LEAST_MEETINGS = 10;

type FigureSummary = {
  readonly figure: FigureDefinition;
  readonly n: number;
  /** Mean over meetings, or over all turns if it is a share of turns. */
  readonly mean: number | null;
  /** 95 %: Wilson for yes or no, else bootstrap by meeting. */
  readonly interval: Interval | null;
};

export function summarise(meetings: readonly MeasuredMeeting[]): FigureSummary[] {
  return FIGURES.map((figure) => {
    const known = meetings.flatMap((meeting) => {
      const value = figure.of(meeting);
      return value === null ? [] : [{ value, turns: figure.turns?.(meeting) ?? 1 }];
    });
    if (figure.turns) return { figure, n: known.length, ...pooled(figure.id, known) };
    const values = known.map(({ value }) => value);
    return { figure, n: values.length, mean: mean(values), interval: intervalOf(figure, values) };
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

function intervalOf({ id, kind }: FigureDefinition, values: readonly number[]): Interval | null {
  if (values.length < LEAST_MEETINGS) return null;
  return kind === "yes-or-no"
    ? wilson(values.filter((value) => value === 1).length, values.length)
    : bootstrapMean(values, id);
}

type RankShares = {
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
