/**
 * A recorded meeting as a sequence of snapshots for a screen. It can play, stop, step back and
 * follow a record that grows.
 */

import type { Answer } from "../../engine/people/inbox.ts";
import { CHAIR } from "../../engine/people/process-agents.ts";
import type { Draft, MeetingEvent, PersonAct } from "../../engine/transcript/events.ts";
import { createFold } from "../../engine/transcript/fold.ts";
import { toStepPath } from "../../engine/transcript/path.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { findFirstIndex } from "../../lists.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { createEntries, findEntryIndex, type ProcedureOf } from "../entries.ts";
import { type Pacing, READING_MS } from "./pacing.ts";
import {
  type Calls,
  createCalls,
  createState,
  isEndOfMixedGroup,
  type Source,
  showCalls,
  sortByTurn,
} from "./source.ts";
import { createViewer } from "./viewer.ts";

type ReplaySetup = {
  pacing: Pacing;
  signal: AbortSignal;
  clock: () => number;
  writeAct: (does: PersonAct, document?: Document) => void;
  writeAnswer?: ((answer: Answer) => void) | undefined;
  findProcedure?: ProcedureOf | undefined;
  person?: string | undefined;
};

export interface Replay extends Source {
  events: readonly MeetingEvent[];
  read(events: readonly MeetingEvent[]): void;
  /** Call when the first reading is done. */
  begin(from: "start" | "end"): void;
  setGrowing(isGrowing: boolean): void;
  play(): Promise<void>;
}

export function replaySource(setup: ReplaySetup): Replay {
  const { pacing, signal, clock, writeAct, writeAnswer, findProcedure, person = CHAIR.id } = setup;
  const viewer = createViewer(person);
  const record: MeetingEvent[] = [];
  const timeline = createTimeline();
  const { events } = timeline;
  let items = createEntries(findProcedure);
  const progress = createState(findProcedure);
  const calls = createCalls(clock);
  let hasBegun = false;
  let isGrowing = false;
  let isChasing = false;
  let waitingActs: readonly PersonAct[] = [];
  let changed: () => void = () => {};
  let wake: () => void = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });

  const player = createPlayer({ pacing, signal, timeline, calls, changed: () => changed() });

  function seek(target: number): void {
    if (!hasBegun) return;
    const index = findFirstIndex(events, ({ seq }) => seq > target);
    player.place(Math.max(measureOpening(events), index));
    isChasing = isGrowing && timeline.cursor === events.length;
    pacing.skip();
    wake();
    changed();
  }

  function take(event: MeetingEvent): void {
    timeline.read(event);
    items.push(event);
    if (!hasBegun || !isChasing) return;
    timeline.next();
    calls.end(event);
  }

  /** The close shows what was withheld, in its place. The end of a group orders its turns. */
  function takeWhole(): void {
    const before = timeline.seq;
    timeline.clear();
    items = createEntries(findProcedure);
    for (const event of sortByTurn(viewer.events(record))) take(event);
    if (hasBegun && !isChasing) seek(before);
  }

  return {
    pacing,
    events,
    read(more) {
      let isMixed = false;
      for (const event of more) {
        record.push(event);
        isMixed ||= isEndOfMixedGroup(record);
        const shown = viewer.next(event);
        const isWhole = event.type !== "meeting.closed" || isShownWhole(record, events);
        if (!isWhole) takeWhole();
        else for (const each of shown) take(each);
        if (event.type === "person.acted") waitingActs = waitingActs.slice(1);
      }
      if (isMixed) takeWhole();
      wake();
      if (hasBegun) changed();
    },
    begin(from) {
      hasBegun = true;
      if (from === "end") isChasing = isGrowing;
      player.place(from === "start" ? measureOpening(events) : events.length);
      wake();
      changed();
    },
    setGrowing(now) {
      isGrowing = now;
      isChasing = now && (!hasBegun || timeline.cursor === events.length);
      changed();
    },
    async play() {
      while (!signal.aborted) {
        const event = events[timeline.cursor];
        if (hasBegun && event) await player.playNext(event);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    snapshot() {
      const { seq: cursor, selection, meeting } = timeline;
      return {
        meeting,
        ...progress(meeting, cursor),
        items: items.list,
        shown: findEntryIndex(items.list, cursor + 1),
        isGrowing,
        canAct: isGrowing,
        selection,
        calls: showCalls(viewer, calls),
        cursor,
        total: events.at(-1)?.seq ?? 0,
        waitingActs,
      };
    },
    onChange(listener) {
      changed = listener;
    },
    answer: (answer) => writeAnswer?.(answer),
    act(does, document) {
      writeAct(does, document);
      waitingActs = [...waitingActs, does];
      changed();
    },
    seekBy(turns) {
      const { seq: cursor } = timeline;
      const ends = items.list.flatMap(({ turn, seq }) => (turn === null ? [] : [seq]));
      // Back from what follows a turn, such as a vote, is to the end of that turn.
      const place =
        turns > 0
          ? ends.findLastIndex((seq) => seq <= cursor)
          : ends.findLastIndex((seq) => seq < cursor) + 1;
      seek(place + turns < 0 ? 0 : (ends[place + turns] ?? Number.POSITIVE_INFINITY));
    },
    seekTo: seek,
  };
}

function isShownWhole(record: readonly MeetingEvent[], shown: readonly MeetingEvent[]): boolean {
  return (
    record.length === shown.length + 1 && shown.every((event, index) => event === record[index])
  );
}

function measureOpening(events: readonly MeetingEvent[]): number {
  const index = events.findIndex(({ path }) => path !== "0");
  return index === -1 ? events.length : index;
}

/** Milliseconds that a speaker thinks before it is heard. */
const THINKING_MS = 500;

type PlayerSetup = {
  pacing: Pacing;
  signal: AbortSignal;
  timeline: Timeline;
  calls: Calls;
  changed: () => void;
};

type Player = {
  /** Goes there without playing what lies between, and stops what is playing. */
  place(target: number): void;
  playNext(event: MeetingEvent): Promise<void>;
};

function createPlayer({ pacing, signal, timeline, calls, changed }: PlayerSetup): Player {
  /** Counts how often another place was sought: what began before that is over. */
  let places = 0;
  let pausedPath = "";

  /** False if the user went elsewhere meanwhile. */
  async function type(event: MeetingEvent<"message.spoken">, began: number): Promise<boolean> {
    const { path, speaker } = event;
    for (const [delta] of event.content.matchAll(/[\s\S]{1,6}/gu)) {
      calls.hear({ type: "text", path, speaker, delta });
      changed();
      await pacing.waitFor(delta.length * READING_MS);
      if (places !== began || signal.aborted) return false;
    }
    return true;
  }

  return {
    place(target) {
      timeline.goTo(target);
      calls.clear();
      pausedPath = "";
      places += 1;
    },
    async playNext(event) {
      const began = places;
      const path = toStepPath(event.path);
      if (path !== pausedPath) {
        await pacing.hold(path);
        if (places !== began || signal.aborted) return;
        pausedPath = path;
      }
      if (
        event.type === "message.spoken" &&
        event.audience !== "record" &&
        !(await type(event, began))
      )
        return;
      timeline.next();
      calls.end(event);
      if (event.type === "speaker.selected") {
        calls.hear({ type: "thinking", path, speaker: event.speaker, private: false });
        changed();
        await pacing.waitFor(THINKING_MS);
      }
      changed();
    },
  };
}

interface Timeline {
  events: readonly MeetingEvent[];
  cursor: number;
  /** Of the last event up to here; 0 at the start. */
  seq: number;
  meeting: MeetingState | null;
  selection: Draft<"speaker.selected"> | null;
  read(event: MeetingEvent): void;
  clear(): void;
  next(): void;
  /** To right after so many events. A place further back is reached from the start. */
  goTo(cursor: number): void;
}

export function createTimeline(): Timeline {
  const events: MeetingEvent[] = [];
  let here = createFold();
  let cursor = 0;
  let selection: Draft<"speaker.selected"> | null = null;

  function next(): void {
    const event = events[cursor];
    if (!event) throw new Error(`the record has no event ${cursor + 1} yet`);
    here.apply(event);
    cursor += 1;
    if (event.type === "speaker.selected") selection = event;
  }

  function restart(): void {
    here = createFold();
    cursor = 0;
    selection = null;
  }

  return {
    events,
    get cursor() {
      return cursor;
    },
    get seq() {
      return events[cursor - 1]?.seq ?? 0;
    },
    get meeting() {
      return cursor === 0 ? null : here.state;
    },
    get selection() {
      return selection;
    },
    read: (event) => events.push(event),
    clear() {
      events.length = 0;
      restart();
    },
    next,
    goTo(target) {
      if (target < cursor) restart();
      while (cursor < target) next();
    },
  };
}
