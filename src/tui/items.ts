import type { Seat } from "../scenario/scenario.ts";
import type { MeetingEvent } from "../transcript/events.ts";
import { createFold } from "../transcript/fold.ts";
import { isTurn } from "../transcript/forks.ts";
import type { Procedure, ProcedureOf } from "./procedure.ts";

/** One thing that the transcript shows: an event, and what must be known of earlier events to show it. */
export type Item = {
  readonly seq: number;
  readonly event: MeetingEvent;
  /** Number of the turn in the meeting, from 1; null where it is no turn, or while earlier events are not read. */
  readonly turn: number | null;
  /** Verdict on record before; undefined while earlier events are not read. */
  readonly before: string | null | undefined;
  /** It states a first or another verdict. */
  readonly changesVerdict: boolean;
  /** A fact in its protocol's own words; null where it has none. */
  readonly told: string | null;
  /** It stands right under the item before it, without a blank row between. */
  readonly isTight: boolean;
};

/** What a meeting's transcript shows, growing with its events. */
export type Items = {
  readonly list: readonly Item[];
  push(event: MeetingEvent): void;
};

export type ItemsSetup = {
  /** Events between the opening and the others are missing. */
  readonly isPartial?: boolean;
  /** Facts that the procedure has nothing to say of are left out. */
  readonly procedureOf?: ProcedureOf | undefined;
};

/** Starts before `meeting.opened`. */
export function createItems({ isPartial = false, procedureOf }: ItemsSetup = {}): Items {
  const list: Item[] = [];
  const seats = new Map<string, Seat>();
  const verdicts = new Map<string, string>();
  const tell = createTeller(procedureOf, isPartial);
  let turn = 0;

  function push(event: MeetingEvent): void {
    if (event.type === "meeting.opened") for (const seat of event.seats) seats.set(seat.id, seat);
    const told = tell(event);
    if (!isShown(event) || told === null) return;
    if (isTurn(event)) turn += 1;
    const number = isTurn(event) && !isPartial ? turn : null;
    const last = list.at(-1);
    const isTight = !last || (isAside(event) && isAside(last.event));
    if (event.type !== "message.spoken" || seats.get(event.speaker)?.kind === "agent") {
      list.push({
        seq: event.seq,
        event,
        turn: number,
        before: null,
        changesVerdict: false,
        told: told ?? null,
        isTight,
      });
      return;
    }
    const known = verdicts.get(event.speaker);
    const before = known ?? (isPartial ? undefined : null);
    const changesVerdict = event.verdict !== null && before !== undefined && event.verdict !== before;
    if (event.verdict !== null) verdicts.set(event.speaker, event.verdict);
    list.push({ seq: event.seq, event, turn: number, before, changesVerdict, told: null, isTight });
  }

  return { list, push };
}

/** What a fact says in its protocol's words: null where it is of no interest, undefined where there are none. */
function createTeller(
  procedureOf: ProcedureOf | undefined,
  isPartial: boolean,
): (event: MeetingEvent) => string | null | undefined {
  const fold = createFold();
  let narrate: Procedure["narrate"];
  return (event) => {
    if (event.type === "meeting.opened") narrate = procedureOf?.(event.protocol)?.narrate;
    if (!narrate) return undefined;
    if (!isPartial || event.type === "meeting.opened") fold.apply(event);
    return event.type === "fact.recorded" ? narrate(event, fold.state) : undefined;
  };
}

/** Index of the first item whose event has this number or a later one; the length where there is none. */
export function itemIndexAt(list: readonly Item[], seq: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the item that takes a turn; -1 where there is none. Turns ascend, and few items lie between two. */
export function itemIndexOfTurn(list: readonly Item[], turn: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let numbered = middle;
    while (numbered < high && list[numbered]!.turn === null) numbered += 1;
    const found = numbered < high ? list[numbered]!.turn! : Number.POSITIVE_INFINITY;
    if (found === turn) return numbered;
    if (found < turn) low = numbered + 1;
    else high = middle;
  }
  return -1;
}

/** One row or two that are no turn of the debate: ballots, acts, failed calls. */
function isAside(event: MeetingEvent): boolean {
  return !isTurn(event) && !event.type.startsWith("meeting.");
}

function isShown(event: MeetingEvent): boolean {
  switch (event.type) {
    case "call.answered":
    case "speaker.selected":
      return false;
    case "document.added":
      return event.by !== null;
    default:
      return true;
  }
}
