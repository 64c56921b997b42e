import type { MeetingEvent } from "boardroom";
import { createFold } from "boardroom/extend";
import { readLine } from "../../../src/screens/tui/lines.ts";
import { openView, type Size, type ViewState } from "../../../src/screens/tui/model.ts";
import { drawView } from "../../../src/screens/tui/view.ts";
import { createEntries, type ProcedureOf } from "../../../src/showing/entries.ts";
import { createState } from "../../../src/showing/watching/source.ts";

/** The view of a meeting of which these events have happened. */
export function watching(
  events: readonly MeetingEvent[],
  changes: Partial<ViewState> = {},
  findProcedure?: ProcedureOf,
): ViewState {
  const fold = createFold();
  const items = createEntries(findProcedure);
  for (const event of events) {
    fold.apply(event);
    items.push(event);
  }
  const size: Size = { columns: 120, rows: 35 };
  const start = { mode: "live", isGrowing: false, canAct: true, isPaced: true, pace: 1 } as const;
  return {
    ...openView({ ...start, isPaused: false, person: "chair", size }),
    meeting: events.length > 0 ? fold.state : null,
    ...createState(findProcedure)(events.length > 0 ? fold.state : null, events.length),
    items: items.list,
    shown: items.list.length,
    selection: events.findLast((event) => event.type === "speaker.selected") ?? null,
    cursor: events.length,
    total: events.length,
    ...changes,
  };
}

/** The screen as text, without the blanks at the ends of its rows. */
export function screenText(state: ViewState): string {
  return `${drawView(state)
    .map((line) => readLine(line).trimEnd())
    .join("\n")}\n`;
}
