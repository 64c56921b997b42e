/** A ranking of candidates: its headline, its order, its requirements and its reasons, as data and as an article. */

import { words } from "../../engine/words/words.ts";
import { alignLists, dropMissing, groupBy } from "../../lists.ts";
import type { Document } from "../../scenario/schema/document.ts";
import {
  type Article,
  type Block,
  type ColumnOf,
  fields,
  heading,
  line,
  list,
  md,
  note,
  section,
  type Table,
  type Tone,
  table,
} from "../../text/article.ts";
import { formatCount, joinNames } from "../../text/plain.ts";
import { createLibrary, findStrongestLines, type StrongestLine } from "../passages.ts";
import {
  formatFinding,
  groupDocuments,
  isUnchecked,
  type JudgedMeeting,
  listRequirementRows,
  type RequirementCell,
  type RequirementRow,
} from "../requirements.ts";
import { SIGNS } from "../signs.ts";
import { describeLine, describeUncited, findUncitedLines, type UncitedLines } from "../uncited.ts";
import { formatBadge } from "../words.ts";
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
  reasons: "Reasons",
  strongest: { for: "Strongest for", against: "Strongest against" },
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
type CandidateReasons = {
  strongest: ReadonlyMap<string, readonly StrongestLine[]>;
  without: { for: string; against: string };
  count: number;
};

/** @param unjudged Candidates without a meeting that has ended. */
export function createRanking(
  meetings: readonly RankedMeeting[],
  unjudged: readonly string[] = [],
): CandidateRanking {
  const requirements = listRequirementRows(meetings);
  const isMissing = (candidate: string) =>
    listRequired(requirements, candidate, "not-met").length > 0;
  const order = rankCandidates(meetings, isMissing);
  const documents = groupDocuments(meetings);
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
    const library = createLibrary(documents.get(candidate) ?? []);
    const sides = groupBy(rows, ({ side }) => side ?? "");
    const strongest = new Map(
      [...sides].map(([side, own]) => [side, findStrongestLines(own, library)]),
    );
    const without = {
      for: sides.has("for") ? "No line in several reasons." : "No member was for it.",
      against: sides.has("against") ? "No line in several reasons." : "No member was against it.",
    };
    return [candidate, { strongest, without, count: rows.length }];
  });
  return {
    headline: createHeadline(order, requirements, unjudged),
    caution: `${formatBadge(...meetings.map(({ table }) => table))}. ${rankingWords.caution}`,
    requirements,
    order,
    reasons: new Map(reasons),
    uncited,
    documents,
    meetings: byCandidate,
  };
}

function listRequired(
  rows: readonly RequirementRow[],
  candidate: string,
  finding: RequirementCell["finding"],
): readonly string[] {
  const isSo = (cell: RequirementCell) => cell.candidate === candidate && cell.finding === finding;
  return rows.filter(({ must, cells }) => must && cells.some(isSo)).map(({ text }) => text);
}

function createHeadline(
  order: CandidateOrder,
  requirements: readonly RequirementRow[],
  unjudged: readonly string[],
): CandidateRanking["headline"] {
  const { ranked } = order;
  const describeMusts = (finding: RequirementCell["finding"], say: (candidate: string) => string) =>
    ranked.flatMap(({ candidate }) => {
      const texts = listRequired(requirements, candidate, finding).join("; ");
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
    sentences: dropMissing([
      sentence,
      ...describeMusts("not-met", (candidate) => `${candidate} does not meet a requirement`),
      ...notRecommended,
      unjudged.length > 0 && `Without a meeting that has ended: ${joinNames(unjudged)}.`,
      ...describeMusts("not-found", (candidate) => `Required and not found for ${candidate}`),
      ...unchecked,
    ]),
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

const RANKING_COLUMNS: readonly ColumnOf<RankedCandidate>[] = [
  { title: "#", cell: placeInWords },
  { title: "Candidate", cell: ({ candidate }) => candidate },
  { title: "Support", cell: describeSupport },
];

function describeStrongest(why: CandidateReasons | undefined, side: "for" | "against"): string {
  const found = why?.strongest.get(side) ?? [];
  if (!why || found.length === 0) return why?.without[side] ?? "";
  const quotes = found.map(
    ({ quote, place, members }) =>
      `“${quote}” ${place.document}:${place.from}, ${rankingWords.restsOn(members.length, why.count)}`,
  );
  return quotes.join("; ");
}

export function placeInWords({ place, standing }: RankedCandidate): string {
  if (place === null) return rankingWords.standings[standing];
  return place.from === place.to ? String(place.from) : `${place.from} to ${place.to}`;
}

export function describeSupport(of: RankedCandidate): string {
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
  return dropMissing([
    ranked.length > 0 &&
      "Support is the share of votes for minus the share against: mean and range over runs. Then: outcomes for and against.",
    ranked.length > 1 &&
      hasRuns &&
      "A range of places means that chance can explain the order. Of rankings of equal candidates, at most 5 % show an order.",
    ...byStrength.map(
      ([before, after]) =>
        `${before.candidate} before ${after.candidate}: equal support from stronger options.`,
    ),
    ...unread.map(
      ({ candidate, without, members }) =>
        `Not ranked: ${candidate}. ${without} of ${members} members gave no verdict. Their reports say why.`,
    ),
  ]);
}

/** The color of what a requirement comes to. */
const TONES: Readonly<Record<RequirementCell["finding"], Tone>> = {
  met: "for",
  "not-met": "against",
  check: "option",
  "not-found": "neutral",
  unchecked: "neutral",
};

/** The findings in the legend of a grid. */
export const FINDINGS = ["met", "not-met", "check", "not-found"] as const;

const LEGEND = FINDINGS.map(
  (finding) => `${SIGNS[finding].glyph} ${words.requirements.findings[finding].toLowerCase()}`,
).join(", ");

/** In order of support, then those without a place. */
export function listCandidates({ requirements, order }: CandidateRanking): readonly string[] {
  const ranked = order.ranked.map(({ candidate }) => candidate);
  const judged = requirements[0]?.cells.map(({ candidate }) => candidate) ?? [];
  return [...ranked, ...judged.filter((name) => !ranked.includes(name))];
}

/** Required ones first; none if no member was asked. */
export function listAsked({ requirements }: CandidateRanking): readonly RequirementRow[] {
  if (isUnchecked(requirements.flatMap(({ cells }) => cells))) return [];
  return requirements.toSorted((a, b) => Number(b.must) - Number(a.must));
}

export function findCell({ cells }: RequirementRow, name: string): RequirementCell | undefined {
  return cells.find(({ candidate }) => candidate === name);
}

/** The result: who leads, the order, and who meets what. */
export function createRankingArticle(ranking: CandidateRanking): Article {
  const { headline, caution, order } = ranking;
  const asked = listAsked(ranking);
  const grid = asked.length === 0 ? [] : [createGrid(ranking, asked), line(LEGEND)];
  return dropMissing([
    line(md`**${`${headline.chip}. ${headline.sentences.join(" ")}`}**`),
    note(caution),
    heading(2, rankingWords.order),
    order.ranked.length > 0 && table(RANKING_COLUMNS, order.ranked),
    ...orderInWords(ranking).map(line),
    ...section(2, words.requirements.title, grid),
    ...[...ranking.uncited].flatMap(([candidate, lines]) =>
      lines.uncited.length === 0 ? [] : [line(describeUncitedLines(candidate, lines))],
    ),
  ]);
}

function createGrid(ranking: CandidateRanking, asked: readonly RequirementRow[]): Table {
  const readFinding = (row: RequirementRow, name: string) =>
    findCell(row, name)?.finding ?? "unchecked";
  const grid = table<RequirementRow>(
    [
      { title: words.requirements.title, cell: nameRequirement, breaksAt: BREAKS_AT },
      ...listCandidates(ranking).map(
        (name): ColumnOf<RequirementRow> => ({
          title: name,
          cell: (row) => SIGNS[readFinding(row, name)].glyph,
          tone: (row) => TONES[readFinding(row, name)],
          breaksAt: BREAKS_AT,
        }),
      ),
    ],
    asked,
  );
  return { ...grid, isDense: true };
}

const BREAKS_AT = 12;

function nameRequirement({ text, must }: RequirementRow): string {
  return `${text} (${must ? words.requirements.must : words.requirements.desirable})`;
}

/** What the result rests on: by candidate the strongest lines, the quotes, and the lines that no member cited. */
export function createReasonsArticle(ranking: CandidateRanking): Article {
  const asked = listAsked(ranking);
  return listCandidates(ranking).flatMap((name) => {
    const why = ranking.reasons.get(name);
    const uncited = ranking.uncited.get(name);
    const strongest = fields([
      [rankingWords.strongest.for, describeStrongest(why, "for")],
      [rankingWords.strongest.against, describeStrongest(why, "against")],
    ]);
    const reasons: Block[] = [...strongest];
    if (asked.length > 0) reasons.push(list(asked.map((row) => describeCell(row, name))));
    if (uncited && uncited.uncited.length > 0)
      reasons.push(
        line(describeUncitedLines(name, uncited)),
        list(uncited.uncited.map(describeLine)),
      );
    return section(2, `${rankingWords.reasons}: ${name}`, reasons);
  });
}

export function describeUncitedLines(candidate: string, lines: UncitedLines): string {
  return `${candidate}: ${describeUncited(lines)}`;
}

function describeCell(row: RequirementRow, name: string): string {
  const cell = findCell(row, name);
  return `${nameRequirement(row)}: ${cell ? formatFinding(cell) : words.requirements.findings.unchecked}`;
}
