import { composeLines } from "./compose.ts";
import type { Flow } from "./flow.ts";
import { type Window, windowAtEnd, windowFrom } from "./flow.ts";
import { footerLine } from "./footer.ts";
import { headerLines } from "./header.ts";
import { helpFlow } from "./help.ts";
import { itemIndexAt } from "./items.ts";
import { type Column, type Geometry, hasRoomForPanel, isTooSmall, LEAST, layoutOf } from "./layout.ts";
import { memberRows, memberStrip } from "./members.ts";
import { isAnswer, type PanelName, type ViewState } from "./model.ts";
import { PANEL_TITLES, type Panel, panelOf } from "./panels/panel.ts";
import { fitLine, type Line, lineWidth, type Role, span } from "./spans.ts";
import { type Table, tableOf } from "./table.ts";
import { highlighted, transcriptFlow, transcriptWindow } from "./transcript.ts";

/** The whole screen: exactly `rows` lines of exactly `columns` columns. */
export function view(state: ViewState): readonly Line[] {
  const { columns, rows } = state.size;
  if (isTooSmall(state.size)) return tooSmall(columns, rows);
  const parts = partsOf(state);
  const lines = [
    ...headerLines(state, columns),
    ...stripLines(state, parts),
    topRule(parts.geometry, state),
    ...bodyLines(state, parts),
    statusRule(state, parts),
    footerLine(state, columns),
  ];
  return lines.map((line) => fitLine(line, columns));
}

/** What stands where, for those who paint it and those who scroll it. */
export type Parts = {
  readonly geometry: Geometry;
  readonly table: Table;
  readonly panelName: PanelName | null;
  readonly transcript: Flow | null;
  readonly window: Window | null;
  readonly panel: Panel | null;
  readonly panelWindow: Window | null;
  readonly help: Flow | null;
  /** Rows of the transcript and of the panel. */
  readonly height: number;
};

export function partsOf(state: ViewState): Parts {
  const panelName = shownPanel(state);
  const geometry = layoutOf(state.size, panelName !== null);
  const table = tableOf(state);
  const height = geometry.body;
  const transcript = geometry.transcript ? transcriptFlow(state, table, textWidth(geometry.transcript)) : null;
  const window = transcript && transcriptWindow(state, transcript, height);
  const panel =
    geometry.panel && panelName && state.meeting
      ? panelOf(state, state.meeting, table, {
          name: panelName,
          width: geometry.panel.width - 2,
          lastItem: lastItemOf(state, window),
        })
      : null;
  return {
    geometry,
    table,
    panelName,
    transcript,
    window,
    panel,
    panelWindow: panel && panelWindow(state, panel, height - panel.head.length),
    help: state.isHelpOpen ? helpFlow(state, state.size.columns - 4) : null,
    height,
  };
}

/** What was jumped to, else the last item in view. */
function lastItemOf({ marked, items, shown }: ViewState, window: Window | null): number {
  if (marked !== null) return itemIndexAt(items, marked);
  return window?.rows.at(-1)?.block ?? shown - 1;
}

/** The panel that is asked for, or the tally where there is room to spare. */
export function shownPanel({ panel, size }: ViewState): PanelName | null {
  return panel === undefined ? (hasRoomForPanel(size) ? "tally" : null) : panel;
}

/** The seat whose card or row is at a place of the screen, from 0. */
export function seatAt(state: ViewState, x: number, y: number): string | null {
  if (!state.meeting || isTooSmall(state.size)) return null;
  const { geometry, table } = partsOf(state);
  const row = y - geometry.header - geometry.strip - 1;
  const { members } = geometry;
  if (!members || x >= members.left + members.width || row < 0 || row >= geometry.body) return null;
  return memberRows(state, state.meeting, table, members.width, geometry.body).seats[row] ?? null;
}

/** Whether a place of the screen belongs to the panel. */
export function isInPanel(state: ViewState, x: number): boolean {
  if (isTooSmall(state.size)) return false;
  const { panel } = layoutOf(state.size, shownPanel(state) !== null);
  return panel !== null && x >= panel.left;
}

/** The transcript keeps a blank column on its right. */
function textWidth({ width }: Column): number {
  return width - 1;
}

function panelWindow(state: ViewState, { flow, opensAt }: Panel, height: number): Window {
  const at = state.panelAt ?? opensAt;
  return at === "end" ? windowAtEnd(flow, height) : windowFrom(flow, at, height);
}

function stripLines(state: ViewState, { geometry, table }: Parts): readonly Line[] {
  if (geometry.strip === 0) return [];
  if (!state.meeting) return blanks(geometry.strip);
  return memberStrip(state, state.meeting, table, geometry.columns, geometry.strip);
}

function bodyLines(state: ViewState, parts: Parts): readonly Line[] {
  const { geometry, table, window, panelWindow, height } = parts;
  const { meeting } = state;
  if (parts.help) return helpLines(state, parts.help, geometry.body);
  const members =
    meeting && geometry.members ? memberRows(state, meeting, table, geometry.members.width, height).lines : [];
  const query = state.search?.query ?? "";
  const marked = markedRow(state, window);
  const transcript =
    window?.rows.map(({ flowLine }, row) => {
      const line = highlighted(flowLine.line, query);
      return row === marked ? withMark(line) : line;
    }) ?? [];
  const panel = [
    ...(parts.panel?.head ?? []),
    ...(panelWindow?.rows.map(({ flowLine }) => flowLine.line) ?? []),
  ];
  const width = (geometry.transcript ?? geometry.panel)?.width ?? geometry.columns;
  const written = isAnswer(state.input) ? composeLines(state, width - 1, height) : null;
  const columns = [
    { column: geometry.members, lines: members, pad: 0 },
    {
      column: geometry.transcript,
      lines: written ?? (transcript.length === 0 ? waitingFor(state) : transcript),
      pad: 0,
    },
    { column: geometry.panel, lines: geometry.transcript ? panel : (written ?? panel), pad: 1 },
  ];
  return Array.from({ length: height }, (_, row) =>
    columns.flatMap(({ column, lines, pad }) => {
      if (!column) return [];
      const rule = column.left > 0 ? [span("│", "rule")] : [];
      return [...rule, ...fitLine([span(" ".repeat(pad)), ...(lines[row] ?? [])], column.width)];
    }),
  );
}

/** The first row of what was jumped to. */
function markedRow({ marked, items }: ViewState, window: Window | null): number {
  if (marked === null || !window) return -1;
  const index = itemIndexAt(items, marked);
  return window.rows.findIndex(({ block, flowLine }) => block === index && flowLine.line.length > 0);
}

/** Points at what was jumped to. */
function withMark([first, ...rest]: Line): Line {
  return first ? [span("▸", "accent"), span(first.text.slice(1), first.role), ...rest] : [];
}

function waitingFor(state: ViewState): readonly Line[] {
  return [
    [],
    [span("  "), span(state.meeting ? "Nothing has been said yet." : "Opening the meeting...", "dim")],
  ];
}

function helpLines(state: ViewState, flow: Flow, height: number): readonly Line[] {
  const window = state.panelAt
    ? windowFrom(flow, state.panelAt, height)
    : windowFrom(flow, { block: 0, at: 0 }, height);
  return Array.from({ length: height }, (_, row) => [span("  "), ...(window.rows[row]?.flowLine.line ?? [])]);
}

/** The rule under the header, with the panel's name in it. */
function topRule({ columns, members, panel }: Geometry, state: ViewState): Line {
  const name = shownPanel(state);
  const marks = new Map<number, string>();
  if (state.isHelpOpen) return labelled(columns, marks, " keys ", 2);
  if (members) marks.set(members.width, "┬");
  if (panel && panel.left > 0) marks.set(panel.left - 1, "┬");
  return labelled(columns, marks, name ? ` ${PANEL_TITLES[name]} ` : "", (panel?.left ?? 0) + 1);
}

function labelled(columns: number, marks: ReadonlyMap<number, string>, label: string, at: number): Line {
  const cells = Array.from({ length: columns }, (_, column) => marks.get(column) ?? "─");
  const before = cells.slice(0, at).join("");
  if (label === "") return [span(cells.join(""), "rule")];
  return [span(before, "rule"), span(label, "accent"), span(cells.slice(at + label.length).join(""), "rule")];
}

/** The rule above the footer tells how far down one is reading. */
function statusRule(state: ViewState, { geometry, window, panelWindow }: Parts): Line {
  const { columns, members, panel } = geometry;
  const marks = new Map<number, string>();
  if (members && !state.isHelpOpen) marks.set(members.width, "┴");
  if (panel && panel.left > 0 && !state.isHelpOpen) marks.set(panel.left - 1, "┴");
  const base = labelled(columns, marks, "", 0);
  const label = state.isHelpOpen ? "" : positionOf(state, window);
  const more = panelWindow && !panelWindow.isAtEnd && panel && !state.isHelpOpen ? " more: J " : "";
  const right = (panel && panel.left > 0 ? panel.left - 1 : columns) - label.length - 2;
  const placed = overlay(base, label, Math.max(0, right), state.reading === null ? "dim" : "accent");
  return more === "" ? placed : overlay(placed, more, columns - more.length - 1, "dim");
}

function positionOf(state: ViewState, window: Window | null): string {
  if (state.reading === null || !window)
    return state.search && !state.search.isFound ? (state.search.scan ? " searching " : " not found ") : "";
  const last = window.rows.at(-1)?.block ?? 0;
  const below = Math.max(0, state.shown - 1 - last);
  return below === 0 ? " end: f follows " : ` ${below} more below: f follows `;
}

/** Puts a label over a rule. */
function overlay(rule: Line, label: string, at: number, role: Role): Line {
  if (label === "") return rule;
  const text = rule.map((part) => part.text).join("");
  return [span(text.slice(0, at), "rule"), span(label, role), span(text.slice(at + label.length), "rule")];
}

function tooSmall(columns: number, rows: number): readonly Line[] {
  const words = `Boardroom needs ${LEAST.columns}x${LEAST.rows}; this is ${columns}x${rows}`;
  const line = lineWidth([span(words)]) <= columns ? words : `needs ${LEAST.columns}x${LEAST.rows}`;
  return Array.from({ length: Math.max(1, rows) }, (_, row) => fitLine(row === 0 ? [span(line)] : [], columns));
}

function blanks(count: number): readonly Line[] {
  return Array.from({ length: count }, () => []);
}
