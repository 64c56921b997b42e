import { words } from "../../engine/words/words.ts";
import { gridOrList } from "../../text/grid.ts";
import { heading, line, list, type Markdown, table } from "../../text/markdown.ts";
import { listed } from "../../text/plain.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { TextOptions } from "../palette.ts";
import {
  findingInWords,
  isUnchecked,
  type JudgedMeeting,
  type RequirementCell,
  type RequirementRow,
  requirementRows,
  type UnreadLine,
  unreadLines,
} from "../requirements.ts";
import type { MemberRow } from "../verdict-schema.ts";
import { badgeOf } from "../words.ts";
import {
  type CandidateMeeting,
  type CandidateOrder,
  type RankedCandidate,
  rankCandidates,
} from "./candidates.ts";

export const rankingWords = {
  heading: "Candidates",
  title: "Ranking",
  caution: "Do not decide about a person with this ranking alone.",
  tie: "Tie at the top",
  leads: "First",
  nobody: "No place",
  level: (names: string) => `${names} are level.`,
  first: (name: string) => `${name} has the most support.`,
  none: "No candidate has a place.",
  misses: (name: string, what: string) => `${name} does not meet a requirement and has no place: ${what}.`,
  notFound: (name: string, what: string) => `Required and not found for ${name}: ${what}.`,
  readThese: "Read these lines yourself",
  readWhy: "They have a warning word, and no member cited them.",
  more: (candidate: string, count: number) =>
    `${candidate}: ${count} more ${count === 1 ? "line" : "lines"} with a warning word.`,
  order: "Order by support",
  inOrder: "Candidates in order",
  head: [
    "",
    "Candidate",
    "Support",
    "Strongest argument for",
    "Strongest argument against",
  ] as readonly string[],
  nobodyFor: "No member was for it.",
  nobodyAgainst: "No member was against it.",
  wouldChange: (name: string, what: string) => ` What would change it, ${name}: ${what}`,
  decided: (some: number, all: number, against: number) => `${some} of ${all} for, ${against} against`,
  abstained: (name: string, some: number, all: number) =>
    `${name} gave no verdict${all === 1 ? "" : ` in ${some} of ${all}`}`,
  range: (middle: string, from: string, to: string) => `${middle} (${from} to ${to})`,
  support:
    "share of votes for minus share against (mean and range over runs). Then: decisions for and against.",
  oneSeed: "Based on one run each, so the order is not reliable. Use --rank for five runs each.",
  byStrength: " by the strength of the verdicts alone",
  equal: (one: string, other: string) => `${one} and ${other} are equal.`,
  close: (one: string, other: string, by: string) =>
    `${one} and ${other} are level: ${by} apart, less than the difference between seeds.`,
  step: (before: string, after: string, how: string, ahead: number, of: number, by: string) =>
    `${before} before ${after}${how}: ahead in ${ahead} of ${of} seeds, by ${by}: more than the difference between seeds.`,
  unread: (candidate: string, without: number, members: number) =>
    `Not ranked: ${candidate}. ${without} of ${members} members gave no verdict: they found too little in it to judge by.`,
};

/** Everything that a ranking shows, in the order in which it is shown. */
export type CandidateRanking = {
  readonly headline: { readonly chip: string; readonly sentences: readonly string[] };
  /** Who spoke, and what the ranking is not for. */
  readonly caution: string;
  readonly unread: readonly UnreadLine[];
  /** Empty if the scenario names none. */
  readonly requirements: readonly RequirementRow[];
  readonly order: CandidateOrder;
  readonly reasons: ReadonlyMap<string, CandidateReasons>;
};

/** In members' own words, of the surest member on each side over all seeds. */
type CandidateReasons = { readonly for: string; readonly against: string };

export function rankingOf(meetings: readonly (CandidateMeeting & JudgedMeeting)[]): CandidateRanking {
  const requirements = requirementRows(meetings);
  const missed = (candidate: string) => required(requirements, candidate, "not-met");
  const below = meetings.flatMap(({ candidate }) => (missed(candidate).length > 0 ? [candidate] : []));
  const order = rankCandidates(meetings, new Set(below));
  const reasons = order.ranked.map(({ candidate }): readonly [string, CandidateReasons] => {
    const rows = meetings
      .filter((each) => each.candidate === candidate)
      .flatMap(({ table: { members } }) => members);
    return [candidate, { for: strongest(rows, "for"), against: strongest(rows, "against") }];
  });
  return {
    headline: headlineOf(order, requirements),
    caution: `${badgeOf(...meetings.map(({ table }) => table))}. ${rankingWords.caution}`,
    unread: unreadLines(meetings),
    requirements,
    order,
    reasons: new Map(reasons),
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
  { ranked }: CandidateOrder,
  requirements: readonly RequirementRow[],
): CandidateRanking["headline"] {
  const top = ranked.filter(({ place }) => place === 1).map(({ candidate }) => candidate);
  const [chip, sentence] =
    top.length > 1
      ? [rankingWords.tie, rankingWords.level(listed(top))]
      : top[0] === undefined
        ? [rankingWords.nobody, rankingWords.none]
        : [rankingWords.leads, rankingWords.first(top[0])];
  const about = (finding: RequirementCell["finding"], say: (name: string, what: string) => string) =>
    ranked.flatMap(({ candidate }) => {
      const texts = required(requirements, candidate, finding);
      return texts.length > 0 ? [say(candidate, texts.join("; "))] : [];
    });
  return {
    chip,
    sentences: [
      sentence,
      ...about("not-met", rankingWords.misses),
      ...about("not-found", rankingWords.notFound),
      ...(isUnchecked(requirements.flatMap(({ cells }) => cells)) ? [words.requirements.unchecked] : []),
    ],
  };
}

const LONGEST = 320;

function strongest(rows: readonly MemberRow[], side: "for" | "against"): string {
  const held = rows.filter((row) => row.side === side && row.reasoning !== null);
  const [best] = held.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
  if (best) return `${best.name}, ${best.final}: ${clipped(best.reasoning ?? "")}`;
  if (side === "for") return rankingWords.nobodyFor;
  const [sure] = rows.toSorted((a, b) => (a.confidence ?? 1) - (b.confidence ?? 1));
  const open = sure?.wouldChange ? rankingWords.wouldChange(sure.name, clipped(sure.wouldChange)) : "";
  return `${rankingWords.nobodyAgainst}${open}`;
}

function clipped(text: string): string {
  const said = text.trim().replace(/\s+/g, " ");
  return said.length <= LONGEST ? said : `${said.slice(0, said.lastIndexOf(" ", LONGEST))} [...]`;
}

/** Lines of one candidate that are printed; the rest is counted. */
const MOST_UNREAD = 5;

export function unreadInWords({ unread }: CandidateRanking): readonly string[] {
  const names = [...new Set(unread.map(({ candidate }) => candidate))];
  return names.flatMap((name) => {
    const own = unread.filter(({ candidate }) => candidate === name);
    const left = own.length - MOST_UNREAD;
    return [
      ...own.slice(0, MOST_UNREAD).map(({ document, line, text }) => `${name}, ${document}:${line}: “${text}”`),
      ...(left > 0 ? [rankingWords.more(name, left)] : []),
    ];
  });
}

export function rankingRows({ order, reasons }: CandidateRanking): readonly (readonly string[])[] {
  return order.ranked.map((each) => {
    const why = reasons.get(each.candidate);
    return [placeInWords(each), each.candidate, supportInWords(each), why?.for ?? "", why?.against ?? ""];
  });
}

export function placeInWords({ place, isTied }: Pick<RankedCandidate, "place" | "isTied">): string {
  return place === null ? "–" : isTied ? `${place}=` : String(place);
}

function supportInWords(of: RankedCandidate): string {
  const { mean, least, most, seeds, decidedFor, decidedAgainst, abstained } = of;
  return [
    seeds === 1 ? figure(mean) : rankingWords.range(figure(mean), figure(least), figure(most)),
    rankingWords.decided(decidedFor, seeds, decidedAgainst),
    ...abstained.map(({ name, meetings }) => rankingWords.abstained(name, meetings, seeds)),
  ].join("; ");
}

function figure(value: number): string {
  return value.toFixed(2);
}

export function orderInWords({ order: { ranked, steps, unread } }: CandidateRanking): readonly string[] {
  const isOneSeed = ranked.length > 1 && ranked.every(({ seeds }) => seeds === 1);
  return [
    ...(ranked.length > 0 ? [`${(rankingWords.head[2] ?? "").toUpperCase()}: ${rankingWords.support}`] : []),
    ...(isOneSeed ? [rankingWords.oneSeed] : []),
    ...steps.flatMap(stepInWords),
    ...unread.map(({ candidate, without, members }) => rankingWords.unread(candidate, without, members)),
  ];
}

function stepInWords({ before, after, by, ahead, of, rests }: CandidateOrder["steps"][number]): string[] {
  if (rests === "one-seed") return [];
  if (rests === "equal") return [rankingWords.equal(before, after)];
  if (rests === "not-shown") return [rankingWords.close(before, after, figure(Math.abs(by)))];
  return [rankingWords.step(before, after, by > 0 ? "" : rankingWords.byStrength, ahead, of, figure(by))];
}

const HEADS = rankingWords.head.map((title) => title.toUpperCase());

type Column = readonly [title: string, cell: (row: readonly string[]) => string];

function columnsOf(heads: readonly string[]): readonly Column[] {
  return heads.map((title, at) => [title, (row) => row[at] ?? ""]);
}

export function requirementCells({ requirements, order }: CandidateRanking): {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
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

export function rankingMarkdown(ranking: CandidateRanking): readonly Markdown[] {
  const { headline, caution } = ranking;
  const unread = unreadInWords(ranking);
  const asked = requirementCells(ranking);
  const rows = rankingRows(ranking);
  return [
    line(`${headline.chip}. ${headline.sentences.join(" ")}`),
    line(caution),
    ...(unread.length > 0
      ? [heading(2, rankingWords.readThese), line(rankingWords.readWhy), list(unread)]
      : []),
    ...(asked.rows.length > 0
      ? [heading(2, words.requirements.title), table(columnsOf(asked.heads), asked.rows)]
      : []),
    heading(2, rankingWords.order),
    ...(rows.length > 0 ? [table(columnsOf(HEADS), rows)] : []),
    ...orderInWords(ranking).map(line),
  ];
}

export function rankingText(ranking: CandidateRanking, options: TextOptions): readonly string[] {
  const { width, palette } = options;
  const { headline, caution } = ranking;
  const unread = unreadInWords(ranking);
  const asked = requirementCells(ranking);
  const wrapped = (text: string) => wrap(sanitiseLine(text), width);
  return [
    ...wrapped(`${headline.chip}. ${headline.sentences.join(" ")}`).map(palette.bold),
    ...wrapped(caution).map(palette.yellow),
    "",
    ...(unread.length > 0
      ? [
          ...wrapped(`${rankingWords.readThese}. ${rankingWords.readWhy}`).map(palette.bold),
          ...unread.flatMap(wrapped),
          "",
        ]
      : []),
    ...gridOf([words.requirements.title.toUpperCase(), ...asked.heads.slice(1)], asked.rows, options, 1),
    ...gridOf(HEADS, rankingRows(ranking), options, FIRST_TEXT),
    ...orderInWords(ranking).flatMap(wrapped),
  ];
}

/** A grid, or a list where the columns do not fit. Columns from `texts` on hold sentences. */
function gridOf(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { width, palette }: TextOptions,
  texts: number,
): readonly string[] {
  if (rows.length === 0) return [];
  const columns = heads.map((title, at) => ({
    title: sanitiseLine(title),
    cells: rows.map((row) => sanitiseLine(row[at] ?? "")),
    breaksAt: BREAKS_AT,
    ...(at >= texts && { least: TEXT_WIDTH }),
  }));
  return [...gridOrList(columns, width, palette.bold), ""];
}

const TEXT_WIDTH = 30;
const FIRST_TEXT = 3;
const BREAKS_AT = 12;
