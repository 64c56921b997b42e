import type { Search } from "../../../showing/watching/search.ts";
import { questionTo } from "../../../showing/watching/seat.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { cutText, displayWidth } from "../../../text/width.ts";
import type { Window } from "../paint/flow.ts";
import { type Line, span, type TextRole } from "../paint/spans.ts";
import { PANEL_TITLES } from "../panels/panel.ts";
import type { ViewState } from "../state/model.ts";
import { nameOf, tableOf } from "../state/table.ts";
import type { Box, Geometry } from "./layout.ts";
import type { Parts } from "./parts.ts";

export function topRule(state: ViewState, { geometry, panelName }: Parts): Line {
  const { columns, panel } = geometry;
  if (state.isHelpOpen) return labelled(columns, new Map(), " keys ", 2);
  const marks = new Map(edgesAt(geometry, 0).map((column) => [column, "┬"]));
  const { form } = geometry;
  if (form?.top === 0) return labelled(columns, marks, answerTitle(state), form.left + 1);
  const title = panel && panelName ? ` ${PANEL_TITLES[panelName]} ` : "";
  return labelled(columns, marks, title, (panel?.left ?? 0) + 1);
}

export function formRule(state: ViewState, { width }: Box): Line {
  return labelled(width, new Map(), answerTitle(state), 1);
}

function answerTitle(state: ViewState): string {
  const seat = questionTo(state)?.request.seat;
  return ` your answer${seat === undefined ? "" : `: ${seatInWords(state, String(seat))}`} `;
}

function seatInWords(state: ViewState, seat: string): string {
  return state.meeting?.members.has(seat) ? nameOf(tableOf(state), seat) : paintableLine(seat);
}

export function helpRule({ isAtEnd }: Window, columns: number): Line {
  const more = isAtEnd ? "" : " more: ↓ ";
  return overlay(labelled(columns, new Map(), "", 0), more, columns - displayWidth(more) - 1, "accent");
}

export function bottomRule(state: ViewState, parts: Parts): Line {
  const { geometry } = parts;
  const { columns, panel } = geometry;
  const marks = new Map(edgesAt(geometry, geometry.body - 1).map((column) => [column, "┴"]));
  const base = labelled(columns, marks, "", 0);
  const label = [countInWords(state.search, state.marked), positionOf(state, parts.window)]
    .filter((text) => text !== "")
    .join("·");
  const more = panel && parts.panelWindow?.isAtEnd === false ? " more: J " : "";
  const right = (panel && panel.left > 0 ? panel.left - 1 : columns) - displayWidth(label) - 2;
  const placed = overlay(
    base,
    label,
    Math.max(0, right),
    state.reading === null && !state.search ? "dim" : "accent",
  );
  return more === "" ? placed : overlay(placed, more, columns - more.length - 1, "accent");
}

function edgesAt({ members, transcript, panel, form }: Geometry, row: number): readonly number[] {
  return [members, transcript, panel, form]
    .filter((box) => box !== null)
    .filter(({ top, height, left }) => row >= top && row < top + height && left > 0)
    .map(({ left }) => left - 1);
}

function positionOf(state: ViewState, window: Window | null): string {
  if (state.reading === null || !window) return "";
  const last = window.rows.at(-1)?.block ?? 0;
  const below = Math.max(0, state.shown - 1 - last);
  return below === 0 ? " end: f follows " : ` ${below} more below: f follows `;
}

function labelled(columns: number, marks: ReadonlyMap<number, string>, label: string, at: number): Line {
  const cells = Array.from({ length: columns }, (_, column) => marks.get(column) ?? "─");
  if (label === "") return [span(cells.join(""), "rule")];
  const before = cells.slice(0, at).join("");
  return [
    span(before, "rule"),
    span(label, "accent"),
    span(cells.slice(at + displayWidth(label)).join(""), "rule"),
  ];
}

function overlay(rule: Line, label: string, at: number, role: TextRole): Line {
  if (label === "") return rule;
  const text = rule.map((part) => part.text).join("");
  return [
    span(text.slice(0, at), "rule"),
    span(label, role),
    span(text.slice(at + displayWidth(label)), "rule"),
  ];
}

/** ` "pay" 3 of 17 ` */
function countInWords(search: Search | null, marked: number | null): string {
  if (!search) return "";
  const { query, found } = search;
  if (found.length === 0) return " not found ";
  const place = marked === null ? -1 : found.indexOf(marked);
  return ` "${cutText(paintableLine(query), 20)}" ${place === -1 ? "" : `${place + 1} of `}${found.length} `;
}
