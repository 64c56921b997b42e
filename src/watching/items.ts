import { takesPosition } from "../scaffold/message.ts";
import type { Seat } from "../scenario/schema/scenario.ts";
import { isToldByItself } from "../telling/tell.ts";
import { type MeetingEvent, NO_VERDICT } from "../transcript/events.ts";
import { createFold } from "../transcript/folding/fold.ts";
import { isTurn } from "../transcript/forks.ts";
import type { Procedure, ProcedureOf } from "./procedure.ts";

/** One thing that the transcript shows: an event, and what must be known of earlier events to show it. */
export type Item = {
  readonly seq: number;
  readonly event: MeetingEvent;
  /** Number of the turn in the meeting, from 1; null where it is no turn, or while earlier events are not read. */
  readonly turn: number | null;
  /** Option on record before, `NO_VERDICT` where it said that it had none; undefined while earlier events are not read. */
  readonly before: string | null | undefined;
  /** Who said the message that it names as what moved it, and at which turn; null where that is not read. */
  readonly mover: ItemMover | null;
  /** It states a first or another verdict. */
  readonly changesVerdict: boolean;
  /** A fact in its protocol's own words; null where it has none. */
  readonly told: string | null;
  /** A message's JSON as its protocol writes it for reading, in Markdown; null where it has no such form. */
  readonly prose: string | null;
  /** The votes of one ballot up to this one; the last of them tells all. */
  readonly ballots: readonly MeetingEvent<"ballot.cast">[];
  /** It stands right under the item before it, without a blank row between. */
  readonly isTight: boolean;
};

type ItemMover = { readonly speaker: string; readonly turn: number | null };

/** What a meeting's transcript shows, growing with its events. */
export type Items = {
  readonly list: readonly Item[];
  push(event: MeetingEvent): void;
};

type ItemsSetup = {
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
  const said = new Map<string, ItemMover>();
  const tell = createTeller(procedureOf, isPartial);
  let turn = 0;

  function push(event: MeetingEvent): void {
    if (event.type === "meeting.opened") for (const seat of event.seats) seats.set(seat.id, seat);
    const told = tell.fact(event);
    if (!isToldByItself(event) || told === null || tell.counts(event)) return;
    if (isTurn(event)) turn += 1;
    const number = isTurn(event) && !isPartial ? turn : null;
    const last = list.at(-1);
    const before = last && event.type === "ballot.cast" && isSameBallot(last.event, event) ? last : undefined;
    const ballots = event.type === "ballot.cast" ? [...(before?.ballots ?? []), event] : NONE;
    const isTight = before?.isTight ?? (!last || goTogether(last.event, event));
    if (event.type !== "message.spoken" || seats.get(event.speaker)?.kind === "agent") {
      list.push({
        seq: event.seq,
        event,
        turn: number,
        before: null,
        mover: null,
        changesVerdict: false,
        told: told ?? null,
        prose: null,
        ballots,
        isTight,
      });
      return;
    }
    said.set(event.id, { speaker: event.speaker, turn: number });
    const known = verdicts.get(event.speaker);
    const held = known ?? (isPartial ? undefined : null);
    const stated = takesPosition(event) ? (event.verdict ?? NO_VERDICT) : null;
    const changesVerdict = stated !== null && held !== undefined && stated !== held;
    if (stated !== null) verdicts.set(event.speaker, stated);
    const prose = tell.prose(event);
    list.push({
      seq: event.seq,
      event,
      turn: number,
      before: held,
      mover: said.get(event.movedBy?.message ?? "") ?? null,
      changesVerdict,
      told: null,
      prose,
      ballots,
      isTight,
    });
  }

  return { list, push };
}

/** What a fact says in its protocol's words: null where it is of no interest, undefined where there are none. */
function createTeller(procedureOf: ProcedureOf | undefined, isPartial: boolean): Teller {
  const fold = createFold();
  let procedure: Procedure | undefined;
  return {
    fact(event) {
      if (event.type === "meeting.opened") procedure = procedureOf?.(event.protocol);
      if (!procedure?.narrate) return undefined;
      if (!isPartial || event.type === "meeting.opened") fold.apply(event);
      return event.type === "fact.recorded" ? procedure.narrate(event, fold.state) : undefined;
    },
    counts: (event) =>
      event.type === "ballot.cast" &&
      event.ballot !== "called" &&
      procedure?.countsBallots?.(fold.state) === true,
    prose(event) {
      if (isPartial || typeof event.reply !== "object") return null;
      return procedure?.reads?.(event, fold.state) ?? null;
    },
  };
}

type Teller = {
  readonly fact: (event: MeetingEvent) => string | null | undefined;
  /** Whether a fact tells this vote with the others of its ballot. */
  readonly counts: (event: MeetingEvent) => boolean;
  readonly prose: (event: MeetingEvent<"message.spoken">) => string | null;
};

const NONE: Item["ballots"] = [];

/** Votes of one ballot are asked for as a group. */
function isSameBallot(a: MeetingEvent, b: MeetingEvent<"ballot.cast">): boolean {
  const group = ({ path }: MeetingEvent) => path.split("/")[0];
  return a.type === "ballot.cast" && a.ballot === b.ballot && group(a) === group(b);
}

/** Stand under each other without a gap: asides, and turns in which nothing was said. */
function goTogether(a: MeetingEvent, b: MeetingEvent): boolean {
  return (isAside(a) && isAside(b)) || (a.type === "turn.passed" && b.type === "turn.passed");
}

/** One row or two that are no turn of the debate: ballots, acts, failed calls. */
function isAside(event: MeetingEvent): boolean {
  return !isTurn(event) && !event.type.startsWith("meeting.");
}
