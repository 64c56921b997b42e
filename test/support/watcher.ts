import type { LiveSignal } from "../../src/engine/protocol/floor.ts";
import type { Protocol } from "../../src/engine/protocol/protocol.ts";
import type { MeetingEvent } from "../../src/engine/transcript/events.ts";
import type { ThemeName } from "../../src/home/settings/settings.ts";
import type { ViewEffect } from "../../src/screens/tui/acting.ts";
import { pressKey } from "../../src/screens/tui/keys.ts";
import { type Line, readLine } from "../../src/screens/tui/lines.ts";
import { type Key, openView, type Size, type ViewState } from "../../src/screens/tui/model.ts";
import { createPainter, createPainting } from "../../src/screens/tui/painter.ts";
import { drawView } from "../../src/screens/tui/view.ts";
import { createEntries } from "../../src/showing/entries.ts";
import { createCalls, createState } from "../../src/showing/watching/source.ts";
import { createViewer } from "../../src/showing/watching/viewer.ts";

export type WatcherOptions = {
  /** Default 120 columns, 35 rows. */
  size?: Size;
  person?: string;
  protocol?: Protocol;
  signals?: readonly LiveSignal[];
  /** Milliseconds that have passed since then. */
  after?: number;
  /** Plays a record of so many events; if omitted, the meeting is live. */
  replayOf?: number;
  isPaused?: boolean;
};

/** A full-screen view of a meeting, and what keys make of it; each key gives another one. */
export type Watcher = {
  rows: readonly string[];
  /** The rows without the blanks at their ends. */
  text: string;
  wishes: readonly ViewEffect[];
  /** Presses keys by their names: `tab`, `enter`, `S-v`, `C-l`, `?`. */
  keys(...names: readonly string[]): Watcher;
  write(text: string): Watcher;
  resize(size: Size): Watcher;
  happened(more: readonly MeetingEvent[]): Watcher;
  painted(env: Readonly<Record<string, string | undefined>>, theme?: ThemeName): string;
};

/** The full screen after these events: for tests of how your protocol looks. */
export function watch(events: readonly MeetingEvent[], options: WatcherOptions = {}): Watcher {
  const { replayOf, size = { columns: 120, rows: 35 }, person = "chair" } = options;
  const calls = createCalls(() => 0);
  for (const signal of options.signals ?? []) calls.hear(signal);
  const opened = openView({
    mode: replayOf === undefined ? "live" : "replay",
    canAct: replayOf === undefined,
    isGrowing: false,
    isPaced: true,
    isPaused: options.isPaused ?? false,
    person,
    size,
  });
  const state = { ...opened, calls: calls.now, clock: options.after ?? 0 };
  return watcherOf({ ...state, ...shownOf(events, options) }, [], { events, options });
}

function shownOf(
  record: readonly MeetingEvent[],
  { protocol, replayOf, person = "chair" }: WatcherOptions,
) {
  const events = createViewer(person).events(record);
  const findProcedure = protocol && (() => protocol);
  const items = createEntries(findProcedure);
  for (const event of events) items.push(event);
  const meeting = events.length > 0 ? items.state : null;
  return {
    meeting,
    ...createState(findProcedure)(meeting, events.length),
    items: items.list,
    shown: items.list.length,
    selection: events.findLast((event) => event.type === "speaker.selected") ?? null,
    cursor: events.length,
    total: replayOf ?? events.length,
  };
}

type Happening = { events: readonly MeetingEvent[]; options: WatcherOptions };

function watcherOf(state: ViewState, wishes: readonly ViewEffect[], happening: Happening): Watcher {
  let laid: readonly Line[] | null = null;
  const lines = () => {
    laid ??= drawView(state);
    return laid;
  };
  const rows = () => lines().map(readLine);
  const press = (keys: readonly Key[]) => {
    let now = state;
    const wished = [...wishes];
    for (const key of keys) {
      const updated = pressKey(now, key);
      if (!updated) continue;
      now = updated.state;
      wished.push(...updated.effects);
    }
    return watcherOf(now, wished, happening);
  };
  return {
    wishes,
    get rows() {
      return rows();
    },
    get text() {
      return `${rows()
        .map((row) => row.trimEnd())
        .join("\n")}\n`;
    },
    keys: (...names) => press(names.map(keyOf)),
    write: (text) => press([...text].map(keyOf)),
    happened(more) {
      const events = [...happening.events, ...more];
      const shown = shownOf(events, happening.options);
      return watcherOf({ ...state, ...shown, calls: new Map() }, wishes, { ...happening, events });
    },
    resize: (size) => watcherOf({ ...state, size }, wishes, happening),
    painted: (env, theme) => createPainter(createPainting(env, theme)).paint(lines()),
  };
}

function keyOf(name: string): Key {
  if (name === " " || name === "space") return { name: "space", character: " " };
  return { name, character: [...name].length === 1 ? name : null };
}
