/**
 * Computes the verdict table of a meeting from its state, and sorts several tables by strength.
 * `columns.ts` turns a table into an article or CSV.
 */

import { countVotes, findFinalVerdict, findFinalVote } from "../engine/meeting/decide.ts";
import { listOpeningVotes } from "../engine/meeting/opening-votes.ts";
import { listUnanswered } from "../engine/perspective/floor-card.ts";
import type { Column, Protocol } from "../engine/protocol/protocol.ts";
import { readCost, type ShownCost } from "../engine/transcript/call-events.ts";
import type { Json } from "../engine/transcript/events.ts";
import {
  type Entry,
  getMemberName,
  type MeetingState,
  type MemberState,
} from "../engine/transcript/state.ts";
import { formatBallot, NO_VERDICT } from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { alignLists, dropMissing } from "../lists.ts";
import { isSimulated } from "../models/contract/model-spec.ts";
import { parseReference } from "../scenario/documents/citations.ts";
import { findSide, type VerdictOption } from "../scenario/schema/scenario.ts";
import { listCited, measureCoverage } from "../scenario/script/require-script.ts";
import { countPassages } from "./passages.ts";
import { listFindings } from "./requirements.ts";
import type { MemberRow, Tally, VerdictTable } from "./verdict-schema.ts";
import { findPrevailing, isWith, votedOtherwise } from "./words.ts";

export type TableFacts = {
  /** SHA-256 of the transcript's last line. */
  headHash: string;
  incidents?: readonly string[];
  columns?: readonly Column[] | undefined;
  /** Default: the scenario's decision rule. */
  count?: Protocol["count"];
};

/** Simulated members know the documents that the script cites, nothing else. */
function readBySimulated({ scenario, documents }: MeetingState): VerdictTable["read"] {
  const { script, requirements = [] } = scenario;
  if (script === undefined) return null;
  const cited = new Set(
    [...listCited(script), ...requirements].map(({ ref }) => parseReference(ref ?? "")?.name),
  );
  const unread = documents.filter(({ name }) => !cited.has(name)).length;
  return { ...measureCoverage(script, scenario.documents), unread };
}

/** The verdict table of a meeting, finished or not. */
export function verdictTable(state: MeetingState, facts: TableFacts): VerdictTable {
  const { scenario } = state;
  const { columns = [] } = facts;
  const seated = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  const members = seated.map((member) => createMemberRow(state, member, columns));
  const subject = scenario.documents.find((document) => document.subject);
  const requirements = listFindings(state);
  return {
    meeting: state.meeting,
    simulated: state.simulated,
    notice: state.simulated ? words.simulated : null,
    scenario: {
      name: scenario.name,
      title: scenario.title,
      question: scenario.question,
      sides: scenario.sides,
    },
    subject: subject ? { name: subject.name, title: subject.title, sha256: subject.sha256 } : null,
    read: seated.some(({ seat }) => isSimulated(seat.model)) ? readBySimulated(state) : null,
    requirements: requirements.length > 0 ? requirements : undefined,
    boardTest: scenario.boardTest,
    protocol: state.protocol,
    seed: state.seed,
    options: scenario.verdicts.map(({ id, side }) => ({ id, side })),
    columns: columns.map(({ name, title }) => ({ name, title })),
    members,
    withoutTalk: countOpeningVotes(state, facts.count),
    saidAndVoted: compareSaidAndVoted(members),
    tally: countVerdicts(
      members.map(({ final }) => final),
      scenario.verdicts,
    ),
    outcome: state.outcome,
    dissent: listDissenters(state, members),
    ending: state.ending && { ...state.ending },
    startedAt: state.startedAt,
    endedAt: state.now,
    minutes: (Date.parse(state.now) - Date.parse(state.startedAt)) / 60_000,
    turns:
      state.speakers.length +
      seated.reduce((sum, member) => sum + countFigures(state, member).answers.count, 0),
    messages: state.counts.messages,
    notices: state.counts.notices,
    spending: {
      calls: state.spending.calls,
      failedCalls: state.spending.failedCalls,
      tokens: getTokens(state.simulated, state.spending),
      ...getCost(state.simulated, state.spending),
    },
    incidents: [...(facts.incidents ?? [])],
    headHash: facts.headHash,
  };
}

function createMemberRow(
  state: MeetingState,
  member: MemberState,
  columns: readonly Column[],
): MemberRow {
  const { seat, verdicts, citations } = member;
  const opening = member.ballots.find(({ kind }) => kind === "opening");
  const final = findFinalVerdict(member);
  const vote = findFinalVote(member);
  const [stated] = verdicts;
  const { answers, turns, cited, words: spoken } = countFigures(state, member);
  // Its last turn had no reply, and it has not said or voted for a verdict.
  const isUnheard = final.by === null && member.absentBecause !== null;
  const status = isUnheard ? "absent" : member.status;
  return {
    id: seat.id,
    name: seat.persona.name,
    title: seat.persona.title,
    model: seat.model + (member.hasFallenBack ? ` (fallback ${seat.fallback})` : ""),
    weight: seat.weight,
    opening: opening?.verdict ?? null,
    first: stated ? stated.verdict : answers.first,
    said: verdicts.at(-1)?.verdict ?? null,
    vote: vote && {
      verdict: vote.verdict,
      confidence: vote.confidence,
      reasoning: vote.reasoning,
    },
    final: final.verdict,
    abstains: dropMissing([
      opening?.abstains && "opening",
      (stated ? stated.verdict === null : answers.firstAbstains) && "first",
      final.verdict === null && final.by !== null && "final",
    ]),
    finalBy: final.by,
    unanswered: listUnanswered(state.entries as readonly Entry[], seat.id).map(({ turn }) => turn),
    side: findSide(state.scenario.verdicts, final.verdict),
    changes: listChanges(state, member),
    reasoning: final.reasoning,
    wouldChange: final.wouldChange,
    confidence: final.confidence,
    cited,
    citations: citations.map((citation) => ({ ...citation })),
    status,
    withdrawnAtTurn: member.withdrawnAt?.turn ?? null,
    absentBecause: status === "absent" ? member.absentBecause : null,
    turns,
    messages: member.messages,
    passes: member.passes,
    absences: member.absences,
    words: spoken,
    tokens: getTokens(state.simulated, member.spending),
    ...getCost(state.simulated, member.spending),
    own: Object.fromEntries(columns.map((column) => [column.name, column.value(member)])),
  };
}

export function countFigures({ counts }: MeetingState, member: MemberState) {
  const hasTalk = counts.messages > 0;
  const answers = readAnswers(member, !hasTalk);
  return {
    answers,
    turns: member.messages + member.passes + member.absences + answers.count,
    words: member.words + answers.words,
    cited: countPassages(member.citations, hasTalk),
  };
}

/** Members who both said a verdict and cast a final vote, and how many of them said another one. */
function compareSaidAndVoted(members: readonly MemberRow[]): VerdictTable["saidAndVoted"] {
  const both = members.filter(({ said, vote }) => said !== null && vote !== null);
  if (both.length === 0) return null;
  return { members: both.length, differ: both.filter(votedOtherwise).length };
}

/** Each time that a member takes another position, or the last times. */
export function listChanges(
  state: MeetingState,
  { positions, ballots }: MemberState,
  most = Number.POSITIVE_INFINITY,
): MemberRow["changes"] {
  const last = positions.slice(-most - 1);
  const steps = alignLists(last, last.slice(1));
  return steps.map(([before, { verdict, ballot, nth, turn, message, movedBy, heard }]) => ({
    from: before.verdict,
    to: verdict,
    in: ballot === null ? "debate" : formatBallot(ballots, ballot, nth),
    turn,
    message,
    movedBy: movedBy && { ...movedBy, name: getMemberName(state, movedBy.speaker) },
    after: heard && { ...heard, name: getMemberName(state, heard.speaker) },
  }));
}

function countOpeningVotes(
  state: MeetingState,
  count: Protocol["count"],
): VerdictTable["withoutTalk"] {
  const votes = listOpeningVotes(state);
  if (votes === null) return null;
  const { verdicts, decision } = state.scenario;
  return {
    ...countVerdicts(
      votes.map(({ verdict }) => verdict),
      verdicts,
    ),
    outcome: count?.(votes, state) ?? countVotes(votes, { verdicts: [...verdicts], decision }),
  };
}

/** Members who end at another option, or on the other side if options are not counted.
 * A hung jury dissents from its larger side. A neutral member opposes nothing. */
function listDissenters(
  { outcome }: MeetingState,
  members: readonly MemberRow[],
): VerdictTable["dissent"] {
  const prevails = outcome && findPrevailing(outcome);
  if (!prevails) return [];
  const takesSide = ({ side }: MemberRow) => side !== "neutral" || prevails.side === "neutral";
  return members.flatMap((row) => {
    const { id, name, final, reasoning } = row;
    return final !== null && !isWith(row, prevails) && takesSide(row)
      ? [{ id, name, verdict: final, reasoning }]
      : [];
  });
}

function getTokens(simulated: boolean, spent: MemberState["spending"]): MemberRow["tokens"] {
  const { calls, input, cacheRead, output } = spent;
  const reportedNothing = !simulated && calls > 0 && input === 0 && output === 0;
  return reportedNothing ? null : { input, cacheRead, output };
}

function getCost(simulated: boolean, spending: MemberState["spending"]): ShownCost {
  return simulated ? { cost: 0 } : readCost(spending);
}

/** Ballots with recorded text are answers. Without talk, so is each reply with more than a vote. */
function readAnswers({ ballots }: MemberState, isWithoutTalk: boolean) {
  const kept = ballots.filter(
    ({ text, reply }) => text !== undefined || (isWithoutTalk && reply !== undefined),
  );
  const said = kept.map(({ reply, text }) =>
    reply === undefined ? [text ?? ""] : collectTexts(reply as Json),
  );
  return {
    count: kept.length,
    first: kept[0]?.verdict ?? null,
    firstAbstains: kept[0]?.abstains === true,
    words: said.flat().reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0),
  };
}

function collectTexts(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => collectTexts(each as Json));
}

/** In the scenario's order; `NO_VERDICT` is last. */
export function countVerdicts(
  verdicts: readonly (string | null)[],
  options: readonly VerdictOption[],
): Tally {
  const chosen = verdicts.map((verdict) => options.find(({ id }) => id === verdict));
  const count = (isSo: (option: (typeof chosen)[number]) => boolean) => chosen.filter(isSo).length;
  const none = count((option) => option === undefined);
  const sides = ["for", "against", "neutral"] as const;
  const counted = {
    options: options.map(({ id }) => [id, count((option) => option?.id === id)]),
    sides: sides.map((side) => [side, count((option) => option?.side === side)]),
  };
  return {
    options: { ...Object.fromEntries(counted.options), [NO_VERDICT]: none },
    sides: { ...Object.fromEntries(counted.sides), [NO_VERDICT]: none },
  };
}

export const STRENGTH_RULE = words.across.order;

export function sortByStrength(tables: readonly VerdictTable[]): readonly VerdictTable[] {
  return [...tables].sort(
    (a, b) =>
      getRank(b) - getRank(a) ||
      computeSupport(b) - computeSupport(a) ||
      computeMeanPlace(a) - computeMeanPlace(b) ||
      compareText(getTitle(a), getTitle(b)) ||
      compareText(a.seed.padStart(20, "0"), b.seed.padStart(20, "0")),
  );
}

/** Share of members for less share against, -1 to 1. */
export function computeSupport({ tally, members }: VerdictTable): number {
  return members.length === 0
    ? 0
    : ((tally.sides.for ?? 0) - (tally.sides.against ?? 0)) / members.length;
}

function getRank({ outcome, options }: VerdictTable): number {
  if (outcome?.status !== "decided") return 0;
  const side = outcome.side ?? findSide(options, outcome.option);
  return side === "for" ? 1 : side === "against" ? -1 : 0;
}

export function computeMeanPlace({ members, options }: VerdictTable): number {
  if (members.length === 0) return options.length;
  const places = members.map(({ final }) => {
    const place = options.findIndex(({ id }) => id === final);
    return place === -1 ? (options.length - 1) / 2 : place;
  });
  return places.reduce((sum, place) => sum + place, 0) / members.length;
}

function getTitle({ subject, scenario }: VerdictTable): string {
  return subject?.title ?? scenario.title;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
