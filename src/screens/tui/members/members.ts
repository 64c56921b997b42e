import type { MeetingState, MemberState } from "../../../engine/transcript/state.ts";
import { displayWidth } from "../../../text/width.ts";
import { justified, type Line, span } from "../paint/spans.ts";
import { statusOf } from "../state/doing.ts";
import type { ViewState } from "../state/model.ts";
import { inOrder, nameOf, type Table } from "../state/table.ts";
import { cardOf, modelOf, nameRoom } from "./card.ts";

type MemberRows = { readonly lines: readonly Line[]; readonly seats: readonly (string | null)[] };

export function memberRows(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  width: number,
  height: number,
): MemberRows {
  const seats = inOrder(table, [...meeting.members.values()], ({ seat }) => seat.id);
  const members = seats.filter(({ seat }) => seat.kind === "member");
  const agents = seats.filter(({ seat }) => seat.kind === "agent");
  const reserved = agents.length > 0 ? agents.length + 1 : 0;
  const most = members.some((member) => modelOf(member, table) !== "") ? 6 : 5;
  const rows = Math.min(most, Math.max(1, Math.floor((height - reserved) / Math.max(1, members.length))));
  const isShort = !members.every(({ seat }) => displayWidth(nameOf(table, seat.id)) <= nameRoom(width, rows));
  const shown = { state, meeting, table, width, rows, isShort };
  const cards = members.flatMap((member) =>
    cardOf({ ...shown, member }).map((line) => ({ line, seat: member.seat.id })),
  );
  const agentRows = agents.map((member) => ({
    line: agentRow(state, member, table, width),
    seat: member.seat.id,
  }));
  const room = Math.max(0, height - (agentRows.length > 0 ? agentRows.length + 1 : 0));
  const start = firstRow(cards, state.chosen, room);
  const visible = cards.slice(start, start + room);
  const rule =
    agentRows.length > 0 && height > agentRows.length + 2
      ? [{ line: [span("─".repeat(width), "rule")], seat: null }]
      : [];
  const all = [...visible, ...rule, ...agentRows].slice(0, height);
  return { lines: all.map(({ line }) => line), seats: all.map(({ seat }) => seat) };
}

function firstRow(cards: readonly { readonly seat: string }[], chosen: string | null, room: number): number {
  if (cards.length <= room) return 0;
  const last = cards.findLastIndex(({ seat }) => seat === chosen);
  return last < room ? 0 : Math.min(cards.length - room, last - room + 1);
}

function agentRow(state: ViewState, member: MemberState, table: Table, width: number): Line {
  const doing = statusOf(state, member);
  const spoken = member.messages === 1 ? "1 notice" : `${member.messages} notices`;
  const right = doing.text === "" ? span(state.isCounting ? "" : spoken, "dim") : doing;
  const isChosen = state.chosen === member.seat.id;
  return justified(
    [span(isChosen ? "▸" : " ", "accent"), span(nameOf(table, member.seat.id), "dim")],
    [right],
    width,
  );
}
