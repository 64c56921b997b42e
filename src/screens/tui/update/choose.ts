import { inTurn, isNonEmpty } from "../../../lists.ts";
import { partsOf, shownPanel } from "../frame/parts.ts";
import { movedBy } from "../paint/flow.ts";
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

export function panelOpened(state: ViewState, name: PanelName | null): ViewState {
  const isOpen = name !== null && shownPanel(state) === name;
  return { ...state, panel: isOpen ? null : name, panelAt: null, isHelpOpen: false };
}

export function panelTurned(state: ViewState, direction: 1 | -1): ViewState {
  const now = shownPanel(state);
  const index = now === null ? (direction === 1 ? -1 : 0) : PANELS.indexOf(now);
  return { ...state, panel: inTurn(PANELS, index + direction + PANELS.length), panelAt: null };
}

export function panelScrolled(state: ViewState, rows: number): ViewState {
  const { panel, panelWindow, geometry } = partsOf(state);
  if (!panel || !panelWindow || !geometry.panel) return state;
  return { ...state, panelAt: movedBy(panel, panelWindow.top, rows, geometry.panel.height) };
}
