/**
 * Changes of the state while a person reads: scroll, search, jump, choose a member, open a panel.
 */

import { isNonEmpty, pickInTurn } from "../../lists.ts";
import { type Entry, findEntryIndex } from "../../showing/entries.ts";
import { nextMatch, searchEntries } from "../../showing/watching/search.ts";
import { addEffect, keepState, showNote, type Updated } from "./acting.ts";
import { moveAnchor, openWindow } from "./flow.ts";
import { arrangeParts, chooseShownPanel } from "./layout.ts";
import { readLine } from "./lines.ts";
import { PANELS, type PanelName, type ViewState } from "./model.ts";
import { getTable } from "./table.ts";
import { findReadingPlace, moveReading } from "./transcript.ts";

export function scrollTranscript(state: ViewState, rows: number): Updated {
  const { transcript, geometry } = arrangeParts(state);
  if (!transcript || !geometry.transcript) return keepState(scrollPanel(state, rows));
  const reading = moveReading(state, transcript, rows, geometry.transcript.height);
  return keepState({ ...state, reading, marked: null });
}

export function turnPage(state: ViewState, pages: number): Updated {
  const { geometry } = arrangeParts(state);
  const rows = (geometry.transcript ?? geometry.panel)?.height ?? geometry.body;
  return scrollTranscript(state, pages * Math.max(1, rows - 2));
}

export function scrollTo(state: ViewState, place: "start" | "end"): ViewState {
  if (place === "end") return { ...state, reading: null, marked: null };
  if (state.isHelpOpen) return { ...state, panelAt: null };
  return { ...state, reading: { seq: 0, at: Number.NEGATIVE_INFINITY }, marked: null };
}

export function findNext(state: ViewState, query: string, direction: 1 | -1): Updated {
  const search = searchEntries(state.items, state.shown, query, getTable(state));
  const seq = nextMatch(search, findReadingSeq(state, direction), direction);
  if (seq === undefined)
    return keepState(showNote({ ...state, search }, `"${query}" is not in the transcript.`, true));
  return keepState(goTo({ ...state, search }, findEntryIndex(state.items, seq), query));
}

export function findNextVerdict(state: ViewState, direction: 1 | -1): Updated {
  const { items, shown } = state;
  const from = findReadingSeq(state, direction);
  const isAhead = ({ changesVerdict, isFirst, seq }: Entry) =>
    (changesVerdict || isFirst) && (seq - from) * direction > 0;
  const index =
    direction === 1 ? items.findIndex(isAhead) : items.slice(0, shown).findLastIndex(isAhead);
  const item = items[index];
  if (item && index < shown) return keepState(goTo(state, index, ""));
  if (item && state.mode === "replay")
    return addEffect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: item.seq });
  return keepState(
    showNote(
      state,
      direction === 1 ? "No later verdict change." : "No earlier verdict change.",
      true,
    ),
  );
}

export function jumpToTurn(state: ViewState, turn: number): Updated {
  const index = state.items.findIndex((item) => item.turn === turn);
  const item = state.items[index];
  if (!item) return keepState(showNote(state, `Message ${turn} not found.`, true));
  if (state.mode === "live" || index < state.shown) return keepState(goTo(state, index, ""));
  return addEffect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: item.seq });
}

function findReadingSeq({ marked, reading, items, shown }: ViewState, direction: 1 | -1): number {
  if (marked !== null) return marked;
  if (reading !== null) return direction === 1 ? reading.seq - 1 : reading.seq;
  const last = items[shown - 1]?.seq ?? 0;
  return direction === 1 ? last : last + 1;
}

function goTo(state: ViewState, index: number, query: string): ViewState {
  const open =
    chooseShownPanel(state) !== null && arrangeParts(state).transcript === null
      ? { ...state, panel: null }
      : state;
  const { transcript, geometry } = arrangeParts(open);
  const item = open.items[index];
  if (!item) return open;
  if (!transcript || !geometry.transcript) return { ...open, marked: item.seq };
  const rows = transcript.lines(index);
  const { height } = geometry.transcript;
  const wanted = query.toLowerCase();
  const hit =
    wanted === ""
      ? -1
      : rows.findIndex(({ line }) => readLine(line).toLowerCase().includes(wanted));
  const at = (hit > height - 3 ? rows[hit - 2]?.at : undefined) ?? Number.NEGATIVE_INFINITY;
  const window = openWindow(transcript, { block: index, at }, height);
  return {
    ...open,
    marked: item.seq,
    reading: window.isAtEnd ? null : findReadingPlace(open, window.top),
  };
}

export function chooseMember(state: ViewState, direction: 1 | -1): ViewState {
  const { order, agents } = getTable(state);
  const seats = order.filter((id) => !agents.has(id));
  if (!isNonEmpty(seats)) return state;
  const index = state.chosen === null ? (direction === 1 ? -1 : 0) : seats.indexOf(state.chosen);
  return { ...state, chosen: pickInTurn(seats, index + direction + seats.length), panelAt: null };
}

export function seatChosen(state: ViewState, seat: string): ViewState {
  return { ...state, chosen: state.chosen === seat ? null : seat, panelAt: null };
}

export function openPanel(state: ViewState, name: PanelName | null): ViewState {
  const isOpen = name !== null && chooseShownPanel(state) === name;
  return { ...state, panel: isOpen ? null : name, panelAt: null, isHelpOpen: false };
}

export function turnPanel(state: ViewState, direction: 1 | -1): ViewState {
  const now = chooseShownPanel(state);
  const index = now === null ? (direction === 1 ? -1 : 0) : PANELS.indexOf(now);
  return { ...state, panel: pickInTurn(PANELS, index + direction + PANELS.length), panelAt: null };
}

/** Shows or hides the panel with the documents. */
export function toggleDocuments(state: ViewState): ViewState {
  return { ...state, panel: state.panel === "documents" ? undefined : "documents", panelAt: null };
}

/** While an answer is written: scrolls the panel, or the question if no panel is shown. */
export function scrollQuestion(state: ViewState, rows: number): ViewState {
  if (arrangeParts(state).geometry.panel) return scrollPanel(state, rows);
  const { input } = state;
  if (!input) return state;
  return { ...state, input: { ...input, from: Math.max(0, (input.from ?? 0) + rows) } };
}

export function scrollPanel(state: ViewState, rows: number): ViewState {
  const { panel, panelWindow, geometry } = arrangeParts(state);
  if (!panel || !panelWindow || !geometry.panel) return state;
  return { ...state, panelAt: moveAnchor(panel, panelWindow.top, rows, geometry.panel.height) };
}
