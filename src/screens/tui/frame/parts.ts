import { type Flow, START, type Window, windowFrom } from "../paint/flow.ts";
import { panelOf } from "../panels/panel.ts";
import { isAnswer, type PanelName, type ViewState } from "../state/model.ts";
import { type Table, tableOf } from "../state/table.ts";
import { transcriptFlow, transcriptWindow } from "../transcript/transcript.ts";
import { type Geometry, HEADER, hasRoomForPanel, isTooSmall, layoutOf } from "./layout.ts";
import { memberRows } from "./members.ts";

export type Parts = {
  readonly geometry: Geometry;
  readonly table: Table;
  readonly panelName: PanelName | null;
  readonly transcript: Flow | null;
  readonly window: Window | null;
  readonly panel: Flow | null;
  readonly panelWindow: Window | null;
};

export function partsOf(state: ViewState): Parts {
  const panelName = shownPanel(state);
  const geometry = geometryOf(state);
  const table = tableOf(state);
  const { transcript: box, panel: beside } = geometry;
  const transcript = box && transcriptFlow(state, table, box.width - 1);
  const panel =
    beside && panelName && state.meeting && panelOf(state, state.meeting, table, panelName, beside.width - 2);
  return {
    ...{ geometry, table, panelName, transcript, panel },
    window: transcript && box && transcriptWindow(state, transcript, box.height),
    panelWindow: panel && beside && windowFrom(panel, state.panelAt ?? START, beside.height),
  };
}

function geometryOf(state: ViewState): Geometry {
  return layoutOf(state.size, {
    hasPanel: shownPanel(state) !== null,
    isPanelAsked: typeof state.panel === "string",
    isWriting: isAnswer(state.input) && !state.isHelpOpen,
  });
}

export function shownPanel({ panel, size }: ViewState): PanelName | null {
  return panel === undefined ? (hasRoomForPanel(size) ? "tally" : null) : panel;
}

/** The seat at a place of the screen, in the column of members. */
export function seatAt(state: ViewState, x: number, y: number): string | null {
  if (!state.meeting || isTooSmall(state.size)) return null;
  const { members } = geometryOf(state);
  const row = y - HEADER - 1;
  if (x >= members.width || row < 0 || row >= members.height) return null;
  const rows = memberRows(state, state.meeting, tableOf(state), members.width - 1, members.height);
  return rows[row]?.seat ?? null;
}

export function isInPanel(state: ViewState, x: number, y: number): boolean {
  if (isTooSmall(state.size)) return false;
  const { panel } = geometryOf(state);
  return panel !== null && x >= panel.left && y - HEADER - 1 < panel.top + panel.height;
}
