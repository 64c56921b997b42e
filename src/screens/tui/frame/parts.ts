import type { MeetingState } from "../../../engine/transcript/state.ts";
import { itemIndexAt } from "../../../showing/watching/item-index.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrap } from "../../../text/wrap.ts";
import { type Flow, type Window, windowFrom } from "../paint/flow.ts";
import { BLANK, fitLine, type Line, span } from "../paint/spans.ts";
import { type Panel, type PanelPlace, panelOf } from "../panels/panel.ts";
import { flowOf } from "../panels/rows.ts";
import { ACTS, type Binding, KEYS } from "../state/keys.ts";
import { hasEnded, isAnswer, type PanelName, type ViewState } from "../state/model.ts";
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
  readonly panel: Panel | null;
  readonly panelWindow: Window | null;
  readonly help: Flow | null;
  readonly helpWindow: Window | null;
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
    return panelOnce(state, state.meeting, table, {
      name: panelName,
      width,
      lastItem: lastItemOf(state, window()),
    });
  });
  const help = once(() => (state.isHelpOpen ? helpOnce(state, geometry.columns - 4) : null));
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
      return shown && geometry.panel && panelWindow(state, shown, geometry.panel.height - shown.head.length);
    },
    get help() {
      return help();
    },
    get helpWindow() {
      const flow = help();
      return flow && windowFrom(flow, state.panelAt ?? { block: 0, at: 0 }, geometry.body);
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

function lastItemOf({ marked, items, shown }: ViewState, window: Window | null): number {
  if (marked !== null) return itemIndexAt(items, marked);
  return window?.rows.at(-1)?.block ?? shown - 1;
}

function textWidth({ width }: Box): number {
  return width - 1;
}

function panelWindow(state: ViewState, { flow, opensAt }: Panel, height: number): Window {
  return windowFrom(flow, state.panelAt ?? opensAt, height);
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

const panelKept = keeping<Panel>();
const helpKept = keeping<Flow>();

function panelOnce(state: ViewState, meeting: MeetingState, table: Table, place: PanelPlace): Panel {
  const { cursor, items, shown, selection, calls, chosen, citation, isCounting, mode } = state;
  const clock = place.name === "member" && calls.size > 0 ? state.clock : 0;
  const said = [meeting, table, cursor, items, items.length, shown, selection, calls, chosen, citation];
  const key = [...said, isCounting, mode, clock, place.name, place.width, place.lastItem];
  return panelKept(key, () => panelOf(state, meeting, table, place));
}

function helpOnce(state: ViewState, width: number): Flow {
  const { mode, isPaced, canAct } = state;
  return helpKept([mode, isPaced, canAct, hasEnded(state), width], () => helpFlow(state, width));
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

/** A column of keys needs so many columns of the terminal. */
const LEAST_COLUMNS = 40;
const BETWEEN = 2;

/** All keys by group, in one column or two. */
function helpFlow(state: ViewState, width: number): Flow {
  const columns = width >= 2 * LEAST_COLUMNS + BETWEEN ? 2 : 1;
  const each = Math.floor((width - BETWEEN * (columns - 1)) / columns);
  const known = [...KEYS, ...ACTS].filter(({ group, when }) =>
    group === "Acts" ? state.canAct : group !== "The meeting" || (when?.(state) ?? true),
  );
  const blocks = [...new Set(known.map(({ group }) => group))].map((group) =>
    blockOf(
      group,
      known.filter((binding) => binding.group === group),
      each,
    ),
  );
  const half = Math.ceil(blocks.reduce((sum, { length }) => sum + length, 0) / columns);
  const packed: Line[][] = Array.from({ length: columns }, () => []);
  let at = 0;
  for (const block of blocks) {
    if ((packed[at]?.length ?? 0) + block.length > half + 2 && at < columns - 1 && packed[at]?.length) at++;
    packed[at]?.push(...block);
  }
  const rows = Math.max(...packed.map(({ length }) => length)) - 1;
  return flowOf(
    Array.from({ length: rows }, (_, row) =>
      packed.flatMap((lines, index) => [
        ...(index === 0 ? [] : [span(" ".repeat(BETWEEN))]),
        ...fitLine(lines[row] ?? BLANK, each),
      ]),
    ),
  );
}

function blockOf(title: string, bindings: readonly Binding[], width: number): readonly Line[] {
  const label = Math.max(...bindings.map(({ key }) => displayWidth(key))) + 2;
  return [
    [span(title, "strong")],
    ...bindings.flatMap(({ key, help }) =>
      wrap(help, Math.max(8, width - label - 1)).map(
        (row, index): Line => [
          span(` ${index === 0 ? key + " ".repeat(label - displayWidth(key)) : " ".repeat(label)}`, "key"),
          span(row),
        ],
      ),
    ),
    BLANK,
  ];
}
