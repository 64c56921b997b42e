import { personOn } from "../../../engine/meeting/people/person.ts";
import type { MeetingState, MemberState } from "../../../engine/transcript/state.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { displayWidth } from "../../../text/width.ts";
import { fitLine, justified, type Line, lineWidth, type Span, span } from "../paint/spans.ts";
import { statusOf } from "../state/doing.ts";
import { bar, chipOf, type HeldVerdict, heldBy, shareOf } from "../state/held.ts";
import type { ViewState } from "../state/model.ts";
import { badgeOf, nameOf, type Table } from "../state/table.ts";

type Card = {
  readonly state: ViewState;
  readonly meeting: MeetingState;
  readonly table: Table;
  readonly member: MemberState;
  readonly width: number;
  readonly rows: number;
  readonly isShort: boolean;
};

export function cardOf(card: Card): readonly Line[] {
  const { rows, width } = card;
  const model = modelOf(card.member, card.table);
  if (rows <= 2) return rows === 1 ? [tightRow(card)] : [nameRow(card, true), verdictRow(card)];
  if (rows === 3) return [nameRow(card, false), verdictRow(card), shareRow(card)];
  const full = [nameRow(card, false), titleRow(card), verdictRow(card), shareRow(card)];
  if (rows === 4) return full;
  const withModel = model === "" ? full : [...full.slice(0, 2), modelRow(model, width), ...full.slice(2)];
  return withModel.length < rows ? [...withModel, fitLine([], width)] : withModel;
}

function headOf({ state, table, member, isShort }: Card): readonly [Span, Span, Span, Span] {
  const { id } = member.seat;
  const { text, chip, role } = badgeOf(table, id);
  const isChosen = state.chosen === id;
  const isSpeaking = [...state.calls.values()].some(({ speaker }) => speaker === id);
  const name = isShort ? surnameOf(table, id) : nameOf(table, id);
  return [
    span(isChosen ? "▸" : isSpeaking ? "●" : " ", isSpeaking && !isChosen ? "good" : "accent"),
    span(` ${text} `, chip),
    span(" "),
    span(name, member.status === "active" ? role : "dim"),
  ];
}

function nameRow(card: Card, hasStatus: boolean): Line {
  return justified(headOf(card), hasStatus ? [statusOf(card.state, card.member)] : [], card.width);
}

function tightRow(card: Card): Line {
  const { state, table, member, width } = card;
  const [mark, badge, gap, name] = headOf(card);
  const [chip] = chipOf(state, member, table);
  return justified([mark, badge, chip, gap, name], [statusOf(state, member)], width);
}

function titleRow({ state, table, member, width }: Card): Line {
  const { seat } = member;
  const role = state.roles.get(seat.id);
  const isHidden = table.isHidden(seat.id);
  const person = isHidden ? null : personOn(seat);
  const title = isHidden ? "" : paintableLine(seat.persona.title);
  return justified(
    [
      span(" ".repeat(HEAD_COLUMNS)),
      ...(role === undefined ? [] : [span(`${paintableLine(role)}${title === "" ? "" : ", "}`, "accent")]),
      ...(person === null ? [] : [span(`by ${paintableLine(person)}, `, "accent")]),
      span(title, "dim"),
    ],
    [],
    width,
  );
}

/** A model that thinks: of simulated members the header tells, of people the row above. */
export function modelOf({ seat }: MemberState, table: Table): string {
  const isModel = seat.model !== "template" && !seat.model.startsWith("simulated") && personOn(seat) === null;
  return isModel && !table.isHidden(seat.id) ? paintableLine(seat.model) : "";
}

function modelRow(model: string, width: number): Line {
  return fitLine([span(" ".repeat(HEAD_COLUMNS)), span(model, "dim")], width);
}

function verdictRow({ state, table, member, width }: Card): Line {
  const [chip, verdict] = chipOf(state, member, table);
  const left = [span(" "), chip, span("  "), verdict];
  const { confidence, by } = state.isCounting ? NOTHING_HELD : heldBy(state, member);
  const sure = confidence === null ? [] : [`${Math.round(confidence * 100)} % sure`];
  const words =
    by === "ballot" ? [["by ballot", ...sure].join(", "), ["ballot", ...sure].join(" "), ...sure] : sure;
  const fitting = words.find((text) => lineWidth(left) + 1 + displayWidth(text) <= width);
  return justified(left, fitting === undefined ? [] : [span(fitting, "dim")], width);
}

const NOTHING_HELD: HeldVerdict = { verdict: null, confidence: null, by: "debate" };

function shareRow({ state, meeting, member, width }: Card): Line {
  const doing = statusOf(state, member);
  // Where answers are given in private, nobody has turns.
  if (state.isCounting || meeting.speakers.length === 0) return justified([], [doing], width);
  const share = shareOf(meeting, member);
  const percent = `${Math.round(share * 100)} %`;
  const left = width - HEAD_COLUMNS - (doing.text === "" ? 0 : displayWidth(doing.text) + 1);
  const figure = [`${percent} of turns`, `${percent} turns`].find((words) => displayWidth(words) <= left) ?? "";
  const room = left - displayWidth(figure) - 1;
  const length = Math.min(MOST_BAR, room);
  const shown = length >= 2 ? [...bar(share, length), span(" ")] : [];
  const right = doing.text === "" ? [] : [doing];
  return justified([span(" ".repeat(HEAD_COLUMNS)), ...shown, span(figure, "dim")], right, width);
}

const MOST_BAR = 8;

export function surnameOf(table: Table, seat: string): string {
  const name = nameOf(table, seat);
  return name.slice(name.lastIndexOf(" ") + 1);
}

export function nameRoom(width: number, rows: number): number {
  return width - HEAD_COLUMNS - (rows <= 2 ? STATUS_COLUMNS : 0) - (rows === 1 ? CHIP_COLUMNS : 0);
}

const HEAD_COLUMNS = 6;

const STATUS_COLUMNS = 10;

const CHIP_COLUMNS = 4;
