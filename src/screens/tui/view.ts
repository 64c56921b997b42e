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
import { createActsLine, createFooterLine } from "./footer.ts";
import { listHeaderLines } from "./header.ts";
import { openHelp } from "./help.ts";
import { BINDINGS } from "./keys.ts";
import { arrangeParts, type Box, type Geometry, isTooSmall, LEAST, type Parts } from "./layout.ts";
import { createSpan, fitLine, type Line, measureLine, type TextRole } from "./lines.ts";
import { listMemberRows } from "./members.ts";
import type { ViewState } from "./model.ts";
import { PANEL_TITLES } from "./panel.ts";
import { displayName, getTable } from "./table.ts";
import { highlightLine } from "./transcript.ts";

export function drawView(state: ViewState): readonly Line[] {
  const { columns, rows } = state.size;
  if (isTooSmall(state.size)) return describeTooSmall(columns, rows);
  const parts = arrangeParts(state);
  const help = state.isHelpOpen ? openHelp(state, BINDINGS) : null;
  const lines = [
    ...listHeaderLines(state, columns),
    drawTopRule(state, parts),
    ...(help ? listHelpLines(help, parts) : listBodyLines(state, parts)),
    state.isActing
      ? createActsLine(state, columns)
      : help
        ? drawHelpRule(help, columns)
        : drawBottomRule(state, parts),
    createFooterLine(state, columns),
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

function listBodyLines(state: ViewState, parts: Parts): readonly Line[] {
  const { geometry, table } = parts;
  const { meeting } = state;
  const { members, transcript, panel, form } = geometry;
  const placed: readonly Placed[] = [
    {
      box: members,
      lines: meeting
        ? listMemberRows(state, meeting, table, members.width - 1, members.height).map(
            ({ line }) => line,
          )
        : [],
      pad: 0,
    },
    transcript && { box: transcript, lines: listTranscriptLines(state, parts), pad: 0 },
    panel && { box: panel, lines: listPanelLines(parts), pad: 1 },
    form && {
      box: { ...form, top: form.top - 1, height: 1 },
      lines: [drawFormRule(state, geometry, form)],
      pad: 0,
      edge: "├",
    },
    form && { box: form, lines: composeLines(state, form.width - 1, form.height), pad: 0 },
  ].filter((each) => each !== null);
  return Array.from({ length: geometry.body }, (_, row) => joinRow(row, placed));
}

function joinRow(row: number, placed: readonly Placed[]): Line {
  return placed
    .filter(({ box }) => row >= box.top && row < box.top + box.height)
    .toSorted((a, b) => a.box.left - b.box.left)
    .flatMap(({ box, lines, pad, edge = "│" }) => {
      const rule = box.left > 0 ? [createSpan(edge, "rule")] : [];
      return [
        ...rule,
        ...fitLine([createSpan(" ".repeat(pad)), ...(lines[row - box.top] ?? [])], box.width),
      ];
    });
}

function listTranscriptLines(state: ViewState, { window }: Parts): readonly Line[] {
  const query = state.search?.query ?? "";
  const marked = findMarkedRow(state, window);
  const lines = window?.rows.map(({ flowLine }, row) => {
    const line = highlightLine(flowLine.line, query);
    return row === marked ? addMark(line) : line;
  });
  return lines && lines.length > 0 ? lines : describeWaiting(state);
}

function listPanelLines({ panelWindow }: Parts): readonly Line[] {
  return panelWindow?.rows.map(({ flowLine }) => flowLine.line) ?? [];
}

function findMarkedRow({ marked, items }: ViewState, window: Window | null): number {
  if (marked === null || !window) return -1;
  const index = findEntryIndex(items, marked);
  return window.rows.findIndex(
    ({ block, flowLine }) => block === index && flowLine.line.length > 0,
  );
}

function addMark([first, ...rest]: Line): Line {
  if (!first) return [];
  const text = first.text.startsWith(" ") ? first.text.slice(1) : first.text.replace(/ $/, "");
  return [createSpan("▸", "accent"), createSpan(text, first.role), ...rest];
}

function describeWaiting(state: ViewState): readonly Line[] {
  return [
    [],
    [
      createSpan("  "),
      createSpan(state.meeting ? "No messages yet." : "Opening the meeting...", "dim"),
    ],
  ];
}

function listHelpLines({ rows }: Window, { geometry }: Parts): readonly Line[] {
  return Array.from({ length: geometry.body }, (_, row) => [
    createSpan("  "),
    ...(rows[row]?.flowLine.line ?? []),
  ]);
}

function describeTooSmall(columns: number, rows: number): readonly Line[] {
  const words = `Boardroom needs ${LEAST.columns}x${LEAST.rows}; this is ${columns}x${rows}`;
  const line =
    measureLine([createSpan(words)]) <= columns ? words : `needs ${LEAST.columns}x${LEAST.rows}`;
  return Array.from({ length: Math.max(1, rows) }, (_, row) =>
    fitLine(row === 0 ? [createSpan(line)] : [], columns),
  );
}

function drawTopRule(state: ViewState, { geometry, panelName }: Parts): Line {
  const { columns, panel } = geometry;
  if (state.isHelpOpen) return drawRule(columns, new Map(), " keys ", 2);
  const marks = new Map(listEdges(geometry, 0).map((column) => [column, "┬"]));
  const { form } = geometry;
  if (form?.top === 0) return drawRule(columns, marks, formatAnswerTitle(state), form.left + 1);
  const title = panel && panelName ? ` ${PANEL_TITLES[panelName]} ` : "";
  return drawRule(columns, marks, title, (panel?.left ?? 0) + 1);
}

/** Below a narrow window's columns it ends their edges; in a wide one it is within its own column. */
function drawFormRule(state: ViewState, geometry: Geometry, { left, top, width }: Box): Line {
  const edges = left > 0 ? [] : listEdges(geometry, top - 2);
  return drawRule(
    width,
    new Map(edges.map((column) => [column, "┴"])),
    formatAnswerTitle(state),
    1,
  );
}

function formatAnswerTitle(state: ViewState): string {
  const seat = findQuestion(state)?.request.seat;
  return ` your answer${seat === undefined ? "" : `: ${displayName(getTable(state), String(seat))}`} `;
}

function drawHelpRule({ isAtEnd }: Window, columns: number): Line {
  const more = isAtEnd ? "" : " more: ↓ ";
  return overlayLabel(
    drawRule(columns, new Map(), "", 0),
    more,
    columns - measureWidth(more) - 1,
    "accent",
  );
}

function drawBottomRule(state: ViewState, parts: Parts): Line {
  const { geometry } = parts;
  const { columns, panel } = geometry;
  const marks = new Map(listEdges(geometry, geometry.body - 1).map((column) => [column, "┴"]));
  const base = drawRule(columns, marks, "", 0);
  const label = [
    formatMatchCount(state.search, state.marked),
    describePosition(state, parts.window),
  ]
    .filter((text) => text !== "")
    .join("·");
  const more =
    panel && parts.panelWindow?.isAtEnd === false ? ` more: ${state.input ? "pgdn" : "J"} ` : "";
  const right = (panel && panel.left > 0 ? panel.left - 1 : columns) - measureWidth(label) - 2;
  const placed = overlayLabel(
    base,
    label,
    Math.max(0, right),
    state.reading === null && !state.search ? "dim" : "accent",
  );
  return more === "" ? placed : overlayLabel(placed, more, columns - more.length - 1, "accent");
}

function listEdges({ members, transcript, panel, form }: Geometry, row: number): readonly number[] {
  return [members, transcript, panel, form]
    .filter((box) => box !== null)
    .filter(({ top, height, left }) => row >= top && row < top + height && left > 0)
    .map(({ left }) => left - 1);
}

function describePosition(state: ViewState, window: Window | null): string {
  if (state.reading === null || !window) return "";
  const last = window.rows.at(-1)?.block ?? 0;
  const below = Math.max(0, state.shown - 1 - last);
  return below === 0 ? " end: f follows " : ` ${below} more below: f follows `;
}

function drawRule(
  columns: number,
  marks: ReadonlyMap<number, string>,
  label: string,
  at: number,
): Line {
  const cells = Array.from({ length: columns }, (_, column) => marks.get(column) ?? "─");
  if (label === "") return [createSpan(cells.join(""), "rule")];
  const before = cells.slice(0, at).join("");
  return [
    createSpan(before, "rule"),
    createSpan(label, "accent"),
    createSpan(cells.slice(at + measureWidth(label)).join(""), "rule"),
  ];
}

function overlayLabel(rule: Line, label: string, at: number, role: TextRole): Line {
  if (label === "") return rule;
  const text = rule.map((part) => part.text).join("");
  return [
    createSpan(text.slice(0, at), "rule"),
    createSpan(label, role),
    createSpan(text.slice(at + measureWidth(label)), "rule"),
  ];
}

function formatMatchCount(search: Search | null, marked: number | null): string {
  if (!search) return "";
  const { query, found } = search;
  if (found.length === 0) return " not found ";
  const place = marked === null ? -1 : found.indexOf(marked);
  return ` "${cutText(cleanLineForPainting(query), 20)}" ${place === -1 ? "" : `${place + 1} of `}${found.length} `;
}
