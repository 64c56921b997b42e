import type { StatusLine } from "../../meeting/define-protocol.ts";
import { countVerdicts } from "../../reports/tally.ts";
import { optionInWords, outcomeInWords, sidesInWords } from "../../reports/words.ts";
import type { Side } from "../../scenario/scenario.ts";
import { displayWidth } from "../../text/width.ts";
import { NO_VERDICT } from "../../transcript/events.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";
import type { Flow } from "../flow.ts";
import { bar, type Held, heldBy } from "../members.ts";
import type { ViewState } from "../model.ts";
import { paintableLine } from "../paintable.ts";
import { cutText, type Line, type Role, span } from "../spans.ts";
import { inOrder, nameOf, sideMark, type Table } from "../table.ts";
import { createRows, flowOf, type Rows } from "./rows.ts";

/** Where the procedure stands, the verdicts as they stand, how each member's moved over the meeting, and the vote without talk. */
export function tallyFlow(state: Standing, meeting: MeetingState, table: Table, width: number): Flow {
  const rows = createRows(width, table.mask);
  const seats = inOrder(table, [...meeting.members.values()], ({ seat }) => seat.id);
  const members = seats.filter(({ seat }) => seat.kind === "member");
  addStanding(rows, state.standing ?? []);
  addTally(rows, state, meeting, members);
  rows.blank();
  addHistory(rows, { state, meeting, members, table });
  rows.blank();
  addOpening(rows, meeting, members);
  if (meeting.outcome) {
    rows.blank();
    rows.heading("Outcome");
    rows.text(`${outcomeInWords(meeting.outcome)} (${meeting.outcome.rule})`, "strong");
    rows.text(meeting.outcome.reason);
  }
  return flowOf(rows.lines);
}

type Standing = Pick<ViewState, "standing">;

function addStanding(rows: Rows, standing: readonly StatusLine[]): void {
  if (standing.length === 0) return;
  rows.heading("Procedure");
  for (const { label, value } of standing) {
    const fits = displayWidth(paintableLine(`${label} ${value}`)) < rows.width;
    if (fits) rows.pair(paintableLine(label), value);
    else {
      rows.text(label, "dim");
      rows.text(value, "text", 2);
    }
  }
  rows.blank();
}

function addTally(rows: Rows, state: Standing, meeting: MeetingState, members: readonly MemberState[]): void {
  const { verdicts } = meeting.scenario;
  const held = members.map((member) => heldBy(state, member).verdict);
  const tally = countVerdicts(held, verdicts);
  rows.heading(meeting.outcome ? "Final verdicts" : "Verdicts now");
  rows.text(sidesInWords(tally), "dim");
  const ids = [...verdicts.map(({ id }) => id), NO_VERDICT];
  const label = Math.min(18, Math.max(...ids.map((id) => displayWidth(id))));
  const room = Math.max(4, rows.width - label - 7);
  for (const id of ids) {
    const votes = tally.options[id] ?? 0;
    if (id === NO_VERDICT && votes === 0) continue;
    const { letter, role } = sideMark(verdicts.find((option) => option.id === id)?.side);
    rows.add([
      span(`${letter} `, role),
      span(cutText(optionInWords(id), label).padEnd(label + 1), votes > 0 ? role : "dim"),
      ...(votes > 0
        ? [span("█".repeat(Math.max(1, Math.round((votes / members.length) * room))), role), span(` ${votes}`)]
        : []),
    ]);
  }
}

type History = {
  readonly state: Standing;
  readonly meeting: MeetingState;
  readonly members: readonly MemberState[];
  readonly table: Table;
};

/** A row a member, a column a stretch of turns: the letter of the side held there; once ballots say more, a last column for them. */
function addHistory(rows: Rows, { state, meeting, members, table }: History): void {
  const turns = meeting.speakers.length;
  const held = new Map(members.map((member) => [member, heldBy(state, member)]));
  const hasBallots = [...held.values()].some(({ by }) => by === "ballot");
  const spans = turns === 0 ? [] : [turns === 1 ? "1 turn" : `${turns} turns`];
  rows.heading("Verdicts over time", [...spans, ...(hasBallots ? ["ballot"] : [])].join(", "));
  const label = Math.min(
    12,
    Math.max("against".length, ...members.map(({ seat }) => displayWidth(surname(table, seat.id)))),
  );
  const room = Math.max(6, rows.width - label - 1 - (hasBallots ? BALLOT_COLUMNS : 0));
  const columns = Math.min(room, Math.max(turns, Math.min(room, meeting.scenario.limits.messages)));
  for (const member of members) {
    rows.add([
      span(cutText(surname(table, member.seat.id), label).padEnd(label + 1), "dim"),
      ...historyOf(member, table, turns, columns),
      ...(hasBallots ? ballotOf(held.get(member)!, table) : []),
    ]);
  }
  for (const side of ["for", "against"] as const) {
    const counts = Array.from({ length: columns }, (_, column) =>
      turnOf(column, columns, turns) === null
        ? null
        : members.filter((member) => sideAt(member, table, turnOf(column, columns, turns)!) === side).length,
    );
    rows.add([
      span(side.padEnd(label + 1), "dim"),
      span(counts.map((count) => level(count, members.length)).join(""), side),
      ...(hasBallots ? [span(" "), span(level(countOn(side), members.length), side)] : []),
    ]);
  }

  function countOn(side: Side): number {
    return [...held.values()].filter(({ verdict }) => table.sides.get(verdict ?? "") === side).length;
  }
}

/** A blank, and the letter of what each member holds after the last ballot. */
const BALLOT_COLUMNS = 2;

function ballotOf({ verdict, by }: Held, { sides }: Table): Line {
  const { letter, role } = sideMark(sides.get(verdict ?? ""));
  return [span(" "), span(verdict === null ? "·" : letter, by === "ballot" ? chipRole(role) : role)];
}

function historyOf(member: MemberState, table: Table, turns: number, columns: number): Line {
  return Array.from({ length: columns }, (_, column) => {
    const turn = turnOf(column, columns, turns);
    if (turn === null) return span(" ");
    const held = heldAt(member, turn);
    if (held === null) return span("·", "dim");
    const { letter, role } = sideMark(table.sides.get(held));
    const isOut = member.withdrawnAt !== null && turn > member.withdrawnAt.turn;
    const isChange = column > 0 && heldAt(member, turnOf(column - 1, columns, turns) ?? 0) !== held;
    return span(isOut ? "─" : letter, isChange && !isOut ? chipRole(role) : role);
  });
}

/** The turn that a column stands for: one each while they fit, else the last of its stretch; null where none has come. */
function turnOf(column: number, columns: number, turns: number): number | null {
  if (turns <= columns) return column < turns ? column + 1 : null;
  return Math.floor(((column + 1) * turns) / columns);
}

/** The verdict on record after a turn, found by halving: a long meeting has thousands of changes. */
function heldAt({ verdicts }: MemberState, turn: number): string | null {
  let low = 0;
  let high = verdicts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (verdicts[middle]!.turn <= turn) low = middle + 1;
    else high = middle;
  }
  return verdicts[low - 1]?.verdict ?? null;
}

function sideAt(member: MemberState, { sides }: Table, turn: number) {
  return sides.get(heldAt(member, turn) ?? "");
}

function chipRole(role: Role): Role {
  return role === "for" || role === "against" || role === "neutral" ? `chip-${role}` : role;
}

const LEVELS = " ▁▂▃▄▅▆▇█";

function level(count: number | null, of: number): string {
  return count === null ? " " : LEVELS[Math.ceil((count / Math.max(1, of)) * 8)]!;
}

function addOpening(rows: Rows, meeting: MeetingState, members: readonly MemberState[]): void {
  const opening = members.map(({ ballots }) => ballots.find(({ kind }) => kind === "opening"));
  if (opening.every((ballot) => ballot === undefined)) return;
  const tally = countVerdicts(
    opening.map((ballot) => ballot?.verdict ?? null),
    meeting.scenario.verdicts,
  );
  rows.heading("Vote without talk");
  rows.text(sidesInWords(tally), "dim");
  const share = (tally.sides.for ?? 0) / Math.max(1, members.length);
  rows.add([...bar(share, Math.min(24, rows.width - 6), "for"), span(" for", "dim")]);
}

function surname(table: Table, seat: string): string {
  return nameOf(table, seat).split(" ").at(-1)!;
}
