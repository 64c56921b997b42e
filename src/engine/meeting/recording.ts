// Answers effects from the record while a meeting is replayed or resumed, and refuses a record that
// disagrees with the run.

import { BoardroomError } from "../../errors.ts";
import {
  type Draft,
  EVENTS,
  isFinishedCall,
  isTerminal,
  type MeetingEvent,
  type TerminalType,
} from "../transcript/events.ts";
import { findGroup, toStepPath } from "../transcript/path.ts";

export type Recorded = {
  events: readonly MeetingEvent[];
  ending: MeetingEvent<TerminalType> | undefined;
  hasBegun: boolean;
  /** Calls and answers that are not asked for again. Each is taken once. */
  calls: MeetingEvent<"call.answered" | "call.failed">[];
  asked: readonly MeetingEvent<"human.asked">[];
  answers: MeetingEvent<"human.answered">[];
  /** The meeting was suspended after these calls, so a failure among them is not the last word. */
  givenUp: ReadonlySet<string>;
};

export type Recording = {
  at(path: string): Recorded;
  actsAt(path: string): Recorded;
  /** Forks, and leave for them, before the effect at this path; empty the second time. */
  takeForks(path: string): readonly MeetingEvent[];
  goesOnAfter(path: string): boolean;
  left: readonly string[];
};

export function createRecording(events: readonly MeetingEvent[]): Recording {
  const byPath = groupByPath(events.filter(({ type }) => !EVENTS[type].outsideForks));
  const forks = groupByPath(events.filter(({ type }) => EVENTS[type].outsideForks));
  const suspensions = events.filter(({ type }) => type === "meeting.suspended");
  const readKnown = (path: string, found: readonly MeetingEvent[]) =>
    sortRecorded(path, found, suspensions);
  return {
    at: (path) => readKnown(path, takePath(byPath, path)),
    actsAt(path) {
      const found = takePath(byPath, path);
      const first = found.findIndex(({ type }) => !ACTS.has(type));
      const acts = first === -1 ? found : found.slice(0, first);
      const rest = found.slice(acts.length);
      if (rest.length > 0) byPath.set(path, rest);
      return { ...readKnown(path, acts), hasBegun: rest.length > 0 };
    },
    takeForks: (path) => takePath(forks, path),
    goesOnAfter(path) {
      const number = readTopNumber(path);
      const isLater = (key: string) => readTopNumber(key) > number;
      const isFork = (key: string) =>
        isLater(key) && forks.get(key)?.some(({ type }) => type !== "limit.raised");
      return hasKeyThat(byPath, isLater) || hasKeyThat(forks, isFork);
    },
    get left() {
      return [...byPath.keys(), ...forks.keys()];
    },
  };
}

function sortRecorded(
  path: string,
  events: readonly MeetingEvent[],
  suspensions: readonly MeetingEvent[],
): Recorded {
  const calls = events.filter(isFinishedCall);
  // A suspension in a group, or at its path, gives up what all of its branches have not ended.
  const step = findGroup(path) ?? path;
  const suspended = suspensions.findLast((each) => (findGroup(each.path) ?? each.path) === step);
  const givenUpTo = suspended?.seq ?? 0;
  return {
    events,
    ending: events.filter(isTerminal).find((event) => event.path === path),
    hasBegun: events.some(({ type }) => !BEFORE_EFFECTS.has(type)),
    calls,
    asked: events.filter((event) => event.type === "human.asked"),
    answers: events.filter((event) => event.type === "human.answered"),
    givenUp: new Set(calls.filter(({ seq }) => seq < givenUpTo).map((call) => call.path)),
  };
}

const BEFORE_EFFECTS: ReadonlySet<string> = new Set([
  "person.acted",
  "document.added",
  "budget.warned",
]);

/** The next effect, or the one that was interrupted. An interrupted group continues before it. */
export function findNextPath(events: readonly MeetingEvent[]): string {
  const last = readTopNumber(events.at(-1)?.path ?? "0");
  const current = events.filter(({ path }) => readTopNumber(path) === last);
  const isOver = (event: MeetingEvent) =>
    findGroup(event.path) !== null ||
    event.type === "meeting.closed" ||
    (isTerminal(event) && event.path === String(last));
  return String(last === 0 || current.some(isOver) ? last + 1 : last);
}

const ACTS: ReadonlySet<string> = new Set(["person.acted", "document.added", "meeting.adjourned"]);

function readTopNumber(path: string): number {
  return Number.parseInt(path, 10);
}

function hasKeyThat(
  map: ReadonlyMap<string, unknown>,
  passes: (key: string) => boolean | undefined,
): boolean {
  for (const key of map.keys()) if (passes(key)) return true;
  return false;
}

function groupByPath(events: readonly MeetingEvent[]): Map<string, MeetingEvent[]> {
  const byPath = new Map<string, MeetingEvent[]>();
  for (const event of events) {
    const path = toStepPath(event.path);
    const known = byPath.get(path);
    if (known) known.push(event);
    else byPath.set(path, [event]);
  }
  return byPath;
}

function takePath(byPath: Map<string, MeetingEvent[]>, path: string): MeetingEvent[] {
  const found = byPath.get(path) ?? [];
  byPath.delete(path);
  return found;
}

export type Expected<Type extends TerminalType> = {
  types: readonly Type[];
  by?: string;
};

export function checkRecorded<Type extends TerminalType>(
  event: MeetingEvent<TerminalType>,
  { types, by }: Expected<Type>,
): Draft<Type> {
  const isExpected =
    (types as readonly string[]).includes(event.type) &&
    (by === undefined || by === getSpeaker(event));
  if (isExpected) return event as unknown as Draft<Type>;
  throw createMismatch(event, { type: types.join(" or "), path: event.path, speaker: by });
}

function getSpeaker(event: object): unknown {
  return "speaker" in event ? event.speaker : "agent" in event ? event.agent : undefined;
}

type ReportedEffect = {
  type: string;
  path: string;
  speaker?: string | undefined;
};

function createMismatch(recorded: MeetingEvent, expected: ReportedEffect | Draft): BoardroomError {
  const describeEvent = (event: ReportedEffect | MeetingEvent | Draft) => {
    const speaker = getSpeaker(event);
    return speaker === undefined ? event.type : `${event.type} by ${speaker}`;
  };
  return new BoardroomError("transcript-mismatch", {
    message: `The record differs from the protocol at path ${recorded.path}: expected ${describeEvent(expected)}, found ${describeEvent(recorded)}.`,
    remedy:
      "The transcript was made by another protocol, or was changed. `boardroom verify` shows where.",
  });
}

/** The run comes to the same events in the same order, so what a stopped run left is not written twice. */
export function createOverwriter(
  { events, answers }: Recorded,
  write: (draft: Draft) => void,
): (draft: Draft) => void {
  const answered = new Set(answers.map(({ path }) => path));
  const left = events.filter(
    ({ type, path }) => EVENTS[type].comesAgain && !(type === "human.asked" && answered.has(path)),
  );
  return (draft) => {
    const recorded = left.shift();
    if (!recorded) return write(draft);
    if (recorded.type !== draft.type || getSpeaker(recorded) !== getSpeaker(draft))
      throw createMismatch(recorded, draft);
  };
}
