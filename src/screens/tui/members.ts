/** The column of members at the left of the full-screen view. */

import { findPerson } from "../../engine/people/person.ts";
import type { MeetingState, MemberState } from "../../engine/transcript/state.ts";
import { dropMissing } from "../../lists.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { measureWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import { BLANK, createSpan, justifyLine, type Line, measureLine, paintRole } from "./lines.ts";
import type { ViewState } from "./model.ts";
import {
  describeStatus,
  displayShortName,
  findCurrent,
  findMark,
  findRole,
  sortSeats,
  type Table,
} from "./table.ts";

type Row = { line: Line; seat: string };

const MANY = 7;
const MOST_ROWS = 5;

/** The column of members: a row each if they are many or the column is low, else up to five. */
export function listMemberRows(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  width: number,
  height: number,
): readonly Row[] {
  const seats = sortSeats(table, [...meeting.members.values()], ({ seat }) => seat.id);
  const members = seats.filter(({ seat }) => seat.kind === "member");
  const each = Math.floor(height / Math.max(1, members.length));
  const rows = members.length >= MANY ? 1 : Math.max(1, Math.min(MOST_ROWS, each));
  const own = members.flatMap((member) =>
    createCard({ state, table, member, width, rows }).map((line) => ({
      line,
      seat: member.seat.id,
    })),
  );
  const start = findFirstRow(own, state.chosen, height);
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
function createCard(card: Card): readonly Line[] {
  const { state, table, member, width, rows } = card;
  const { sign, label, role } = findVerdictMark(state, member, table);
  if (rows === 1) return addStatus([createNameLine(card, [createSpan(`${sign} `, role)])], card);
  const option = (rows < MOST_ROWS - 1 ? [label] : wrap(label, width - INDENT)).map(
    (text, index) => [
      createSpan(`${index === 0 ? `   ${sign}` : ""} `.padStart(INDENT) + text, role),
    ],
  );
  const lines = [...(rows > 2 ? [BLANK] : []), createNameLine(card), ...option].slice(0, rows);
  if (lines.length === rows) return addStatus(lines, card);
  const isPlaced = hasRoom(createNameLine(card), card);
  const sure = createConfidenceLine(
    card,
    isPlaced ? width : width - 1 - measureLine([describeStatus(state, member)]),
  );
  return addStatus([...lines, sure], card);
}

/** Of a verdict, after its sign. */
const INDENT = 5;

function hasRoom(line: Line, { state, member, width }: Card): boolean {
  return measureLine(line) + 1 + measureLine([describeStatus(state, member)]) <= width;
}

function addStatus(lines: readonly Line[], card: Card): readonly Line[] {
  const status = describeStatus(card.state, card.member);
  const places = [lines.find(({ length }) => length > 0), lines.at(-1)];
  const place = places.find((line) => status.text !== "" && line && hasRoom(line, card));
  return lines.map((line) => justifyLine(line, line === place ? [status] : [], card.width));
}

function createNameLine({ state, table, member }: Card, sign: Line = []): Line {
  const { id } = member.seat;
  const isSpeaking = [...state.calls.values()].some(({ speaker }) => speaker === id);
  const name = [
    createSpan(
      displayShortName(table, id),
      member.status === "active" ? findRole(table, id) : "dim",
    ),
  ];
  return [
    createSpan(state.chosen === id ? "›" : " ", "accent"),
    createSpan(isSpeaking ? "▸ " : "  ", "good"),
    ...sign,
    ...(state.chosen === id ? paintRole(name, "selected") : name),
  ];
}

function createConfidenceLine({ state, table, member }: Card, room: number): Line {
  const { seat } = member;
  const { confidence, by } = findCurrent(state, member);
  const role = state.roles.get(seat.id);
  const person = table.isHidden(seat.id) ? null : findPerson(seat);
  const parts = dropMissing([
    role !== undefined && cleanLineForPainting(role),
    person !== null && `by ${cleanLineForPainting(person)}`,
    confidence !== null && `${Math.round(confidence * 100)} % sure`,
    by === "ballot" && "vote",
  ]);
  const texts = [parts.join(", "), parts.join(", ").replace(" sure", "")].map(
    (text) => `   ${text}`,
  );
  const fitting =
    texts.find((text) => measureWidth(text) <= room) ?? texts[1]?.replace(", vote", "") ?? "";
  return [createSpan(fitting, "dim")];
}

function findVerdictMark(state: ViewState, member: MemberState, table: Table) {
  return findMark(table, findCurrent(state, member));
}

function findFirstRow(rows: readonly Row[], chosen: string | null, room: number): number {
  if (rows.length <= room) return 0;
  const last = rows.findLastIndex(({ seat }) => seat === chosen);
  return last < room ? 0 : Math.min(rows.length - room, last - room + 1);
}
