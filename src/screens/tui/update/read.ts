import { itemIndexAt, itemIndexOfTurn } from "../../../showing/watching/item-index.ts";
import { countedOn, findAhead, findItem, matching, type Scan } from "../../../showing/watching/search.ts";
import { partsOf, shownPanel } from "../frame/parts.ts";
import { windowFrom } from "../paint/flow.ts";
import { lineText } from "../paint/spans.ts";
import type { ViewState } from "../state/model.ts";
import { tableOf } from "../state/table.ts";
import { readingAt, readingMoved } from "../transcript/transcript.ts";
import { panelScrolled } from "./choose.ts";
import { effect, noted, only, type Updated } from "./updated.ts";

export function scrolled(state: ViewState, rows: number): Updated {
  if (state.isHelpOpen) return only(panelScrolled(state, rows));
  const { transcript, geometry } = partsOf(state);
  if (!transcript || !geometry.transcript) return only(panelScrolled(state, rows));
  const reading = readingMoved(state, transcript, rows, geometry.transcript.height);
  return only({ ...state, reading, marked: null });
}

export function pageTurned(state: ViewState, pages: number): Updated {
  const { geometry } = partsOf(state);
  const rows = state.isHelpOpen ? geometry.body : (geometry.transcript ?? geometry.panel)?.height;
  return scrolled(state, pages * Math.max(1, (rows ?? geometry.body) - 2));
}

export function scrolledTo(state: ViewState, place: "start" | "end"): Updated {
  if (place === "end") return only({ ...state, reading: null, marked: null });
  if (state.isHelpOpen) return only({ ...state, panelAt: null });
  return only({ ...state, reading: { seq: 0, at: Number.NEGATIVE_INFINITY }, marked: null });
}

export function found(state: ViewState, direction: 1 | -1): Updated {
  return scanned(state, { from: searchedFrom(state, direction), direction, step: 0 });
}

export function scanned(state: ViewState, scan: Scan): Updated {
  const before = state.search;
  if (!before) return only(state);
  const { query } = before;
  const result = findItem(state.items, state.shown, scan, matching(query, tableOf(state)));
  if (typeof result === "number")
    return counted(goneTo({ ...state, search: { ...before, isFound: true, scan: null } }, result, query));
  const search = { ...before, isFound: false, scan: result };
  if (result) return effect({ ...state, search }, { do: "search-on" });
  return only(noted({ ...state, search }, `"${query}" is not in the transcript.`, true));
}

export function counted(state: ViewState): Updated {
  const { search } = state;
  if (!search) return only(state);
  const passes = matching(search.query, tableOf(state));
  const count = countedOn(state.items, state.shown, search.count, passes);
  const isCounted = count.upTo >= state.shown;
  const next = { ...state, search: { ...search, count, isCounted } };
  return isCounted ? only(next) : effect(next, { do: "search-on" });
}

export function foundVerdict(state: ViewState, direction: 1 | -1): Updated {
  const from = searchedFrom(state, direction);
  const passes = ({ changesVerdict }: ViewState["items"][number]) => changesVerdict;
  const index = findAhead(state.items, state.shown, from, direction, passes);
  if (index !== null) return only(goneTo(state, index, ""));
  const ahead = direction === 1 ? findAhead(state.items, state.items.length, state.shown - 1, 1, passes) : null;
  const later = ahead === null ? undefined : state.items[ahead];
  if (state.mode === "replay" && later)
    return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: later.seq });
  return only(noted(state, direction === 1 ? "No later verdict change." : "No earlier verdict change.", true));
}

export function jumped(state: ViewState, turn: number): Updated {
  const index = itemIndexOfTurn(state.items, turn);
  const item = state.items[index];
  if (!item) return only(noted(state, `There is no message ${turn}${state.isCounting ? " yet" : ""}.`, true));
  if (state.mode === "live" || index < state.shown) return only(goneTo(state, index, ""));
  return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: item.seq });
}

function searchedFrom(state: ViewState, direction: 1 | -1): number {
  if (state.marked !== null) return itemIndexAt(state.items, state.marked);
  if (state.reading === null) return direction === 1 ? state.shown - 1 : state.shown;
  return itemIndexAt(state.items, state.reading.seq) - (direction === 1 ? 1 : 0);
}

function goneTo(state: ViewState, index: number, query: string): ViewState {
  const open =
    shownPanel(state) !== null && partsOf(state).transcript === null ? { ...state, panel: null } : state;
  const { transcript, geometry } = partsOf(open);
  const item = open.items[index];
  if (!item) return open;
  if (!transcript || !geometry.transcript) return { ...open, marked: item.seq };
  const rows = transcript.lines(index);
  const { height } = geometry.transcript;
  const wanted = query.toLowerCase();
  const hit = wanted === "" ? -1 : rows.findIndex(({ line }) => lineText(line).toLowerCase().includes(wanted));
  const at = (hit > height - 3 ? rows[hit - 2]?.at : undefined) ?? Number.NEGATIVE_INFINITY;
  const window = windowFrom(transcript, { block: index, at }, height);
  return { ...open, marked: item.seq, reading: window.isAtEnd ? null : readingAt(open, window.top) };
}
