/** The column of members at the left of the full-screen view. */

import { findPerson } from "../../engine/people/person.ts";
import type { MeetingState, MemberState } from "../../engine/transcript/state.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { measureWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import { BLANK, inRole, justified, type Line, lineWidth, span } from "./lines.ts";
import type { ViewState } from "./model.ts";
import { currentOf, inOrder, markOf, roleOf, shortNameOf, statusOf, type Table } from "./table.ts";

type Row = { line: Line; seat: string };

const MANY = 7;
const MOST_ROWS = 5;

/** The column of members: a row each if they are many or the column is low, else up to five. */
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
  state: ViewState;
  table: Table;
  member: MemberState;
  width: number;
  rows: number;
};

/** From top to bottom: room, name, verdict, confidence. The status is next to the name, or in the last row. */
function rowsOf(card: Card): readonly Line[] {
  const { state, table, member, width, rows } = card;
  const { sign, label, role } = verdictMark(state, member, table);
  if (rows === 1) return withStatus([nameLine(card, [span(`${sign} `, role)])], card);
  const option = (rows < MOST_ROWS - 1 ? [label] : wrap(label, width - INDENT)).map(
    (text, index) => [span(`${index === 0 ? `   ${sign}` : ""} `.padStart(INDENT) + text, role)],
  );
  const lines = [...(rows > 2 ? [BLANK] : []), nameLine(card), ...option].slice(0, rows);
  if (lines.length === rows) return withStatus(lines, card);
  const isPlaced = hasRoom(nameLine(card), card);
  const sure = confidenceLine(
    card,
    isPlaced ? width : width - 1 - lineWidth([statusOf(state, member)]),
  );
  return withStatus([...lines, sure], card);
}

/** Of a verdict, after its sign. */
const INDENT = 5;

function hasRoom(line: Line, { state, member, width }: Card): boolean {
  return lineWidth(line) + 1 + lineWidth([statusOf(state, member)]) <= width;
}

function withStatus(lines: readonly Line[], card: Card): readonly Line[] {
  const status = statusOf(card.state, card.member);
  const places = [lines.find(({ length }) => length > 0), lines.at(-1)];
  const place = places.find((line) => status.text !== "" && line && hasRoom(line, card));
  return lines.map((line) => justified(line, line === place ? [status] : [], card.width));
}

function nameLine({ state, table, member }: Card, sign: Line = []): Line {
  const { id } = member.seat;
  const isSpeaking = [...state.calls.values()].some(({ speaker }) => speaker === id);
  const name = [
    span(shortNameOf(table, id), member.status === "active" ? roleOf(table, id) : "dim"),
  ];
  return [
    span(state.chosen === id ? "›" : " ", "accent"),
    span(isSpeaking ? "▸ " : "  ", "good"),
    ...sign,
    ...(state.chosen === id ? inRole(name, "selected") : name),
  ];
}

function confidenceLine({ state, table, member }: Card, room: number): Line {
  const { seat } = member;
  const { confidence, by } = currentOf(state, member);
  const role = state.roles.get(seat.id);
  const person = table.isHidden(seat.id) ? null : findPerson(seat);
  const parts = [
    ...(role === undefined ? [] : [cleanLineForPainting(role)]),
    ...(person === null ? [] : [`by ${cleanLineForPainting(person)}`]),
    ...(confidence === null ? [] : [`${Math.round(confidence * 100)} % sure`]),
    ...(by === "ballot" ? ["vote"] : []),
  ];
  const texts = [parts.join(", "), parts.join(", ").replace(" sure", "")].map(
    (text) => `   ${text}`,
  );
  const fitting =
    texts.find((text) => measureWidth(text) <= room) ?? texts[1]?.replace(", vote", "") ?? "";
  return [span(fitting, "dim")];
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
