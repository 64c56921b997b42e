/**
 * Draws the full-screen view as lines, from its state alone. It puts header, members, debate,
 * panel, form and footer together.
 */

import { findEntryIndex } from "../../showing/entries.ts";
import type { Search } from "../../showing/watching/search.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import { cleanLineForPainting } from "../../text/paintable.ts";
import { cutText, measureWidth } from "../../text/width.ts";
import { composeLines } from "./answer-lines.ts";
import type { Window } from "./flow.ts";
import { actsLine, footerLine } from "./footer.ts";
import { headerLines } from "./header.ts";
import { helpWindow } from "./help.ts";
import { BINDINGS } from "./keys.ts";
import { type Box, type Geometry, isTooSmall, LEAST, type Parts, partsOf } from "./layout.ts";
import { fitLine, type Line, lineWidth, span, type TextRole } from "./lines.ts";
import { memberRows } from "./members.ts";
import type { ViewState } from "./model.ts";
import { PANEL_TITLES } from "./panel.ts";
import { nameOf, tableOf } from "./table.ts";
import { highlighted } from "./transcript.ts";

export function view(state: ViewState): readonly Line[] {
  const { columns, rows } = state.size;
  if (isTooSmall(state.size)) return tooSmall(columns, rows);
  const parts = partsOf(state);
  const help = state.isHelpOpen ? helpWindow(state, BINDINGS) : null;
  const lines = [
    ...headerLines(state, columns),
    topRule(state, parts),
    ...(help ? helpLines(help, parts) : bodyLines(state, parts)),
    state.isActing
      ? actsLine(state, columns)
      : help
        ? helpRule(help, columns)
        : bottomRule(state, parts),
    footerLine(state, columns),
  ];
  return lines.map((line) => fitLine(line, columns));
}

type Placed = {
  box: Box;
  lines: readonly Line[];
  pad: number;
  /** What divides it from the box to its left. */
  edge?: string;
};

function bodyLines(state: ViewState, parts: Parts): readonly Line[] {
  const { geometry, table } = parts;
  const { meeting } = state;
  const { members, transcript, panel, form } = geometry;
  const placed: readonly Placed[] = [
    {
      box: members,
      lines: meeting
        ? memberRows(state, meeting, table, members.width - 1, members.height).map(
            ({ line }) => line,
          )
        : [],
      pad: 0,
    },
    transcript && { box: transcript, lines: transcriptLines(state, parts), pad: 0 },
    panel && { box: panel, lines: panelLines(parts), pad: 1 },
    form && {
      box: { ...form, top: form.top - 1, height: 1 },
      lines: [formRule(state, geometry, form)],
      pad: 0,
      edge: "├",
    },
    form && { box: form, lines: composeLines(state, form.width - 1, form.height), pad: 0 },
  ].filter((each) => each !== null);
  return Array.from({ length: geometry.body }, (_, row) => rowAt(row, placed));
}

function rowAt(row: number, placed: readonly Placed[]): Line {
  return placed
    .filter(({ box }) => row >= box.top && row < box.top + box.height)
    .toSorted((a, b) => a.box.left - b.box.left)
    .flatMap(({ box, lines, pad, edge = "│" }) => {
      const rule = box.left > 0 ? [span(edge, "rule")] : [];
      return [
        ...rule,
        ...fitLine([span(" ".repeat(pad)), ...(lines[row - box.top] ?? [])], box.width),
      ];
    });
}

function transcriptLines(state: ViewState, { window }: Parts): readonly Line[] {
  const query = state.search?.query ?? "";
  const marked = markedRow(state, window);
  const lines = window?.rows.map(({ flowLine }, row) => {
    const line = highlighted(flowLine.line, query);
    return row === marked ? withMark(line) : line;
  });
  return lines && lines.length > 0 ? lines : waitingFor(state);
}

function panelLines({ panelWindow }: Parts): readonly Line[] {
  return panelWindow?.rows.map(({ flowLine }) => flowLine.line) ?? [];
}

function markedRow({ marked, items }: ViewState, window: Window | null): number {
  if (marked === null || !window) return -1;
  const index = findEntryIndex(items, marked);
  return window.rows.findIndex(
    ({ block, flowLine }) => block === index && flowLine.line.length > 0,
  );
}

function withMark([first, ...rest]: Line): Line {
  if (!first) return [];
  const text = first.text.startsWith(" ") ? first.text.slice(1) : first.text.replace(/ $/, "");
  return [span("▸", "accent"), span(text, first.role), ...rest];
}

function waitingFor(state: ViewState): readonly Line[] {
  return [
    [],
    [span("  "), span(state.meeting ? "No messages yet." : "Opening the meeting...", "dim")],
  ];
}

function helpLines({ rows }: Window, { geometry }: Parts): readonly Line[] {
  return Array.from({ length: geometry.body }, (_, row) => [
    span("  "),
    ...(rows[row]?.flowLine.line ?? []),
  ]);
}

function tooSmall(columns: number, rows: number): readonly Line[] {
  const words = `Boardroom needs ${LEAST.columns}x${LEAST.rows}; this is ${columns}x${rows}`;
  const line = lineWidth([span(words)]) <= columns ? words : `needs ${LEAST.columns}x${LEAST.rows}`;
  return Array.from({ length: Math.max(1, rows) }, (_, row) =>
    fitLine(row === 0 ? [span(line)] : [], columns),
  );
}

function topRule(state: ViewState, { geometry, panelName }: Parts): Line {
  const { columns, panel } = geometry;
  if (state.isHelpOpen) return labelled(columns, new Map(), " keys ", 2);
  const marks = new Map(edgesAt(geometry, 0).map((column) => [column, "┬"]));
  const { form } = geometry;
  if (form?.top === 0) return labelled(columns, marks, answerTitle(state), form.left + 1);
  const title = panel && panelName ? ` ${PANEL_TITLES[panelName]} ` : "";
  return labelled(columns, marks, title, (panel?.left ?? 0) + 1);
}

/** Below a narrow window's columns it ends their edges; in a wide one it is within its own column. */
function formRule(state: ViewState, geometry: Geometry, { left, top, width }: Box): Line {
  const edges = left > 0 ? [] : edgesAt(geometry, top - 2);
  return labelled(width, new Map(edges.map((column) => [column, "┴"])), answerTitle(state), 1);
}

function answerTitle(state: ViewState): string {
  const seat = findQuestion(state)?.request.seat;
  return ` your answer${seat === undefined ? "" : `: ${nameOf(tableOf(state), String(seat))}`} `;
}

function helpRule({ isAtEnd }: Window, columns: number): Line {
  const more = isAtEnd ? "" : " more: ↓ ";
  return overlay(
    labelled(columns, new Map(), "", 0),
    more,
    columns - measureWidth(more) - 1,
    "accent",
  );
}

function bottomRule(state: ViewState, parts: Parts): Line {
  const { geometry } = parts;
  const { columns, panel } = geometry;
  const marks = new Map(edgesAt(geometry, geometry.body - 1).map((column) => [column, "┴"]));
  const base = labelled(columns, marks, "", 0);
  const label = [countInWords(state.search, state.marked), positionOf(state, parts.window)]
    .filter((text) => text !== "")
    .join("·");
  const more =
    panel && parts.panelWindow?.isAtEnd === false ? ` more: ${state.input ? "pgdn" : "J"} ` : "";
  const right = (panel && panel.left > 0 ? panel.left - 1 : columns) - measureWidth(label) - 2;
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

function labelled(
  columns: number,
  marks: ReadonlyMap<number, string>,
  label: string,
  at: number,
): Line {
  const cells = Array.from({ length: columns }, (_, column) => marks.get(column) ?? "─");
  if (label === "") return [span(cells.join(""), "rule")];
  const before = cells.slice(0, at).join("");
  return [
    span(before, "rule"),
    span(label, "accent"),
    span(cells.slice(at + measureWidth(label)).join(""), "rule"),
  ];
}

function overlay(rule: Line, label: string, at: number, role: TextRole): Line {
  if (label === "") return rule;
  const text = rule.map((part) => part.text).join("");
  return [
    span(text.slice(0, at), "rule"),
    span(label, role),
    span(text.slice(at + measureWidth(label)), "rule"),
  ];
}

function countInWords(search: Search | null, marked: number | null): string {
  if (!search) return "";
  const { query, found } = search;
  if (found.length === 0) return " not found ";
  const place = marked === null ? -1 : found.indexOf(marked);
  return ` "${cutText(cleanLineForPainting(query), 20)}" ${place === -1 ? "" : `${place + 1} of `}${found.length} `;
}
