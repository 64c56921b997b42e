import { words } from "../../engine/words/words.ts";
import { drawGrid } from "../../text/grid.ts";
import { line, type Markdown, table } from "../../text/markdown.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { TextOptions } from "../palette.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";
import { optionInWords } from "../words.ts";
import {
  type CandidateMeeting,
  type CandidateOrder,
  orderInWords,
  type RankedCandidate,
  rankCandidates,
} from "./candidates.ts";
import { rankingWords } from "./ranking-words.ts";

export type CandidateRanking = {
  /** Who spoke, and what the ranking is not for: it is shown above everything else. */
  readonly caution: string;
  readonly order: CandidateOrder;
  readonly reasons: ReadonlyMap<string, CandidateReasons>;
  readonly comparisons: readonly ComparedFinalists[];
};

/** In members' own words, of the surest member on each side over all seeds. */
type CandidateReasons = { readonly for: string; readonly against: string };

export type ComparedFinalists = {
  readonly table: VerdictTable;
  readonly chosen: string | null;
};

export function rankingOf(
  meetings: readonly CandidateMeeting[],
  comparisons: readonly ComparedFinalists[],
): CandidateRanking {
  const order = rankCandidates(meetings);
  const reasons = order.ranked.map(({ candidate }): readonly [string, CandidateReasons] => {
    const rows = meetings
      .filter((each) => each.candidate === candidate)
      .flatMap(({ table: { members } }) => members);
    return [candidate, { for: strongest(rows, "for"), against: strongest(rows, "against") }];
  });
  const members = meetings.flatMap(({ table }) => table.members);
  const models = [...new Set(members.map(({ model }) => model))].toSorted();
  const isSimulated = meetings.every(({ table }) => table.simulated);
  const who = isSimulated ? words.simulated : rankingWords.models(models);
  const caution = `${who}. ${rankingWords.caution}`;
  return { caution, order, reasons: new Map(reasons), comparisons };
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
  const words = text.trim().replace(/\s+/g, " ");
  return words.length <= LONGEST ? words : `${words.slice(0, words.lastIndexOf(" ", LONGEST))} [...]`;
}

export function rankingRows({ order, reasons }: CandidateRanking): readonly (readonly string[])[] {
  return order.ranked.map((each) => {
    const why = reasons.get(each.candidate);
    return [placeInWords(each), each.candidate, supportInWords(each), why?.for ?? "", why?.against ?? ""];
  });
}

export function placeInWords({ place, isTied }: Pick<RankedCandidate, "place" | "isTied">): string {
  return isTied ? `${place}=` : String(place);
}

function supportInWords({
  mean,
  least,
  most,
  seeds,
  decidedFor,
  decidedAgainst,
  without,
  members,
}: RankedCandidate): string {
  const figure = figureIn();
  const held = [
    rankingWords.decided(decidedFor, seeds, decidedAgainst),
    ...(without > 0 ? [rankingWords.without(without, members)] : []),
  ].join("; ");
  return seeds === 1
    ? `${figure(mean)}; ${held}`
    : `${rankingWords.range(figure(mean), figure(least), figure(most))}; ${held}`;
}

export function rankingInWords({ order, comparisons }: CandidateRanking): readonly string[] {
  return [...comparisons.flatMap((each) => comparisonInWords(order, each)), ...orderInWords(order, figureIn())];
}

function figureIn(): (value: number) => string {
  return (value) => value.toFixed(2);
}

function comparisonInWords(
  { ranked, steps }: CandidateOrder,
  { table: { outcome, members }, chosen }: ComparedFinalists,
): readonly string[] {
  const votes = members
    .map(({ name, final }) => `${name} ${final === null ? rankingWords.noVerdict : optionInWords(final)}`)
    .join("; ");
  const came = chosen === null ? rankingWords.noneOfThem : chosen;
  const at = ranked.findIndex(({ candidate }) => candidate === chosen);
  const isBehind = steps.slice(0, Math.max(0, at)).some(({ rests }) => rests === "shown");
  const turned = isBehind ? rankingWords.turned(ranked[0]?.candidate ?? "") : "";
  return [
    `${rankingWords.compared(came, outcome?.reason ?? rankingWords.notDecided)}${turned}`,
    rankingWords.votes(votes),
  ];
}

const HEADS = rankingWords.head.map((title) => title.toUpperCase());

export function rankingMarkdown(ranking: CandidateRanking): readonly Markdown[] {
  const rows = rankingRows(ranking);
  const columns = HEADS.map((title, at) => [title, (row: readonly string[]) => row[at] ?? ""] as const);
  return [
    line(ranking.caution),
    ...(rows.length > 0 ? [table(columns, rows)] : []),
    ...rankingInWords(ranking).map(line),
  ];
}

export function rankingText(ranking: CandidateRanking, { width, palette }: TextOptions): readonly string[] {
  const rows = rankingRows(ranking);
  const columns = HEADS.map((title, at) => ({
    title,
    cells: rows.map((row) => sanitiseLine(row[at] ?? "")),
    breaksAt: BREAKS_AT,
    ...(at >= FIRST_TEXT && { least: TEXT_WIDTH }),
  }));
  const grid = rows.length === 0 ? null : drawGrid(columns, width, palette.bold);
  const listed = rows.flatMap((row) => [
    "",
    ...row.flatMap((cell, at) => wrap(`${HEADS[at]} ${cell}`.trim(), width)),
  ]);
  return [
    ...wrap(ranking.caution, width).map(palette.yellow),
    "",
    ...(grid === null ? listed : [grid]),
    "",
    ...rankingInWords(ranking).flatMap((each) => wrap(each, width)),
  ];
}

const TEXT_WIDTH = 30;
const FIRST_TEXT = 3;
const BREAKS_AT = 12;
