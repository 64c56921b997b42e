/**
 * Changes of the state while a person reads: scroll, search, jump, choose a member, open a panel.
 */

import { isNonEmpty, pickInTurn } from "../../lists.ts";
import { type Entry, findEntryIndex } from "../../showing/entries.ts";
import { nextMatch, searchEntries } from "../../showing/watching/search.ts";
import { effect, noted, only, type Updated } from "./acting.ts";
import { movedBy, windowFrom } from "./flow.ts";
import { partsOf, shownPanel } from "./layout.ts";
import { lineText } from "./lines.ts";
import { PANELS, type PanelName, type ViewState } from "./model.ts";
import { tableOf } from "./table.ts";
import { readingAt, readingMoved } from "./transcript.ts";

export function scrolled(state: ViewState, rows: number): Updated {
  const { transcript, geometry } = partsOf(state);
  if (!transcript || !geometry.transcript) return only(panelScrolled(state, rows));
  const reading = readingMoved(state, transcript, rows, geometry.transcript.height);
  return only({ ...state, reading, marked: null });
}

export function pageTurned(state: ViewState, pages: number): Updated {
  const { geometry } = partsOf(state);
  const rows = (geometry.transcript ?? geometry.panel)?.height ?? geometry.body;
  return scrolled(state, pages * Math.max(1, rows - 2));
}

export function scrolledTo(state: ViewState, place: "start" | "end"): ViewState {
  if (place === "end") return { ...state, reading: null, marked: null };
  if (state.isHelpOpen) return { ...state, panelAt: null };
  return { ...state, reading: { seq: 0, at: Number.NEGATIVE_INFINITY }, marked: null };
}

export function found(state: ViewState, query: string, direction: 1 | -1): Updated {
  const search = searchEntries(state.items, state.shown, query, tableOf(state));
  const seq = nextMatch(search, readingSeq(state, direction), direction);
  if (seq === undefined)
    return only(noted({ ...state, search }, `"${query}" is not in the transcript.`, true));
  return only(goneTo({ ...state, search }, findEntryIndex(state.items, seq), query));
}

export function foundVerdict(state: ViewState, direction: 1 | -1): Updated {
  const { items, shown } = state;
  const from = readingSeq(state, direction);
  const isAhead = ({ changesVerdict, isFirst, seq }: Entry) =>
    (changesVerdict || isFirst) && (seq - from) * direction > 0;
  const index =
    direction === 1 ? items.findIndex(isAhead) : items.slice(0, shown).findLastIndex(isAhead);
  const item = items[index];
  if (item && index < shown) return only(goneTo(state, index, ""));
  if (item && state.mode === "replay")
    return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: item.seq });
  return only(
    noted(state, direction === 1 ? "No later verdict change." : "No earlier verdict change.", true),
  );
}

export function jumped(state: ViewState, turn: number): Updated {
  const index = state.items.findIndex((item) => item.turn === turn);
  const item = state.items[index];
  if (!item) return only(noted(state, `Message ${turn} not found.`, true));
  if (state.mode === "live" || index < state.shown) return only(goneTo(state, index, ""));
  return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: item.seq });
}

function readingSeq({ marked, reading, items, shown }: ViewState, direction: 1 | -1): number {
  if (marked !== null) return marked;
  if (reading !== null) return direction === 1 ? reading.seq - 1 : reading.seq;
  const last = items[shown - 1]?.seq ?? 0;
  return direction === 1 ? last : last + 1;
}

function goneTo(state: ViewState, index: number, query: string): ViewState {
  const open =
    shownPanel(state) !== null && partsOf(state).transcript === null
      ? { ...state, panel: null }
      : state;
  const { transcript, geometry } = partsOf(open);
  const item = open.items[index];
  if (!item) return open;
  if (!transcript || !geometry.transcript) return { ...open, marked: item.seq };
  const rows = transcript.lines(index);
  const { height } = geometry.transcript;
  const wanted = query.toLowerCase();
  const hit =
    wanted === ""
      ? -1
      : rows.findIndex(({ line }) => lineText(line).toLowerCase().includes(wanted));
  const at = (hit > height - 3 ? rows[hit - 2]?.at : undefined) ?? Number.NEGATIVE_INFINITY;
  const window = windowFrom(transcript, { block: index, at }, height);
  return {
    ...open,
    marked: item.seq,
    reading: window.isAtEnd ? null : readingAt(open, window.top),
  };
}

export function memberChosen(state: ViewState, direction: 1 | -1): ViewState {
  const { order, agents } = tableOf(state);
  const seats = order.filter((id) => !agents.has(id));
  if (!isNonEmpty(seats)) return state;
  const index = state.chosen === null ? (direction === 1 ? -1 : 0) : seats.indexOf(state.chosen);
  return { ...state, chosen: pickInTurn(seats, index + direction + seats.length), panelAt: null };
}

export function seatChosen(state: ViewState, seat: string): ViewState {
  return { ...state, chosen: state.chosen === seat ? null : seat, panelAt: null };
}

export function panelOpened(state: ViewState, name: PanelName | null): ViewState {
  const isOpen = name !== null && shownPanel(state) === name;
  return { ...state, panel: isOpen ? null : name, panelAt: null, isHelpOpen: false };
}

export function panelTurned(state: ViewState, direction: 1 | -1): ViewState {
  const now = shownPanel(state);
  const index = now === null ? (direction === 1 ? -1 : 0) : PANELS.indexOf(now);
  return { ...state, panel: pickInTurn(PANELS, index + direction + PANELS.length), panelAt: null };
}

/** Shows or hides the panel with the documents. */
export function documentsTurned(state: ViewState): ViewState {
  return { ...state, panel: state.panel === "documents" ? undefined : "documents", panelAt: null };
}

/** While an answer is written: scrolls the panel, or the question if no panel is shown. */
export function questionScrolled(state: ViewState, rows: number): ViewState {
  if (partsOf(state).geometry.panel) return panelScrolled(state, rows);
  const { input } = state;
  if (!input) return state;
  return { ...state, input: { ...input, from: Math.max(0, (input.from ?? 0) + rows) } };
}

export function panelScrolled(state: ViewState, rows: number): ViewState {
  const { panel, panelWindow, geometry } = partsOf(state);
  if (!panel || !panelWindow || !geometry.panel) return state;
  return { ...state, panelAt: movedBy(panel, panelWindow.top, rows, geometry.panel.height) };
}
