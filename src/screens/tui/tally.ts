/**
 * The panel with the tally: outcome, votes, changes of verdict, why the speaker speaks, and times.
 */

import { countSpoken } from "../../engine/money/limits.ts";
import type { MeetingState, MemberState } from "../../engine/transcript/state.ts";
import { formatVotes, NO_VERDICT, nameOutcome } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { dropMissing } from "../../lists.ts";
import { findDecidedOption } from "../../showing/cast.ts";
import { countVerdicts, listChanges, verdictTable } from "../../showing/verdict-table.ts";
import { formatMinutes, formatVotesBySide, formatWhen } from "../../showing/words.ts";
import { readWords } from "../../text/article.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { formatCount } from "../../text/plain.ts";
import { cutText, measureWidth, padTo } from "../../text/width.ts";
import { createFlow, createRows, type Flow, type Rows } from "./flow.ts";
import {
  createSpan,
  cutLine,
  fitLine,
  type Line,
  measureLine,
  type Span,
  type TextRole,
} from "./lines.ts";
import type { ViewState } from "./model.ts";
import {
  displayName,
  displayShortName,
  findCurrent,
  findMark,
  findRole,
  type Mark,
  sortSeats,
  type Table,
} from "./table.ts";

type Tally = {
  state: ViewState;
  meeting: MeetingState;
  members: readonly MemberState[];
  table: Table;
};

export function createTallyFlow(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  width: number,
): Flow {
  const rows = createRows(width, table.mask);
  const seats = sortSeats(table, [...meeting.members.values()], ({ seat }) => seat.id);
  const members = seats.filter(({ seat }) => seat.kind === "member");
  const shown = { state, meeting, members, table };
  addOutcome(rows, shown);
  addVotes(rows, shown);
  addChanges(rows, shown);
  if (meeting.ending?.kind !== "closed") addSpeaker(rows, shown);
  addStage(rows, shown);
  return createFlow(rows.lines);
}

function addOutcome(rows: Rows, { meeting, table }: Tally): void {
  const { outcome } = meeting;
  const result = outcome && findResult(meeting, table);
  if (!result) return;
  rows.heading("Outcome", outcome.rule);
  rows.add([createSpan(` ${cleanLineForPainting(result.label)} `, result.chip)]);
  rows.text(result.reason);
  rows.blank();
}

function addVotes(rows: Rows, { state, meeting, members, table }: Tally): void {
  const { verdicts } = meeting.scenario;
  const tally = countVerdicts(
    members.map((member) => findCurrent(state, member).verdict),
    verdicts,
  );
  rows.heading(meeting.outcome ? "Final verdicts" : "Tally");
  const ids = dropMissing([
    ...verdicts.map(({ id }) => id),
    (tally.options[NO_VERDICT] ?? 0) > 0 && NO_VERDICT,
  ]);
  const marks = ids.map((id) => findMark(table, { verdict: id }));
  const label = Math.min(18, Math.max(...marks.map((mark) => measureWidth(mark.label))));
  const room = Math.max(4, rows.width - label - 8);
  for (const [index, mark] of marks.entries()) {
    const votes = tally.options[ids[index] ?? ""] ?? 0;
    const length = votes === 0 ? 0 : Math.max(1, Math.round((votes / members.length) * room));
    rows.add([
      createSpan(`${mark.sign} `, mark.role),
      createSpan(padTo(cutText(mark.label, label), label + 1), votes > 0 ? mark.role : "dim"),
      createSpan("█".repeat(length), mark.role),
      createSpan(`${length > 0 ? " " : ""}${votes}`, votes > 0 ? "text" : "dim"),
    ]);
  }
  const opening = members.map(({ ballots }) => ballots.find(({ kind }) => kind === "opening"));
  // A vote that is not shown would be counted as none.
  const isShown = members.every(
    ({ absences }, index) => opening[index] !== undefined || absences > 0,
  );
  if (!isShown || opening.every((ballot) => ballot === undefined)) return;
  const before = countVerdicts(
    opening.map((ballot) => ballot?.verdict ?? null),
    verdicts,
  );
  rows.blank();
  rows.text(`Opening vote: ${formatVotesBySide(meeting, before)}`, "dim");
}

/** A long meeting has thousands of changes, and this is laid out with every repaint. */
const MOST_CHANGES = 50;

function addChanges(rows: Rows, { meeting, members, table }: Tally): void {
  const changes = members
    .flatMap((member) =>
      listChanges(meeting, member, MOST_CHANGES).map((change) => ({
        seat: member.seat.id,
        ...change,
      })),
    )
    .toSorted((a, b) => b.turn - a.turn);
  if (changes.length === 0) return;
  rows.blank();
  rows.heading(
    "Who changed",
    changes.length < MOST_CHANGES ? String(changes.length) : "last changes",
  );
  for (const change of changes.slice(0, MOST_CHANGES)) {
    const { seat, from, to, movedBy } = change;
    const [was, is] = [from, to].map((verdict) => findMark(table, { verdict })) as [Mark, Mark];
    rows.add([
      createSpan(displayShortName(table, seat), findRole(table, seat)),
      createSpan(` ${formatWhen(change)}`, "dim"),
    ]);
    rows.add([
      createSpan(`  ${was.label}`, was.role),
      createSpan(" → ", "dim"),
      createSpan(is.label, is.role),
    ]);
    if (movedBy) {
      const when = movedBy.turn === null ? "" : `, turn ${movedBy.turn}`;
      rows.text(
        `by ${displayShortName(table, movedBy.speaker)}${when}: “${movedBy.passage}”`,
        "dim",
        2,
      );
    }
  }
}

function addSpeaker(rows: Rows, { state, meeting, table }: Tally): void {
  const { selection } = state;
  if (meeting.requestedSpeaker) {
    rows.blank();
    rows.text(
      `${displayName(table, meeting.requestedSpeaker)} was given the floor and speaks next.`,
      "accent",
    );
  }
  if (!selection) return;
  const { speaker, why, weights } = selection;
  rows.blank();
  rows.heading(`Why ${displayShortName(table, speaker)} speaks`);
  rows.text(words.drawn(why), "dim");
  addWeights(rows, weights, speaker, table);
}

type Weights = readonly { seat: string; weight: number }[];

function addWeights(rows: Rows, weights: Weights, chosen: string, table: Table): void {
  const listed = sortSeats(table, weights, ({ seat }) => seat);
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const label = Math.min(
    14,
    Math.max(...listed.map(({ seat }) => measureWidth(displayShortName(table, seat)))),
  );
  const room = Math.max(3, Math.min(20, rows.width - label - 8));
  for (const { seat, weight } of listed) {
    const share = total > 0 ? weight / total : 0;
    const length = Math.round(share * room);
    rows.add([
      createSpan(seat === chosen ? "▸ " : "  ", "accent"),
      createSpan(
        padTo(cutText(displayShortName(table, seat), label), label + 1),
        findRole(table, seat),
      ),
      createSpan("█".repeat(length), "bar"),
      createSpan(`${length > 0 ? " " : ""}${Math.round(share * 100)} %`, "dim"),
    ]);
  }
}

function addStage(rows: Rows, { state, meeting }: Tally): void {
  rows.blank();
  rows.heading("Time");
  for (const { label, words } of state.progress ?? []) {
    const value = readWords(words);
    const fits = measureWidth(cleanLineForPainting(`${label} ${value}`)) < rows.width;
    if (fits) rows.pair(cleanLineForPainting(label), value);
    else rows.text(`${label}: ${value}`, "dim");
  }
  const { notices } = meeting.counts;
  const minutes = (Date.parse(meeting.now) - Date.parse(meeting.startedAt)) / 60_000;
  rows.text(
    `${countSpoken(meeting)} of at most ${meeting.scenario.limits.messages} messages`,
    "dim",
  );
  rows.text(formatMinutes(minutes), "dim");
  if (notices > 0) rows.text(`${formatCount(notices, "reminder")} by the TimeKeeper`, "dim");
}

export type EndResult = {
  label: string;
  chip: TextRole;
  reason: string;
  votes: string;
  dissent: readonly {
    seat: string;
    verdict: string;
    reasoning: string | null;
  }[];
};

type EndedWith = { ending: MeetingState["ending"]; result: EndResult | null };
const results = new WeakMap<MeetingState, EndedWith>();

export function findResult(meeting: MeetingState, table: Table): EndResult | null {
  const known = results.get(meeting);
  if (known && known.ending === meeting.ending) return known.result;
  const result = createResult(meeting, table);
  results.set(meeting, { ending: meeting.ending, result });
  return result;
}

function createResult(meeting: MeetingState, table: Table): EndResult | null {
  const { ending, outcome } = meeting;
  if (!ending) return null;
  if (!outcome) {
    const chip = ending.kind === "suspended" ? "chip-against" : "chip-none";
    return {
      label: ending.kind.toUpperCase(),
      chip,
      reason: ending.reason,
      votes: "",
      dissent: [],
    };
  }
  const { side, reason } = outcome;
  const decided = findDecidedOption(table.options, outcome);
  return {
    label: nameOutcome(outcome, meeting.scenario),
    chip: decided
      ? findMark(table, { verdict: decided.id }).chip
      : side === null
        ? "chip-none"
        : `chip-${side}`,
    reason,
    // Votes by side say nothing about options without sides.
    votes: meeting.scenario.sides === "none" ? "" : formatVotes(outcome),
    dissent: verdictTable(meeting, { headHash: "" }).dissent.map(({ id, verdict, reasoning }) => ({
      seat: id,
      verdict,
      reasoning,
    })),
  };
}

export function createBannerLine(result: EndResult, table: Table, width: number): Line {
  const { label, chip, reason, dissent } = result;
  const head = [
    createSpan(" "),
    createSpan(` ${cleanLineForPainting(label)} `, chip),
    createSpan("  "),
  ];
  const body = createSpan(cleanLineForPainting(table.mask(reason)), "strong");
  const names = dissent.filter(({ seat }) => !table.isHidden(seat));
  const says = `   ${words.table.dissent.toLowerCase()}: `;
  const named = names.flatMap(({ seat }, index): Span[] => [
    createSpan(index === 0 ? says : ", ", "dim"),
    createSpan(displayShortName(table, seat), findRole(table, seat)),
  ]);
  const room = width - measureLine(head);
  const against =
    measureLine(named) <= 0.6 * room ? named : [createSpan(`${says}${names.length}`, "dim")];
  return fitLine([...head, ...cutLine([body], room - measureLine(against)), ...against], width);
}
