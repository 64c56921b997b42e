import type { MeetingState } from "../../../engine/transcript/state.ts";
import { type Flow, START, type Window, windowFrom } from "../paint/flow.ts";
import { type PanelPlace, panelOf } from "../panels/panel.ts";
import { isAnswer, type PanelName, type ViewState } from "../state/model.ts";
import { type Table, tableOf } from "../state/table.ts";
import { transcriptFlow, transcriptWindow } from "../transcript/transcript.ts";
import { type Box, type Geometry, HEADER, hasRoomForPanel, isTooSmall, layoutOf } from "./layout.ts";
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
  const transcript = once(() =>
    geometry.transcript ? transcriptFlow(state, table, textWidth(geometry.transcript)) : null,
  );
  const window = once(() => {
    const flow = transcript();
    return flow && geometry.transcript && transcriptWindow(state, flow, geometry.transcript.height);
  });
  const panel = once(() => {
    if (!geometry.panel || !panelName || !state.meeting) return null;
    const width = geometry.panel.width - 2;
    return panelOnce(state, state.meeting, table, { name: panelName, width });
  });
  return {
    geometry,
    table,
    panelName,
    get transcript() {
      return transcript();
    },
    get window() {
      return window();
    },
    get panel() {
      return panel();
    },
    get panelWindow() {
      const shown = panel();
      return shown && geometry.panel && windowFrom(shown, state.panelAt ?? START, geometry.panel.height);
    },
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

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function textWidth({ width }: Box): number {
  return width - 1;
}

type Kept<Value> = { readonly key: readonly unknown[]; readonly value: Value };

/** The last one laid out: what a key needs to scroll it is what is painted after. */
function keeping<Value>(): (key: readonly unknown[], make: () => Value) => Value {
  let kept: Kept<Value> | null = null;
  return (key, make) => {
    const isSame = kept?.key.length === key.length && kept.key.every((part, index) => part === key[index]);
    if (kept && isSame) return kept.value;
    const value = make();
    kept = { key, value };
    return value;
  };
}

const panelKept = keeping<Flow>();

function panelOnce(state: ViewState, meeting: MeetingState, table: Table, place: PanelPlace): Flow {
  const { cursor, items, shown, selection, calls, chosen, mode } = state;
  // Seconds of silence are told beside whoever is being waited for.
  const clock = place.name === "member" && calls.size > 0 ? state.clock : 0;
  const said = [meeting, table, cursor, items, items.length, shown, selection, calls, chosen];
  const key = [...said, mode, clock, place.name, place.width];
  return panelKept(key, () => panelOf(state, meeting, table, place));
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
