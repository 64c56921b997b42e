import type { MeetingState, MemberState } from "../../../engine/transcript/state.ts";
import { firstThat, knownOf } from "../../../lists.ts";
import { cutText, displayWidth } from "../../../text/width.ts";
import { surnameOf } from "../members/card.ts";
import { type Line, span, type TextRole } from "../paint/spans.ts";
import { type HeldVerdict, heldBy } from "../state/held.ts";
import type { ViewState } from "../state/model.ts";
import { badgeOf, markOfPosition, type Table } from "../state/table.ts";
import type { Rows } from "./rows.ts";

export type History = {
  readonly state: Pick<ViewState, "standing">;
  readonly meeting: MeetingState;
  readonly members: readonly MemberState[];
  readonly table: Table;
};

/** A row a member, a column a stretch of turns: the letter of the side held. A last column shows ballots. */
export function addHistory(rows: Rows, { state, meeting, members, table }: History): void {
  const turns = meeting.speakers.length;
  const held = new Map(members.map((member) => [member, heldBy(state, member)]));
  const hasBallots = [...held.values()].some(({ by }) => by === "ballot");
  const spans = turns === 0 ? [] : [turns === 1 ? "1 turn" : `${turns} turns`];
  rows.heading("Verdicts over time", [...spans, ...(hasBallots ? ["ballot"] : [])].join(", "));
  const lines = countedOf(table);
  const label = Math.min(
    12,
    Math.max(
      ...lines.map(({ label }) => displayWidth(label)),
      ...members.map(({ seat }) => displayWidth(surnameOf(table, seat.id))),
    ),
  );
  const room = Math.max(6, rows.width - label - 1 - (hasBallots ? BALLOT_COLUMNS : 0));
  const columns = Math.min(room, Math.max(turns, Math.min(room, meeting.scenario.limits.messages)));
  for (const member of members) {
    rows.add([
      span(
        cutText(surnameOf(table, member.seat.id), label).padEnd(label + 1),
        badgeOf(table, member.seat.id).role,
      ),
      ...historyOf(member, table, turns, columns),
      ...(hasBallots ? ballotOf(knownOf(held, member), table) : []),
    ]);
  }
  for (const { label: name, role, counts } of lines.filter(isEverHeld)) {
    const levels = Array.from({ length: columns }, (_, column) => {
      const turn = turnOf(column, columns, turns);
      return turn === null ? null : members.filter((member) => counts(heldAt(member, turn) ?? null)).length;
    });
    const now = [...held.values()].filter(({ verdict }) => counts(verdict)).length;
    rows.add([
      span(cutText(name, label).padEnd(label + 1), "dim"),
      span(levels.map((count) => level(count, members.length)).join(""), role),
      ...(hasBallots ? [span(" "), span(level(now, members.length), role)] : []),
    ]);
  }

  function isEverHeld({ counts }: Counted): boolean {
    if (!table.countsOptions) return true;
    const said = members.some(({ verdicts }) => verdicts.some(({ verdict }) => counts(verdict)));
    return said || [...held.values()].some(({ verdict }) => counts(verdict));
  }
}

type Counted = {
  readonly label: string;
  readonly role: TextRole;
  readonly counts: (verdict: string | null) => boolean;
};

function countedOf(table: Table): readonly Counted[] {
  if (table.countsOptions)
    return [...table.marks].map(([id, { letter, role }]) => ({
      label: letter,
      role,
      counts: (verdict) => verdict === id,
    }));
  return (["for", "against"] as const).map((side) => ({
    label: side,
    role: side,
    counts: (verdict) => table.sides.get(verdict ?? "") === side,
  }));
}

const BALLOT_COLUMNS = 2;

function ballotOf({ verdict, by }: HeldVerdict, table: Table): Line {
  const { letter, role, chip } = markOfPosition(table, { verdict, abstains: by !== null });
  return [span(" "), span(verdict === null && by === null ? "·" : letter, by === "ballot" ? chip : role)];
}

function historyOf(member: MemberState, table: Table, turns: number, columns: number): Line {
  return Array.from({ length: columns }, (_, column) => {
    const turn = turnOf(column, columns, turns);
    if (turn === null) return span(" ");
    const held = heldAt(member, turn);
    if (held === undefined) return span("·", "dim");
    const { letter, role, chip } = markOfPosition(table, { verdict: held, abstains: true });
    const isOut = member.withdrawnAt !== null && turn > member.withdrawnAt.turn;
    const isChange = column > 0 && heldAt(member, turnOf(column - 1, columns, turns) ?? 0) !== held;
    return span(isOut ? "─" : letter, isChange && !isOut ? chip : role);
  });
}

function turnOf(column: number, columns: number, turns: number): number | null {
  if (turns <= columns) return column < turns ? column + 1 : null;
  return Math.floor(((column + 1) * turns) / columns);
}

/** Found by halving: a long meeting has thousands of changes. */
function heldAt({ verdicts }: MemberState, turn: number): string | null | undefined {
  return verdicts[firstThat(verdicts, (each) => each.turn > turn) - 1]?.verdict;
}

const LEVELS = " ▁▂▃▄▅▆▇█";

function level(count: number | null, of: number): string {
  return count === null ? " " : LEVELS.charAt(Math.ceil((count / Math.max(1, of)) * 8));
}
