/**
 * A live meeting as a sequence of snapshots for a screen. `replay.ts` gives the same snapshots for
 * a record.
 */

import type { Meeting } from "../../engine/meeting/open-meeting.ts";
import type { Answer } from "../../engine/people/inbox.ts";
import type { LiveSignal } from "../../engine/protocol/floor.ts";
import {
  type Draft,
  isTerminal,
  type MeetingEvent,
  type PersonAct,
} from "../../engine/transcript/events.ts";
import { findGroup, sortByPath, toStepPath } from "../../engine/transcript/path.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { type Field, listFields } from "../../text/article.ts";
import { createEntries, type Entry, type Procedure, type ProcedureOf } from "../entries.ts";
import type { Pacing } from "./pacing.ts";
import { createViewer, type Viewer } from "./viewer.ts";

type ShownProcedure = {
  /** What the protocol says of its progress; null if it says nothing at any time. */
  progress: readonly Field[] | null;
  roles: ReadonlyMap<string, string>;
  /** Why no one can be given the floor out of turn; null if a person can give it. */
  fixedOrder: string | null;
};

export const NO_STATE: ShownProcedure = { progress: null, roles: new Map(), fixedOrder: null };

export function createState(
  findProcedure: ProcedureOf | undefined,
): (meeting: MeetingState | null, events: number) => ShownProcedure {
  let read: { meeting: MeetingState; events: number; progress: ShownProcedure } | null = null;
  return (meeting, events) => {
    if (!meeting) return NO_STATE;
    if (read?.meeting === meeting && read.events === events) return read.progress;
    const procedure = findProcedure?.(meeting.protocol);
    const progress = procedure ? describeState(procedure, meeting) : NO_STATE;
    read = { meeting, events, progress };
    return progress;
  };
}

function describeState(procedure: Procedure, meeting: MeetingState): ShownProcedure {
  const { columns, status } = procedure.tell?.(meeting) ?? {};
  const role = columns?.().find(({ name }) => name === "role");
  return {
    progress: status ? listFields(status()) : null,
    fixedOrder: procedure.fixedOrder ?? null,
    roles: new Map(
      [...meeting.members.values()].flatMap((member) => {
        const value = role?.value(member) ?? null;
        return value === null ? [] : [[member.seat.id, String(value)] as const];
      }),
    ),
  };
}

export type Snapshot = ShownProcedure & {
  meeting: MeetingState | null;
  items: readonly Entry[];
  shown: number;
  isGrowing: boolean;
  canAct: boolean;
  selection: Draft<"speaker.selected"> | null;
  calls: ReadonlyMap<string, LiveCall>;
  cursor: number;
  total: number;
  waitingActs: readonly PersonAct[];
};

export interface Source {
  pacing: Pacing;
  snapshot(): Snapshot;
  onChange(listener: () => void): void;
  act(does: PersonAct, document?: Document): void;
  answer(answer: Answer): void;
  /** Replay only: so many turns forward or back, to right after an event, to the beginning. */
  seekBy?(turns: number): void;
  seekTo?(seq: number): void;
}

/** Null if the act may be left. `fixedOrder`: why no one can be given the floor. */
export function refuseAct(
  { ending, members }: MeetingState,
  does: PersonAct,
  fixedOrder: string | null,
  name = "to" in does ? does.to : "",
): string | null {
  if (ending?.kind === "closed") return "this meeting is closed";
  if (!("to" in does)) return null;
  const member = members.get(does.to);
  if (member?.seat.kind !== "member")
    return `member ${JSON.stringify(does.to)} not found in this meeting`;
  if (does.act !== "give-floor") return null;
  if (member.status !== "active") return `${name} no longer takes part`;
  return fixedOrder === null ? null : `no member can get the floor: ${fixedOrder}`;
}

type LiveSetup = {
  meeting: Meeting;
  pacing: Pacing;
  /** Milliseconds. */
  clock: () => number;
  person: string;
  findProcedure?: ProcedureOf | undefined;
};

type LiveSource = Source & { following: Promise<void> };

export function createLiveSource({
  meeting,
  pacing,
  clock,
  person,
  findProcedure,
}: LiveSetup): LiveSource {
  const viewer = createViewer(person);
  const record: MeetingEvent[] = [];
  const progress = createState(findProcedure);
  const calls = createCalls(clock);
  let items = createEntries(findProcedure);
  let selection: Draft<"speaker.selected"> | null = null;
  let events = 0;
  let waitingActs: readonly PersonAct[] = [];
  let changed: () => void = () => {};

  meeting.onLive((signal) => {
    calls.hear(signal);
    changed();
  });

  async function follow(): Promise<void> {
    for await (const event of meeting.events()) {
      record.push(event);
      if (event.type === "meeting.closed" || isEndOfMixedGroup(record)) {
        items = createEntries(findProcedure);
        for (const each of sortByTurn(viewer.events(record))) items.push(each);
      } else {
        for (const shown of viewer.next(event)) items.push(shown);
      }
      calls.end(event);
      events += 1;
      if (event.type === "speaker.selected") selection = event;
      if (event.type === "person.acted") waitingActs = waitingActs.slice(1);
      changed();
    }
    calls.clear();
    changed();
  }

  return {
    pacing,
    following: follow(),
    snapshot: () => ({
      meeting: events === 0 ? null : items.state,
      ...progress(events === 0 ? null : items.state, events),
      items: items.list,
      shown: items.list.length,
      isGrowing: false,
      canAct: true,
      selection,
      calls: showCalls(viewer, calls),
      cursor: events,
      total: events,
      waitingActs,
    }),
    onChange(listener) {
      changed = listener;
    },
    answer: (answer) => meeting.answer(answer),
    act(does, document) {
      if (meeting.state.ending?.kind === "closed")
        throw new Error("The meeting is closed: nothing reaches it any more.");
      meeting.act({ person, does, document });
      waitingActs = [...waitingActs, does];
      changed();
    },
  };
}

/** The last event follows a parallel group whose branches did not arrive in the order of their numbers. */
export function isEndOfMixedGroup(record: readonly MeetingEvent[]): boolean {
  const [before, last] = record.slice(-2);
  const group = findGroup(before?.path ?? "");
  const isStop = last?.type === "meeting.suspended" || last?.type === "meeting.adjourned";
  if (!last || isStop || group === null || findGroup(last.path) === group) return false;
  const members = record.filter(({ path }) => findGroup(path) === group);
  return sortByPath(members) !== members;
}

/** As the record numbers its turns: the branches of a group one after another. The places themselves stay. */
export function sortByTurn(events: readonly MeetingEvent[]): readonly MeetingEvent[] {
  const ordered = sortByPath(events);
  if (ordered === events) return events;
  return ordered.map((event, index) => ({ ...event, seq: events[index]?.seq ?? event.seq }));
}

/** The calls as this viewer may see them. */
export function showCalls(viewer: Viewer, { now }: Calls): ReadonlyMap<string, LiveCall> {
  return new Map([...now].map(([path, call]) => [path, viewer.call(call)]));
}

export type LiveCall = {
  path: string;
  speaker: string;
  isPrivate: boolean;
  phase: "thinking" | "speaking" | "discarded" | "waiting";
  text: string;
  why: string;
  /** Milliseconds of the view's clock: the last sign of life, and when a wait ends. */
  heardAt: number;
  until: number;
  /** A provider that answers no calls: for how long so far, and the longest wait. */
  out?: { provider: string; ms: number; ofMs: number } | undefined;
};

export type Calls = {
  now: ReadonlyMap<string, LiveCall>;
  hear(signal: LiveSignal): void;
  end(event: MeetingEvent): void;
  clear(): void;
};

export function createCalls(clock: () => number): Calls {
  let now: ReadonlyMap<string, LiveCall> = new Map();
  const set = (path: string, call: LiveCall) => {
    now = new Map(now).set(path, call);
  };
  return {
    get now() {
      return now;
    },
    hear(signal) {
      const { path, speaker } = signal;
      const before = now.get(path);
      const heardAt = clock();
      const isPrivate = signal.type === "thinking" ? signal.private : (before?.isPrivate ?? false);
      const quiet = { text: "", why: "", until: 0 };
      const fresh: LiveCall = { path, speaker, isPrivate, phase: "thinking", heardAt, ...quiet };
      switch (signal.type) {
        case "thinking":
          return set(path, { ...fresh, why: before?.phase === "discarded" ? before.why : "" });
        case "text":
        case "private-text": {
          const isSecret = isPrivate && signal.type === "text";
          const text = isSecret ? "" : (before?.text ?? "") + signal.delta;
          return set(path, { ...fresh, phase: "speaking", text });
        }
        case "discarded":
          return set(path, { ...fresh, phase: "discarded", why: signal.why });
        case "waiting":
          return set(path, {
            ...fresh,
            phase: "waiting",
            why: signal.why,
            out: signal.out,
            until: heardAt + signal.ms,
          });
        default:
          return signal satisfies never;
      }
    },
    end(event) {
      const path = toStepPath(event.path);
      if (event.type.startsWith("meeting.")) now = new Map();
      else if (isTerminal(event) && now.has(path))
        now = new Map([...now].filter(([each]) => each !== path));
    },
    clear() {
      if (now.size > 0) now = new Map();
    },
  };
}
