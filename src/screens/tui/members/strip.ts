import type { MeetingState, MemberState } from "../../../engine/transcript/state.ts";
import {
  cutLine,
  fitLine,
  inRole,
  type Line,
  lineWidth,
  type Span,
  span,
  type TextRole,
} from "../paint/spans.ts";
import { chipOf } from "../state/held.ts";
import type { ViewState } from "../state/model.ts";
import { badgeOf, inOrder, type Table } from "../state/table.ts";
import { surnameOf } from "./card.ts";

export function memberStrip(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  width: number,
  rows: number,
): readonly Line[] {
  const members = inOrder(table, [...meeting.members.values()], ({ seat }) => seat.id).filter(
    ({ seat }) => seat.kind === "member",
  );
  const named = inRows(
    members.map((member) => stripPiece(state, member, table, surnameOf(table, member.seat.id))),
    width,
  );
  const lines =
    named.length <= rows
      ? named
      : inRows(
          members.map((member) => stripPiece(state, member, table, badgeOf(table, member.seat.id).text)),
          width,
        );
  return Array.from({ length: rows }, (_, row) => fitLine(cutLine(lines[row] ?? [], width), width));
}

function inRows(pieces: readonly Line[], width: number): readonly Line[] {
  let last: Span[] = [];
  const lines = [last];
  for (const piece of pieces) {
    if (last.length > 0 && lineWidth(last) + lineWidth(piece) > width) {
      last = [];
      lines.push(last);
    }
    last.push(...piece);
  }
  return lines;
}

function stripPiece(state: ViewState, member: MemberState, table: Table, name: string): Line {
  const { seat, status } = member;
  const [letter] = chipOf(state, member, table);
  const isSpeaking = [...state.calls.values()].some(({ speaker }) => speaker === seat.id);
  const role: TextRole = status === "active" ? badgeOf(table, seat.id).role : "dim";
  const shown = [span(`${name}${isSpeaking ? "*" : ""}`, role)];
  return [
    span(" "),
    span(letter.text.trim(), letter.role),
    span(" "),
    ...(state.chosen === seat.id ? inRole(shown, "selected") : shown),
  ];
}
