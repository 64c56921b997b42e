import { words } from "../../engine/words/words.ts";
import { alignLists, groupBy } from "../../lists.ts";
import type { Document } from "../../scenario/schema/document.ts";
import { type Article, heading, line, list, section, table } from "../../text/article.ts";
import { drawGridOrList } from "../../text/grid.ts";
import { formatCount, joinNames } from "../../text/plain.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { wrap } from "../../text/wrap.ts";
import type { TextOptions } from "../palette.ts";
import { libraryOf, type StrongestLine, strongestLines } from "../passages.ts";
import {
  candidateDocuments,
  findingInWords,
  isUnchecked,
  type JudgedMeeting,
  type RequirementCell,
  type RequirementRow,
  requirementRows,
} from "../requirements.ts";
import { describeLine, describeUncited, findUncitedLines, type UncitedLines } from "../uncited.ts";
import { badgeOf } from "../words.ts";
import {
  type CandidateMeeting,
  type CandidateOrder,
  type RankedCandidate,
  rankCandidates,
  type Standing,
} from "./candidates.ts";
import { LEAST_RUNS } from "./order-test.ts";

export const rankingWords = {
  caution: "Do not decide about a person with this ranking alone.",
  order: "Order by support",
  uncited: "Lines that no member cited",
  standings: {
    placed: "",
    "requirement-not-met": "Requirement not met",
    "not-recommended": "Not recommended",
  } satisfies Record<Standing, string>,
  tooFewRuns: `An order needs ${LEAST_RUNS} runs of each candidate, as with --rank.`,
  restsOn: (some: number, all: number) => `in ${some} of ${formatCount(all, "final reason")}`,
};

/** Everything that a ranking shows, in the order in which it is shown. */
export type CandidateRanking = {
  headline: { chip: string; sentences: readonly string[] };
  caution: string;
  requirements: readonly RequirementRow[];
  order: CandidateOrder;
  reasons: ReadonlyMap<string, CandidateReasons>;
  /** By candidate, over all its meetings. */
  uncited: ReadonlyMap<string, UncitedLines>;
  documents: ReadonlyMap<string, readonly Document[]>;
  meetings: ReadonlyMap<string, readonly RankedMeeting[]>;
};

type RankedMeeting = CandidateMeeting & JudgedMeeting & { path: string };

/** On each side the line that most final reasons of all meetings rest on. */
export type CandidateReasons = {
  strongest: ReadonlyMap<string, readonly StrongestLine[]>;
  without: { for: string; against: string };
  count: number;
};

export function rankingOf(meetings: readonly RankedMeeting[]): CandidateRanking {
  const requirements = requirementRows(meetings);
  const isMissing = (candidate: string) => required(requirements, candidate, "not-met").length > 0;
  const order = rankCandidates(meetings, isMissing);
  const documents = candidateDocuments(meetings);
  const byCandidate = groupBy(meetings, ({ candidate }) => candidate);
  const uncited = new Map(
    [...byCandidate].map(([candidate, own]) => [
      candidate,
      findUncitedLines(own.map(({ state }) => state)),
    ]),
  );
  const reasons = order.ranked.map(({ candidate }): readonly [string, CandidateReasons] => {
    const tables = meetings.flatMap((each) => (each.candidate === candidate ? [each.table] : []));
    const rows = tables.flatMap(({ members }) =>
      members.filter(({ reasoning }) => reasoning !== null),
    );
    const library = libraryOf(documents.get(candidate) ?? []);
    const sides = groupBy(rows, ({ side }) => side ?? "");
    const strongest = new Map(
      [...sides].map(([side, own]) => [side, strongestLines(own, library)]),
    );
    const without = {
      for: sides.has("for") ? "No line in several reasons." : "No member was for it.",
      against: sides.has("against") ? "No line in several reasons." : "No member was against it.",
    };
    return [candidate, { strongest, without, count: rows.length }];
  });
  return {
    headline: headlineOf(order, requirements),
    caution: `${badgeOf(...meetings.map(({ table }) => table))}. ${rankingWords.caution}`,
    requirements,
    order,
    reasons: new Map(reasons),
    uncited,
    documents,
    meetings: byCandidate,
  };
}

function required(
  rows: readonly RequirementRow[],
  candidate: string,
  finding: RequirementCell["finding"],
): readonly string[] {
  const isSo = (cell: RequirementCell) => cell.candidate === candidate && cell.finding === finding;
  return rows.filter(({ must, cells }) => must && cells.some(isSo)).map(({ text }) => text);
}

function headlineOf(
  order: CandidateOrder,
  requirements: readonly RequirementRow[],
): CandidateRanking["headline"] {
  const { ranked } = order;
  const describeMusts = (finding: RequirementCell["finding"], say: (candidate: string) => string) =>
    ranked.flatMap(({ candidate }) => {
      const texts = required(requirements, candidate, finding).join("; ");
      return texts === "" ? [] : [`${say(candidate)}: ${texts}.`];
    });
  const rejected = ranked.filter(({ standing }) => standing === "not-recommended");
  const notRecommended =
    rejected.length === 0
      ? []
      : [
          `Not recommended: ${joinNames(rejected.map(({ candidate }) => candidate))}, with less than half of the support.`,
        ];
  const unchecked = isUnchecked(requirements.flatMap(({ cells }) => cells))
    ? [words.requirements.unchecked]
    : [];
  const [chip, sentence] = nameTop(order);
  return {
    chip,
    sentences: [
      sentence,
      ...describeMusts("not-met", (candidate) => `${candidate} does not meet a requirement`),
      ...notRecommended,
      ...describeMusts("not-found", (candidate) => `Required and not found for ${candidate}`),
      ...unchecked,
    ],
  };
}

/** The candidates in the first place. */
function nameTop({ ranked, hasRuns }: CandidateOrder): readonly [chip: string, sentence: string] {
  const top = ranked.filter(({ place }) => place?.from === 1).map(({ candidate }) => candidate);
  if (top[0] === undefined) {
    const isRejected =
      ranked.length > 0 && ranked.every(({ standing }) => standing === "not-recommended");
    return [isRejected ? "None recommended" : "No place", "No candidate has a place."];
  }
  if (top.length === 1)
    return [`${top[0]} first`, `The most support of ${formatCount(ranked.length, "candidate")}.`];
  if (!hasRuns) return ["No order", rankingWords.tooFewRuns];
  return ["Tie at the top", `${joinNames(top)} are level.`];
}

/** Candidates with a line that no member cited. */
export function listUncited({
  uncited,
}: CandidateRanking): readonly (readonly [string, UncitedLines])[] {
  return [...uncited].filter(([, lines]) => lines.uncited.length > 0);
}

export function headUncited(candidate: string, lines: UncitedLines): string {
  return `${candidate}: ${describeUncited(lines)}`;
}

type RankingColumn = {
  key: "place" | "candidate" | "support" | "for" | "against";
  title: string;
  cell: (each: RankedCandidate, why: CandidateReasons | undefined) => string;
};

export const RANKING_COLUMNS: readonly RankingColumn[] = [
  { key: "place", title: "#", cell: placeInWords },
  { key: "candidate", title: "Candidate", cell: ({ candidate }) => candidate },
  { key: "support", title: "Support", cell: supportInWords },
  { key: "for", title: "Strongest for", cell: (_, why) => strongestInWords(why, "for") },
  {
    key: "against",
    title: "Strongest against",
    cell: (_, why) => strongestInWords(why, "against"),
  },
];

function strongestInWords(why: CandidateReasons | undefined, side: "for" | "against"): string {
  const found = why?.strongest.get(side) ?? [];
  if (!why || found.length === 0) return why?.without[side] ?? "";
  const quotes = found.map(
    ({ quote, place, members }) =>
      `“${quote}” ${place.document}:${place.from}, ${rankingWords.restsOn(members.length, why.count)}`,
  );
  return quotes.join("; ");
}

export function rankingRows({ order, reasons }: CandidateRanking): readonly (readonly string[])[] {
  return order.ranked.map((each) =>
    RANKING_COLUMNS.map(({ cell }) => cell(each, reasons.get(each.candidate))),
  );
}

function placeInWords({ place, standing }: RankedCandidate): string {
  if (place === null) return rankingWords.standings[standing];
  return place.from === place.to ? String(place.from) : `${place.from} to ${place.to}`;
}

function supportInWords(of: RankedCandidate): string {
  const { seeds, endedFor, endedAgainst, abstained } = of;
  const [mean, least, most] = [of.mean, of.least, of.most].map((value) => value.toFixed(2));
  return [
    seeds === 1 ? mean : `${mean} (${least} to ${most})`,
    `${endedFor} of ${seeds} for, ${endedAgainst} against`,
    ...abstained.map(
      ({ name, meetings }) =>
        `${name} gave no verdict${seeds === 1 ? "" : ` in ${meetings} of ${seeds}`}`,
    ),
  ].join("; ");
}

export function orderInWords({
  order: { ranked, hasRuns, unread },
}: CandidateRanking): readonly string[] {
  const placed = ranked.filter(({ standing }) => standing === "placed");
  const byStrength = alignLists(placed, placed.slice(1)).filter(
    ([before, after]) => before.mean === after.mean && before.place?.from !== after.place?.from,
  );
  return [
    ...(ranked.length > 0
      ? [
          "Support is the share of votes for minus the share against: mean and range over runs. Then: outcomes for and against.",
        ]
      : []),
    ...(ranked.length > 1 && hasRuns
      ? [
          "A range of places means that chance can explain the order. Of rankings of equal candidates, at most 5 % show an order.",
        ]
      : []),
    ...byStrength.map(
      ([before, after]) =>
        `${before.candidate} before ${after.candidate}: equal support from stronger options.`,
    ),
    ...unread.map(
      ({ candidate, without, members }) =>
        `Not ranked: ${candidate}. ${without} of ${members} members gave no verdict. Their reports say why.`,
    ),
  ];
}

type Cells = { heads: readonly string[]; rows: readonly (readonly string[])[] };

/** In order of support; a requirement without a candidate's answer is empty. */
export function requirementCells({ requirements, order }: CandidateRanking): Cells {
  const listed = requirements[0]?.cells.map(({ candidate }) => candidate) ?? [];
  const ranked = order.ranked.map(({ candidate }) => candidate);
  const names = [...ranked, ...listed.filter((name) => !ranked.includes(name))];
  const musts = requirements.toSorted((a, b) => Number(b.must) - Number(a.must));
  const rows = musts.map(({ text, must, cells }) => [
    `${text} (${must ? words.requirements.must : words.requirements.desirable})`,
    ...names.map((name) => {
      const cell = cells.find(({ candidate }) => candidate === name);
      return cell ? findingInWords(cell) : "";
    }),
  ]);
  return {
    heads: [words.requirements.title, ...names],
    rows: isUnchecked(requirements.flatMap(({ cells }) => cells)) ? [] : rows,
  };
}

function orderCells(ranking: CandidateRanking): Cells {
  return {
    heads: RANKING_COLUMNS.map(({ title }) => title.toUpperCase()),
    rows: rankingRows(ranking),
  };
}

export function rankingMarkdown(ranking: CandidateRanking): Article {
  const { headline, caution } = ranking;
  const uncited = listUncited(ranking).flatMap(([candidate, lines]) => [
    line(headUncited(candidate, lines)),
    list(lines.uncited.map(describeLine)),
  ]);
  const cells = ({ heads, rows }: Cells) =>
    rows.length === 0
      ? []
      : [
          table(
            heads.map((title, at) => ({ title, cell: (row: readonly string[]) => row[at] ?? "" })),
            rows,
          ),
        ];
  return [
    line(`${headline.chip}. ${headline.sentences.join(" ")}`),
    line(caution),
    ...section(2, words.requirements.title, cells(requirementCells(ranking))),
    heading(2, rankingWords.order),
    ...cells(orderCells(ranking)),
    ...orderInWords(ranking).map(line),
    ...section(2, rankingWords.uncited, uncited),
  ];
}

export function rankingText(ranking: CandidateRanking, options: TextOptions): readonly string[] {
  const { width, palette } = options;
  const { headline, caution } = ranking;
  const uncited = listUncited(ranking).map(([candidate, lines]) => headUncited(candidate, lines));
  const asked = requirementCells(ranking);
  const wrapped = (text: string) => wrap(sanitizeLine(text), width);
  return [
    ...wrapped(`${headline.chip}. ${headline.sentences.join(" ")}`).map(palette.bold),
    ...wrapped(caution).map(palette.yellow),
    "",
    ...gridOf(
      { ...asked, heads: asked.heads.map((title, at) => (at === 0 ? title.toUpperCase() : title)) },
      options,
      (at) => at > 0,
    ),
    ...gridOf(orderCells(ranking), options, (at) =>
      ["for", "against"].includes(RANKING_COLUMNS[at]?.key ?? ""),
    ),
    ...orderInWords(ranking).flatMap(wrapped),
    ...uncited.flatMap(wrapped),
  ];
}

/** A grid, or a list if the columns do not fit. Columns of sentences are not narrow. */
function gridOf(
  { heads, rows }: Cells,
  { width, palette }: TextOptions,
  isText: (column: number) => boolean,
): readonly string[] {
  if (rows.length === 0) return [];
  const columns = heads.map((title, at) => ({
    title: sanitizeLine(title),
    cells: rows.map((row) => sanitizeLine(row[at] ?? "")),
    breaksAt: BREAKS_AT,
    ...(isText(at) && { least: TEXT_WIDTH }),
  }));
  return [...drawGridOrList(columns, width, palette.bold), ""];
}

const TEXT_WIDTH = 28;
const BREAKS_AT = 12;
