import { personOn } from "../../engine/meeting/people/person.ts";
import type { MeetingState, MemberState } from "../../engine/transcript/state.ts";
import { paintableLine } from "../../text/paintable.ts";
import { BLANK, inRole, justified, type Line, lineWidth, span } from "./lines.ts";
import type { ViewState } from "./model.ts";
import { currentOf, inOrder, markOf, roleOf, shortNameOf, statusOf, type Table } from "./table.ts";

type Row = { readonly line: Line; readonly seat: string };

const MANY = 7;
const MOST_ROWS = 4;

/** The column of members: a row each if they are many or the column is low, else up to four rows. */
export function memberRows(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  width: number,
  height: number,
): readonly Row[] {
  const seats = inOrder(table, [...meeting.members.values()], ({ seat }) => seat.id);
  const members = seats.filter(({ seat }) => seat.kind === "member");
  const each = Math.floor(height / Math.max(1, members.length));
  const rows = members.length >= MANY ? 1 : Math.max(1, Math.min(MOST_ROWS, each));
  const own = members.flatMap((member) =>
    rowsOf({ state, table, member, width, rows }).map((line) => ({ line, seat: member.seat.id })),
  );
  const start = firstRow(own, state.chosen, height);
  return own.slice(start, start + height);
}

type Card = {
  readonly state: ViewState;
  readonly table: Table;
  readonly member: MemberState;
  readonly width: number;
  readonly rows: number;
};

function rowsOf(card: Card): readonly Line[] {
  const { rows } = card;
  if (rows === 1) return [nameRow(card, true)];
  if (rows === 2) return [nameRow(card, false), optionRow(card)];
  if (rows === 3) return [BLANK, nameRow(card, false), optionRow(card)];
  return [BLANK, nameRow(card, false), optionRow(card), confidenceRow(card)];
}

function nameRow({ state, table, member, width }: Card, hasSign: boolean): Line {
  const { id } = member.seat;
  const isSpeaking = [...state.calls.values()].some(({ speaker }) => speaker === id);
  const { sign, role } = verdictMark(state, member, table);
  const name = [span(shortNameOf(table, id), member.status === "active" ? roleOf(table, id) : "dim")];
  const left = [
    span(state.chosen === id ? "›" : " ", "accent"),
    span(isSpeaking ? "▸ " : "  ", "good"),
    ...(hasSign ? [span(sign, role), span(" ")] : []),
    ...(state.chosen === id ? inRole(name, "selected") : name),
  ];
  const status = statusOf(state, member);
  const fits = lineWidth(left) + 1 + lineWidth([status]) <= width;
  return justified(left, fits && status.text !== "" ? [status] : [], width);
}

function optionRow({ state, table, member, width }: Card): Line {
  const { sign, label, role } = verdictMark(state, member, table);
  return justified([span("   "), span(sign, role), span(` ${label}`, role)], [], width);
}

function confidenceRow({ state, table, member, width }: Card): Line {
  const { seat } = member;
  const { confidence, by } = currentOf(state, member);
  const role = state.roles.get(seat.id);
  const person = table.isHidden(seat.id) ? null : personOn(seat);
  const parts = [
    ...(role === undefined ? [] : [paintableLine(role)]),
    ...(person === null ? [] : [`by ${paintableLine(person)}`]),
    ...(confidence === null ? [] : [`${Math.round(confidence * 100)} % sure`]),
    ...(by === "ballot" ? ["vote"] : []),
  ];
  return justified([span(`   ${parts.join(", ")}`, "dim")], [], width);
}

function verdictMark(state: ViewState, member: MemberState, table: Table) {
  const { verdict, by } = currentOf(state, member);
  return markOf(table, { verdict, abstains: by !== null });
}

function firstRow(rows: readonly Row[], chosen: string | null, room: number): number {
  if (rows.length <= room) return 0;
  const last = rows.findLastIndex(({ seat }) => seat === chosen);
  return last < room ? 0 : Math.min(rows.length - room, last - room + 1);
}
