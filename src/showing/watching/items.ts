import { takesPosition } from "../../engine/scaffold/message.ts";
import { type MeetingEvent, NO_VERDICT } from "../../engine/transcript/events.ts";
import { createFold } from "../../engine/transcript/fold.ts";
import { isTurn } from "../../engine/transcript/forks.ts";
import { isToldByItself } from "../../engine/words/tell.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import type { Procedure, ProcedureOf } from "./procedure.ts";

export type Item = {
  readonly seq: number;
  readonly event: MeetingEvent;
  /** From 1; null if the item is not a turn. */
  readonly turn: number | null;
  /** `NO_VERDICT` after an abstention. */
  readonly before: string | null;
  readonly mover: ItemMover | null;
  readonly changesVerdict: boolean;
  readonly told: string | null;
  readonly prose: string | null;
  readonly ballots: readonly MeetingEvent<"ballot.cast">[];
  readonly isTight: boolean;
};

type ItemMover = { readonly speaker: string; readonly turn: number | null };

type Items = {
  readonly list: readonly Item[];
  push(event: MeetingEvent): void;
};

type ItemsSetup = { readonly procedureOf?: ProcedureOf | undefined };

/** Starts before `meeting.opened`. */
export function createItems({ procedureOf }: ItemsSetup = {}): Items {
  const list: Item[] = [];
  const seats = new Map<string, Seat>();
  const verdicts = new Map<string, string>();
  const said = new Map<string, ItemMover>();
  const tell = createTeller(procedureOf);
  let turn = 0;

  function push(event: MeetingEvent): void {
    if (event.type === "meeting.opened") for (const seat of event.seats) seats.set(seat.id, seat);
    const told = tell.fact(event);
    if (!isToldByItself(event) || told === null || tell.counts(event)) return;
    if (isTurn(event)) turn += 1;
    const number = isTurn(event) ? turn : null;
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
    const held = verdicts.get(event.speaker) ?? null;
    const stated = takesPosition(event) ? (event.verdict ?? NO_VERDICT) : null;
    const changesVerdict = stated !== null && stated !== held;
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

function createTeller(procedureOf: ProcedureOf | undefined): Teller {
  const fold = createFold();
  let procedure: Procedure | undefined;
  return {
    fact(event) {
      if (event.type === "meeting.opened") procedure = procedureOf?.(event.protocol);
      if (!procedure?.narrate) return undefined;
      fold.apply(event);
      return event.type === "fact.recorded" ? procedure.narrate(event, fold.state) : undefined;
    },
    counts: (event) =>
      event.type === "ballot.cast" &&
      event.ballot !== "called" &&
      procedure?.countsBallots?.(fold.state) === true,
    prose(event) {
      if (typeof event.reply !== "object") return null;
      return procedure?.reads?.(event, fold.state) ?? null;
    },
  };
}

type Teller = {
  readonly fact: (event: MeetingEvent) => string | null | undefined;
  readonly counts: (event: MeetingEvent) => boolean;
  readonly prose: (event: MeetingEvent<"message.spoken">) => string | null;
};

const NONE: Item["ballots"] = [];

function isSameBallot(a: MeetingEvent, b: MeetingEvent<"ballot.cast">): boolean {
  const group = ({ path }: MeetingEvent) => path.split("/")[0];
  return a.type === "ballot.cast" && a.ballot === b.ballot && group(a) === group(b);
}

function goTogether(a: MeetingEvent, b: MeetingEvent): boolean {
  return (isAside(a) && isAside(b)) || (a.type === "turn.passed" && b.type === "turn.passed");
}

function isAside(event: MeetingEvent): boolean {
  return !isTurn(event) && !event.type.startsWith("meeting.");
}
