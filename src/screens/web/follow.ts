/**
 * Follows one meeting for the server and renders its live page. It also keeps the acts that wait
 * for the next turn.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isTerminal, type MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { comparePaths, sortByPath, toStepPath } from "../../engine/transcript/path.ts";
import { createLineReader } from "../../engine/transcript/read.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { readUtf8 } from "../../files.ts";
import { findRefusal, isWaiting } from "../../home/seats/inbox.ts";
import { findDescription } from "../../home/settings/protocols.ts";
import { dropMissing } from "../../lists.ts";
import { createMeetingView } from "../../showing/meeting-view.ts";
import { type SeatProblems, seatCall } from "../../showing/watching/seat.ts";
import { createSeatView, isSeatedIn, type SeatView } from "../../showing/watching/seat-view.ts";
import { createState, type LiveCall } from "../../showing/watching/source.ts";
import type { MeetingLine } from "../pages/list.tsx";
import { Fault, LivePage } from "../pages/live-page.tsx";
import { tailTranscript } from "../watch/tail-transcript.ts";
import { NO_OPENING, parseEvent, stateAfter } from "./list-lines.ts";
import type { Followed } from "./room.ts";
import type { RunningMeeting, RunningMeetings } from "./running-meetings.ts";

type FollowSetup = {
  id: string;
  path: string;
  shown: string;
  person: string;
  runningMeetings: RunningMeetings | null;
  mailbox: Mailbox;
  /** The server stops. */
  stopped: AbortSignal;
};

/** How often the inbox is looked at. Milliseconds. */
const LOOK_MS = 300;

export async function followMeeting(setup: FollowSetup): Promise<Followed> {
  const { id, path, person, runningMeetings, mailbox } = setup;
  const stop = new AbortController();
  const seen = createSeatView(person);
  const readState = createState(findDescription);
  const spoken = createSpoken(() => runningMeetings?.get(id) ?? null, seen);
  let isStale = false;
  let wake: () => void = () => {};
  const notify = () => {
    isStale = true;
    wake();
  };
  let growing = createMeetingView(findDescription);
  let shown: readonly MeetingEvent[] = [];

  const signal = AbortSignal.any([stop.signal, setup.stopped]);
  const record = await followRecord({ path, signal, read: spoken.recorded, changed: notify });
  const ends = [mailbox.onChange(notify), runningMeetings?.onChange(id, notify) ?? (() => {})];
  const looking = setInterval(() => {
    if (mailbox.now().waiting.length > 0) notify();
  }, LOOK_MS);
  looking.unref();

  function getView() {
    const known = seen.events(record.ordered);
    const isGrown = shown.every((event, index) => event === known[index]);
    if (!isGrown) growing = createMeetingView(findDescription);
    for (const event of known.slice(isGrown ? shown.length : 0)) growing.push(event);
    shown = known;
    return growing.view;
  }

  function findStatus({ awaited }: MeetingState): MeetingLine["status"] {
    if (record.damage !== null) return { is: "damaged", why: record.damage };
    const isRunningNow = record.isRunning || runningMeetings?.get(id) != null;
    const now = stateAfter(record.events.at(-1), isRunningNow);
    const [asked] = awaited;
    const isWaiting = asked !== undefined && (now.is === "held" || now.is === "stopped");
    return isWaiting ? { is: "waiting", person: asked.person, isRunning: isRunningNow } : now;
  }

  return {
    page() {
      isStale = false;
      const last = record.events.at(-1);
      if (!last) {
        const why = record.damage ?? NO_OPENING;
        return Fault({ home: "../../", of: id, fault: "Damaged", why });
      }
      const view = getView();
      const ended = runningMeetings?.ended(id) ?? null;
      const active = runningMeetings?.get(id) ?? null;
      const seat = seatCall(view.state, person);
      const { waiting, refused } = mailbox.now();
      return LivePage({
        id,
        view,
        person,
        seat,
        folder: setup.shown,
        status: findStatus(view.state),
        progress: readState(view.state, record.events.length).progress,
        isSeated: isSeatedIn(view.state, person),
        isReadOnly: runningMeetings === null,
        running: active && { isPaused: active.pacing.isPaused },
        calls: spoken.now(),
        problems: seat === null ? {} : mailbox.findProblems(seat.path),
        rooms: seat === null ? [] : mailbox.listRooms(seat.path),
        acts: { waiting, refused: ended?.problem ? [...refused, ended.problem] : refused },
        approval: ended?.approval ?? null,
      });
    },
    isClosed: () => record.ordered.length > 0 && findStatus(getView().state).is === "closed",
    changed: (signal) =>
      new Promise((resolve) => {
        if (isStale || signal.aborted) return resolve();
        wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        signal.addEventListener("abort", wake, { once: true });
      }),
    close() {
      clearInterval(looking);
      for (const end of ends) end();
      stop.abort();
    },
  };
}

/** Spoken text stays until its event is on the page. */
function createSpoken(active: () => RunningMeeting | null, seen: SeatView) {
  let shown: ReadonlyMap<string, LiveCall> = new Map();
  const done = new Set<string>();
  return {
    recorded(events: readonly MeetingEvent[]): void {
      for (const event of events) if (isTerminal(event)) done.add(toStepPath(event.path));
    },
    now(): readonly LiveCall[] {
      const running = active();
      const calls = running === null ? [] : [...shown, ...running.calls.now];
      shown = new Map(calls.filter(([path]) => !done.has(path)));
      return [...shown.values()].map(seen.call);
    },
  };
}

type GrowingRecord = {
  events: readonly MeetingEvent[];
  ordered: readonly MeetingEvent[];
  isRunning: boolean;
  damage: string | null;
};

type ToFollow = {
  path: string;
  signal: AbortSignal;
  read: (events: readonly MeetingEvent[]) => void;
  changed: () => void;
};

export async function followRecord({
  path,
  signal,
  read,
  changed,
}: ToFollow): Promise<GrowingRecord> {
  const record: GrowingRecord = {
    events: [],
    ordered: [],
    isRunning: false,
    damage: null,
  };
  await new Promise<void>((resolve) => {
    const listener = {
      events: (more: readonly MeetingEvent[]) => {
        const isInOrder = isAfter(record.ordered.at(-1), more);
        record.events = [...record.events, ...more];
        record.ordered = isInOrder ? [...record.ordered, ...more] : sortByPath(record.events);
        read(more);
        changed();
      },
      caughtUp: resolve,
      growing: (now: boolean) => {
        record.isRunning = now;
        changed();
      },
    };
    tailTranscript(path, listener, signal).catch((error: unknown) => {
      if (error instanceof BoardroomError && error.code === "transcript-damaged") {
        const lines = error.problems[0]?.place?.line;
        record.events = readSoundEvents(path, record.events).slice(0, lines && lines - 1);
        record.ordered = sortByPath(record.events);
      }
      record.damage = error instanceof BoardroomError ? error.message : String(error);
      changed();
      resolve();
    });
  });
  return record;
}

function isAfter(last: MeetingEvent | undefined, events: readonly MeetingEvent[]): boolean {
  return dropMissing([last, ...events]).every(
    ({ path }, index, all) => index === 0 || comparePaths(all[index - 1]?.path ?? "", path) <= 0,
  );
}

function readSoundEvents(folder: string, known: readonly MeetingEvent[]): readonly MeetingEvent[] {
  const file = join(folder, JOURNAL_FILE);
  if (!existsSync(file)) return known;
  const events: MeetingEvent[] = [];
  const reader = createLineReader(file);
  for (const line of readUtf8(file).split("\n")) {
    try {
      events.push(...reader.read(Buffer.from(`${line}\n`)));
    } catch {
      if (parseEvent(line)) events.pop();
      return events;
    }
  }
  return events.length > 0 ? events : known;
}

export type Mailbox = {
  /** `line`: the id of a line in the inbox. */
  left(line: string, words: string): void;
  refuse(why: string): void;
  setProblems(path: string, problems: SeatProblems): void;
  findProblems: (path: string) => SeatProblems;
  makeRoom(path: string, label: string): void;
  listRooms: (path: string) => readonly string[];
  now: () => { waiting: readonly string[]; refused: readonly string[] };
  onChange(listener: () => void): () => void;
};

const MOST_SHOWN = 3;
const MOST_ROOMS = 500;

export function createMailbox(folder: string): Mailbox {
  let waiting: { line: string; words: string }[] = [];
  let refused: readonly string[] = [];
  let wrong: { path: string; problems: SeatProblems } | null = null;
  let rooms: { path: string; labels: readonly string[] } = {
    path: "",
    labels: [],
  };
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    left(line, words) {
      refused = [];
      wrong = null;
      waiting.push({ line, words });
      notify();
    },
    refuse(why) {
      refused = [...refused, why].slice(-MOST_SHOWN);
      notify();
    },
    setProblems(path, problems) {
      wrong = { path, problems };
      notify();
    },
    findProblems: (path) => (wrong?.path === path ? wrong.problems : {}),
    makeRoom(path, label) {
      const known = rooms.path === path ? rooms.labels : [];
      rooms = {
        path,
        labels: [...known.filter((each) => each !== label), label].slice(-MOST_ROOMS),
      };
      notify();
    },
    listRooms: (path) => (rooms.path === path ? rooms.labels : []),
    now() {
      waiting = waiting.filter(({ line, words }) => {
        const why = findRefusal(folder, line);
        if (why !== null) refused = [...refused, `${words}: ${why}`].slice(-MOST_SHOWN);
        return why === null && isWaiting(folder, line);
      });
      return { waiting: waiting.map(({ words }) => words), refused };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
