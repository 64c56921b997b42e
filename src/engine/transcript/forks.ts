/**
 * Finds the point of a record at which a fork can begin, and the members, seed and hidden messages
 * after its forks. engine/meeting/fork.ts makes the fork.
 */

import type { Seat } from "../../scenario/schema/scenario.ts";
import { type Draft, EVENTS, type MeetingEvent } from "./events.ts";
import { toStepPath } from "./path.ts";
import { replaceSeats } from "./state.ts";

type Seating = {
  seats: readonly Seat[];
  former: readonly Seat[];
  seed: string;
  hidden: ReadonlySet<string>;
};

export function applyForks(
  opened: { seats: readonly Seat[]; seed: string },
  events: readonly Draft[],
): Seating {
  let { seats, seed } = opened;
  const hidden = new Set<string>();
  const everyone = [...seats];
  for (const event of events) {
    if (event.type !== "meeting.forked") continue;
    everyone.push(...event.seats);
    seats = replaceSeats(seats, event.seats);
    seed = event.seed;
    for (const id of event.hidden) hidden.add(id);
  }
  return {
    seats,
    former: everyone.filter((seat, index) => isFormer(seat, index, everyone, seats)),
    seed,
    hidden,
  };
}

/** What stands before the last fork is another meeting's. */
export function dropEventsBeforeFork<Event extends Draft>(
  events: readonly Event[],
): readonly Event[] {
  const last = events.findLastIndex(({ type }) => type === "meeting.forked");
  return events.slice(Math.max(0, last));
}

function isFormer(
  seat: Seat,
  index: number,
  everyone: readonly Seat[],
  seats: readonly Seat[],
): boolean {
  const isSame = (other: Seat) => other.id === seat.id && other.persona.id === seat.persona.id;
  return !seats.some(isSame) && everyone.findIndex(isSame) === index;
}

/** Between two effects of the protocol, never inside a parallel group. */
export type ForkPoint = { lines: number; shared: number; path: string };

/** The event after which a fork begins: that of turn `at`, from 1, or the opening for 0. Null if there is no such turn. */
export function findForkPoint(events: readonly MeetingEvent[], at: number): ForkPoint | null {
  const turn = at === 0 ? null : events.filter(isTurn)[at - 1];
  if (turn === undefined) return null;
  const last = turn === null ? 0 : readStepNumber(turn);
  const path = String(last + 1);
  const end = events.findIndex((event) => readStepNumber(event) > last && !isForkAt(event, path));
  const lines = end === -1 ? events.length : end;
  return { lines, path, shared: events.slice(0, lines).filter(isTurn).length };
}

export function isTurn(event: Draft): boolean {
  if (event.type === "message.spoken") return event.audience !== "record";
  return (
    event.type === "turn.passed" || event.type === "turn.absent" || event.type === "notice.given"
  );
}

function isForkAt({ type, path }: MeetingEvent, at: string): boolean {
  return EVENTS[type].outsideForks === true && path === at;
}

function readStepNumber({ path }: MeetingEvent): number {
  return Number(toStepPath(path).split("/")[0]);
}
