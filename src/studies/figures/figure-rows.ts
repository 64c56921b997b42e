import { stringify } from "csv-stringify/sync";
import type { MeasuredMeeting } from "./figure.ts";
import { FIGURES, figuresOf } from "./figures.ts";
import { peopleOf } from "./people.ts";
import type { Interval } from "./statistics.ts";
import { type FigureSummary, LEAST_MEETINGS, type RankShares } from "./summary.ts";

export type NamedMeeting = { readonly folder: string; readonly meeting: MeasuredMeeting };

/** `turns`: how many of each meeting were counted; null for all. People stand beside meetings cut alike. */
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
  const rows = meetings.map(({ folder, meeting }) => {
    const values = figuresOf(meeting);
    return [folder, meeting.talk.members.length, ...FIGURES.map(({ id }) => values[id] ?? "")];
  });
  return stringify([["transcript", "members", ...FIGURES.map(({ id }) => id)], ...rows]);
}

function numberInWords(value: number | null): string {
  if (value === null) return "-";
  return Number.isInteger(value) ? String(value) : value.toFixed(3).replace(/^-(?=0\.0+$)/, "");
}

function intervalInWords(interval: Interval | null, n: number): string {
  if (interval) return `${numberInWords(interval.low)} to ${numberInWords(interval.high)}`;
  const lacking = LEAST_MEETINGS - n;
  return n === 0 || lacking <= 0 ? "" : `${lacking} more meeting${lacking === 1 ? "" : "s"}`;
}
