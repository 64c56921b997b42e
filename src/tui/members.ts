import { type FinalVerdict, finalVerdict } from "../meeting/decide.ts";
import { displayWidth } from "../text/width.ts";
import type { MeetingState, MemberState } from "../transcript/state.ts";
import { type Call, STALL_MS, type ViewState } from "./model.ts";
import { paintableLine } from "./paintable.ts";
import {
  cutLine,
  cutText,
  fitLine,
  inRole,
  justified,
  type Line,
  lineWidth,
  type Role,
  type Span,
  span,
} from "./spans.ts";
import { inOrder, nameOf, sideMark, type Table } from "./table.ts";

/** Rows of the members' column and the seat that each row belongs to. */
export type MemberRows = { readonly lines: readonly Line[]; readonly seats: readonly (string | null)[] };

/** Everybody at the table, process agents apart, in as many rows each as there is room for. */
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
  const each = [5, 4, 3, 2, 1].find((rows) => members.length * rows + reserved <= height) ?? 1;
  const cards = members.flatMap((member) =>
    cardOf({ state, meeting, table, member, width, rows: each }).map((line) => ({
      line,
      seat: member.seat.id,
    })),
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
  const rows = [...visible, ...rule, ...agentRows].slice(0, height);
  return { lines: rows.map(({ line }) => line), seats: rows.map(({ seat }) => seat) };
}

/** Keeps the chosen member in sight. */
function firstRow(cards: readonly { readonly seat: string }[], chosen: string | null, room: number): number {
  if (cards.length <= room) return 0;
  const last = cards.findLastIndex(({ seat }) => seat === chosen);
  return last < room ? 0 : Math.min(cards.length - room, last - room + 1);
}

type Card = {
  readonly state: ViewState;
  readonly meeting: MeetingState;
  readonly table: Table;
  readonly member: MemberState;
  readonly width: number;
  readonly rows: number;
};

function cardOf({ state, meeting, table, member, width, rows }: Card): readonly Line[] {
  const { seat } = member;
  const isChosen = state.chosen === seat.id;
  const isHidden = table.isHidden(seat.id);
  const doing = statusOf(state, member);
  const mark = span(isChosen ? "▸" : " ", "accent");
  const isSpeaking = [...state.calls.values()].some(({ speaker }) => speaker === seat.id);
  const name = [mark, span(nameOf(table, seat.id), isChosen || isSpeaking ? "accent" : "strong")];
  const title = (right: Line) =>
    justified([span(` ${isHidden ? "" : paintableLine(seat.persona.title)}`, "dim")], right, width);
  const stand = standRow(state, meeting, member, table, width);
  const chip = chipOf(state, member, table)[0]!;
  switch (rows) {
    case 1:
      return [
        justified(
          [mark, chip, span(" "), span(shortName(nameOf(table, seat.id), width - 16), "strong")],
          [doing],
          width,
        ),
      ];
    case 2:
      return [justified(name, [doing], width), stand];
    case 3:
      return [justified(name, [], width), title([doing]), stand];
    default: {
      const model = justified([span(` ${isHidden ? "" : paintableLine(seat.model)}`, "dim")], [doing], width);
      const card = [justified(name, [], width), title([]), model, stand];
      return rows === 4 ? card : [...card, fitLine([], width)];
    }
  }
}

/** Verdict, and share of the turns as a bar as long as there is room for. */
function standRow(
  state: ViewState,
  meeting: MeetingState,
  member: MemberState,
  table: Table,
  width: number,
): Line {
  const chip = [span(" "), ...chipOf(state, member, table)];
  if (state.isCounting) return fitLine(chip, width);
  const share = shareOf(meeting, member);
  const figure = span(`${Math.round(share * 100)}%`.padStart(5), "dim");
  const room = Math.min(MOST_BAR, width - lineWidth(chip) - lineWidth([figure]) - 1);
  return justified(chip, room >= 2 ? [...bar(share, room), figure] : [figure], width);
}

const MOST_BAR = 8;

/** A name, or the last word of it where the whole does not fit. */
export function shortName(name: string, width: number): string {
  return displayWidth(name) <= width ? name : cutText(name.split(" ").at(-1)!, width);
}

/** What a member holds now, and whether by ballot or by what it said. */
export type Held = Pick<FinalVerdict, "verdict" | "confidence" | "by">;

/**
 * A closing ballot is final, else the last verdict said stands. Under a protocol that tells where it stands, whoever
 * has said none holds what its last ballot says: there a ballot is a step of the procedure, not the vote without talk.
 */
export function heldBy({ standing }: Pick<ViewState, "standing">, member: MemberState): Held {
  const final = finalVerdict(member);
  if (final.verdict !== null || standing === null) return final;
  const last = member.ballots.at(-1);
  return last?.verdict ? { verdict: last.verdict, confidence: last.confidence, by: "ballot" } : final;
}

/** The verdict on record: letter and colour of its side, its name, and how sure. */
export function chipOf(state: ViewState, member: MemberState, { sides }: Table): readonly Span[] {
  if (state.isCounting) return [span(" … ", "chip-none"), span(" counting", "dim")];
  const { verdict, confidence, by } = heldBy(state, member);
  const { letter, role, chip } = sideMark(sides.get(verdict ?? ""));
  const sure = confidence === null ? "" : ` ${Math.round(confidence * 100)}%`;
  const how = by === "ballot" ? " ballot" : "";
  return [span(` ${letter} `, chip), span(` ${verdict ?? "no verdict"}`, role), span(`${how}${sure}`, "dim")];
}

/** What somebody is doing now, in one word. */
export function statusOf(state: ViewState, { seat, status, absencesInARow }: MemberState): Span {
  const call = [...state.calls.values()].find(({ speaker }) => speaker === seat.id);
  if (call) return callInWords(call, state);
  if (status === "withdrawn") return span("withdrawn", "dim");
  if (status === "absent") return span("absent", "warn");
  if (absencesInARow > 0) return span(`no answer ×${absencesInARow}`, "warn");
  return span(hasJustPassed(state, seat.id) ? "passed" : "", "dim");
}

/** `thinking`, `speaking`, `retry in 4 s`, and for how many seconds nothing has come. */
export function callInWords({ phase, heardAt, until }: Call, { clock, isPaused, isPaced }: ViewState): Span {
  const silent = Math.floor((clock - heardAt) / 1000);
  if (phase === "waiting") return span(`retry in ${Math.max(0, Math.ceil((until - clock) / 1000))} s`, "warn");
  if (isPaused && isPaced) return span("held", "warn");
  if (phase === "discarded") return span("asked again", "warn");
  if (clock - heardAt >= STALL_MS) return span(`silent ${silent} s`, "warn");
  const seconds = silent >= 1 ? ` ${silent} s` : "";
  return phase === "thinking" ? span(`thinking${seconds}`, "accent") : span("speaking", "good");
}

function hasJustPassed({ items, shown }: ViewState, seat: string): boolean {
  for (let index = shown - 1; index >= Math.max(0, shown - 60); index--) {
    const { event } = items[index]!;
    if (event.type === "turn.passed" && event.speaker === seat) return true;
    if ((event.type === "message.spoken" || event.type === "turn.absent") && event.speaker === seat)
      return false;
  }
  return false;
}

function shareOf(meeting: MeetingState, member: MemberState): number {
  const turns = (each: MemberState) => each.messages + each.passes;
  const members = [...meeting.members.values()].filter(({ seat }) => seat.kind === "member");
  const total = members.reduce((sum, each) => sum + turns(each), 0);
  return total === 0 ? 0 : turns(member) / total;
}

/** A bar of so many columns, filled to a share of 0 to 1. */
export function bar(share: number, width: number, role: Role = "bar"): Line {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  return [span("█".repeat(filled), role), span("░".repeat(width - filled), "dim")];
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

/** Members on one or two rows, where there is no room for a column: chip and surname each. */
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
  const lines: Span[][] = [[]];
  for (const member of members) {
    const piece = stripPiece(state, member, table);
    const last = lines.at(-1)!;
    if (last.length > 0 && lineWidth(last) + lineWidth(piece) > width - 1 && lines.length < rows)
      lines.push([]);
    lines.at(-1)!.push(...piece);
  }
  while (lines.length < rows) lines.push([]);
  return lines.map((line) => fitLine(cutLine(line, width), width));
}

function stripPiece(state: ViewState, member: MemberState, table: Table): readonly Span[] {
  const { seat, status } = member;
  const surname = nameOf(table, seat.id).split(" ").at(-1)!;
  const [letter] = chipOf(state, member, table);
  const isSpeaking = [...state.calls.values()].some(({ speaker }) => speaker === seat.id);
  const role: Role = isSpeaking ? "accent" : status === "active" ? "text" : "dim";
  const name = [span(`${surname}${isSpeaking ? "*" : ""}${status === "withdrawn" ? " (out)" : ""}`, role)];
  return [
    span(" "),
    span(letter!.text.trim(), letter!.role),
    span(" "),
    ...(state.chosen === seat.id ? inRole(name, "selected") : name),
    span(" "),
  ];
}
