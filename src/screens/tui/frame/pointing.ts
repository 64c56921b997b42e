import { memberRows } from "../members/members.ts";
import type { ViewState } from "../state/model.ts";
import { tableOf } from "../state/table.ts";
import { isTooSmall } from "./layout.ts";
import { geometryOf } from "./parts.ts";

export function seatAt(state: ViewState, x: number, y: number): string | null {
  if (!state.meeting || isTooSmall(state.size)) return null;
  const { header, strip, members } = geometryOf(state);
  const row = y - header - strip - 1;
  if (!members || x >= members.left + members.width || row < 0 || row >= members.height) return null;
  const { seats } = memberRows(state, state.meeting, tableOf(state), members.width, members.height);
  return seats[row] ?? null;
}

export function isInPanel(state: ViewState, x: number, y: number): boolean {
  if (isTooSmall(state.size)) return false;
  const { panel, header, strip } = geometryOf(state);
  const row = y - header - strip - 1;
  return panel !== null && x >= panel.left && row < panel.top + panel.height;
}
