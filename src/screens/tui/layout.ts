/** Divides the terminal between members, debate, panel and form, for each size of the window. */

import { type Flow, openWindow, START, type Window } from "./flow.ts";
import { listMemberRows } from "./members.ts";
import { isAnswer, type PanelName, type Size, type ViewState } from "./model.ts";
import { createPanel } from "./panel.ts";
import { getTable, type Table } from "./table.ts";
import { createTranscriptFlow, openTranscript } from "./transcript.ts";

export const LEAST: Size = { columns: 60, rows: 15 };

export const MEMBERS = 20;
const WIDE = 112;
const HEADER = 2;
const FRAME = 3;

export type Box = {
  left: number;
  top: number;
  width: number;
  height: number;
};

export type Geometry = {
  columns: number;
  body: number;
  members: Box;
  transcript: Box | null;
  panel: Box | null;
  form: Box | null;
};

type ShownParts = {
  hasPanel: boolean;
  isPanelAsked: boolean;
  isWriting: boolean;
};

export function countBodyRows({ rows }: Size): number {
  return rows - HEADER - FRAME;
}

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < LEAST.columns || rows < LEAST.rows;
}

function hasRoomForPanel({ columns }: Size): boolean {
  return columns >= WIDE;
}

/** Rows of an answer below a panel that the user asked for in a narrow window. */
const LEAST_FORM = 4;

/** A form takes the panel's place, or its lower part if the user asked for the panel. In a narrow window it is below the rest. */
function chooseLayout({ columns, rows }: Size, shown: ShownParts): Geometry {
  const { hasPanel, isPanelAsked, isWriting } = shown;
  const body = countBodyRows({ columns, rows });
  const left = MEMBERS + 1;
  const rest = columns - left;
  if (!hasRoomForPanel({ columns, rows })) {
    const share = isPanelAsked ? body - 1 - LEAST_FORM : Math.max(2, Math.floor((body - 1) * 0.3));
    const height = isWriting ? share : body;
    const main = { left, top: 0, width: rest, height };
    return {
      columns,
      body,
      members: { left: 0, top: 0, width: MEMBERS, height },
      transcript: hasPanel ? null : main,
      panel: hasPanel ? main : null,
      form: isWriting
        ? { left: 0, top: height + 1, width: columns, height: body - height - 1 }
        : null,
    };
  }
  const right = isWriting || hasPanel ? Math.min(100, Math.max(36, Math.floor(columns * 0.3))) : 0;
  const over = !isWriting ? body : hasPanel && isPanelAsked ? Math.floor((body - 1) * 0.5) : -1;
  const side = { left: columns - right, width: right };
  return {
    columns,
    body,
    members: { left: 0, top: 0, width: MEMBERS, height: body },
    transcript: { left, top: 0, width: rest - (right > 0 ? right + 1 : 0), height: body },
    panel: right > 0 && over > 0 ? { ...side, top: 0, height: over } : null,
    form: isWriting ? { ...side, top: over + 1, height: body - over - 1 } : null,
  };
}

export type Parts = {
  geometry: Geometry;
  table: Table;
  panelName: PanelName | null;
  transcript: Flow | null;
  window: Window | null;
  panel: Flow | null;
  panelWindow: Window | null;
};

export function arrangeParts(state: ViewState): Parts {
  const panelName = chooseShownPanel(state);
  const geometry = createGeometry(state);
  const table = getTable(state);
  const { transcript: box, panel: side } = geometry;
  const transcript = box && createTranscriptFlow(state, table, box.width - 1);
  const panel =
    side &&
    panelName &&
    state.meeting &&
    createPanel(state, state.meeting, table, panelName, side.width - 2);
  return {
    geometry,
    table,
    panelName,
    transcript,
    panel,
    window: transcript && box && openTranscript(state, transcript, box.height),
    panelWindow: panel && side && openWindow(panel, state.panelAt ?? START, side.height),
  };
}

function createGeometry(state: ViewState): Geometry {
  return chooseLayout(state.size, {
    hasPanel: chooseShownPanel(state) !== null,
    isPanelAsked: typeof state.panel === "string",
    isWriting: isAnswer(state.input) && !state.isHelpOpen,
  });
}

export function chooseShownPanel({ panel, size }: ViewState): PanelName | null {
  return panel === undefined ? (hasRoomForPanel(size) ? "tally" : null) : panel;
}

export function seatAt(state: ViewState, x: number, y: number): string | null {
  if (!state.meeting || isTooSmall(state.size)) return null;
  const { members } = createGeometry(state);
  const row = y - HEADER - 1;
  if (x >= members.width || row < 0 || row >= members.height) return null;
  const rows = listMemberRows(
    state,
    state.meeting,
    getTable(state),
    members.width - 1,
    members.height,
  );
  return rows[row]?.seat ?? null;
}

export function isInPanel(state: ViewState, x: number, y: number): boolean {
  if (isTooSmall(state.size)) return false;
  const { panel } = createGeometry(state);
  return panel !== null && x >= panel.left && y - HEADER - 1 < panel.top + panel.height;
}
