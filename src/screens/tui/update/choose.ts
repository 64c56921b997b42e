import { inTurn, isNonEmpty } from "../../../lists.ts";
import { partsOf, shownPanel } from "../frame/parts.ts";
import { type Anchor, movedBy } from "../paint/flow.ts";
import { PANELS, type PanelName, type ViewState } from "../state/model.ts";
import { tableOf } from "../state/table.ts";

export function memberChosen(state: ViewState, direction: 1 | -1): ViewState {
  const seats = tableOf(state).order;
  if (!isNonEmpty(seats)) return state;
  const index = state.chosen === null ? (direction === 1 ? -1 : 0) : seats.indexOf(state.chosen);
  return { ...state, chosen: inTurn(seats, index + direction + seats.length), panelAt: null };
}

export function seatChosen(state: ViewState, seat: string): ViewState {
  return { ...state, chosen: state.chosen === seat ? null : seat, panelAt: null };
}

export function cited(state: ViewState, direction: 1 | -1): ViewState {
  return { ...panelOpened(state, "document"), citation: Math.max(0, state.citation + direction) };
}

export function panelOpened(state: ViewState, name: PanelName | null): ViewState {
  const isOpen = name !== null && shownPanel(state) === name && name !== "document";
  return { ...state, panel: isOpen ? null : name, panelAt: null, citation: 0, isHelpOpen: false };
}

export function panelTurned(state: ViewState, direction: 1 | -1): ViewState {
  const now = shownPanel(state);
  const index = now === null ? (direction === 1 ? -1 : 0) : PANELS.indexOf(now);
  return {
    ...state,
    panel: inTurn(PANELS, index + direction + PANELS.length),
    panelAt: null,
    citation: 0,
  };
}

export function panelScrolled(state: ViewState, rows: number): ViewState {
  const { scrollable, window, height } = scrollableOf(state);
  if (!scrollable || !window) return state;
  const at: Anchor = movedBy(scrollable, window.top, rows, height);
  return { ...state, panelAt: at };
}

function scrollableOf(state: ViewState) {
  const parts = partsOf(state);
  const { geometry } = parts;
  if (state.isHelpOpen) return { scrollable: parts.help, window: parts.helpWindow, height: geometry.body };
  const { panel } = parts;
  const height = (geometry.panel?.height ?? 0) - (panel?.head.length ?? 0);
  return { scrollable: panel?.flow, window: parts.panelWindow, height };
}
