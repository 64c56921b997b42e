import { windowFrom } from "../flow.ts";
import { itemIndexAt, itemIndexOfTurn } from "../items.ts";
import type { ViewState } from "../model.ts";
import { findAhead, findItem, matching, type Scan } from "../search.ts";
import { lineText } from "../spans.ts";
import { tableOf } from "../table.ts";
import { readingAt, readingMoved } from "../transcript.ts";
import { partsOf, shownPanel } from "../view.ts";
import { panelScrolled } from "./choose.ts";
import { effect, noted, only, type Updated } from "./updated.ts";

export function scrolled(state: ViewState, rows: number): Updated {
  if (state.isHelpOpen) return only(panelScrolled(state, rows));
  const { transcript, height } = partsOf(state);
  if (!transcript) return only(panelScrolled(state, rows));
  return only({ ...state, reading: readingMoved(state, transcript, rows, height), marked: null });
}

export function scrolledTo(state: ViewState, place: "start" | "end"): Updated {
  if (place === "end") return only({ ...state, reading: null, marked: null });
  return only({ ...state, reading: { seq: 0, at: Number.NEGATIVE_INFINITY }, marked: null });
}

export function found(state: ViewState, direction: 1 | -1): Updated {
  return scanned(state, { from: searchedFrom(state, direction), direction, step: 0 });
}

/** Looks at some items, and asks to go on where there are more. */
export function scanned(state: ViewState, scan: Scan): Updated {
  const { query } = state.search!;
  const result = findItem(state.items, state.shown, scan, matching(query, tableOf(state)));
  if (typeof result === "number")
    return only(goneTo({ ...state, search: { query, isFound: true, scan: null } }, result, query));
  const search = { query, isFound: false, scan: result };
  if (result) return effect({ ...state, search }, { do: "search-on" });
  return only(noted({ ...state, search }, `"${query}" is not in the transcript.`, true));
}

export function foundVerdict(state: ViewState, direction: 1 | -1): Updated {
  const from = searchedFrom(state, direction);
  const passes = ({ changesVerdict }: ViewState["items"][number]) => changesVerdict;
  const index = findAhead(state.items, state.shown, from, direction, passes);
  if (index !== null) return only(goneTo(state, index, ""));
  const ahead = direction === 1 ? findAhead(state.items, state.items.length, state.shown - 1, 1, passes) : null;
  if (state.mode === "replay" && ahead !== null)
    return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: state.items[ahead]!.seq });
  return only(noted(state, direction === 1 ? "No later verdict change." : "No earlier verdict change.", true));
}

export function jumped(state: ViewState, turn: number): Updated {
  const index = itemIndexOfTurn(state.items, turn);
  if (index === -1)
    return only(noted(state, `There is no message ${turn}${state.isCounting ? " yet" : ""}.`, true));
  if (state.mode === "live" || index < state.shown) return only(goneTo(state, index, ""));
  return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: state.items[index]!.seq });
}

/** Where a search goes on from: what was found last, else what is in view. */
function searchedFrom(state: ViewState, direction: 1 | -1): number {
  if (state.marked !== null) return itemIndexAt(state.items, state.marked);
  if (state.reading === null) return direction === 1 ? state.shown - 1 : state.shown;
  return itemIndexAt(state.items, state.reading.seq) - (direction === 1 ? 1 : 0);
}

/** Brings an item into view, and in it the row that holds a text. */
function goneTo(state: ViewState, index: number, query: string): ViewState {
  const open =
    shownPanel(state) !== null && partsOf(state).transcript === null ? { ...state, panel: null } : state;
  const { transcript, height } = partsOf(open);
  const item = open.items[index]!;
  if (!transcript) return { ...open, marked: item.seq };
  const rows = transcript.lines(index);
  const wanted = query.toLowerCase();
  const hit = wanted === "" ? -1 : rows.findIndex(({ line }) => lineText(line).toLowerCase().includes(wanted));
  const at = hit > height - 3 ? rows[hit - 2]!.at : Number.NEGATIVE_INFINITY;
  const window = windowFrom(transcript, { block: index, at }, height);
  return { ...open, marked: item.seq, reading: window.isAtEnd ? null : readingAt(open, window.top) };
}
