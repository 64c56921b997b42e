import type { Protocol, StatusLine } from "../../engine/meeting/contract/protocol.ts";
import { takesPosition } from "../../engine/scaffold/message.ts";
import { type MeetingEvent, NO_VERDICT } from "../../engine/transcript/events.ts";
import { createFold } from "../../engine/transcript/fold.ts";
import { isTurn } from "../../engine/transcript/forks.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { statedInWords } from "../../engine/words/figures.ts";
import { type EventVoice, isToldByItself, type ToldEvent, tell } from "../../engine/words/tell.ts";
import { firstThat } from "../../lists.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { escapeRegExp } from "../../text/plain.ts";

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

export type Procedure = Pick<Protocol, "status" | "narrate" | "reads" | "countsBallots" | "fixedOrder"> & {
  readonly columns?: Protocol["columns"];
};

export type ProcedureOf = (recorded: string) => Procedure | undefined;

export type ShownProcedure = {
  readonly standing: readonly StatusLine[] | null;
  readonly roles: ReadonlyMap<string, string>;
  /** Why no one can be given the floor out of turn; null if a person can give it. */
  readonly fixedOrder: string | null;
};

export const NO_STANDING: ShownProcedure = {
  standing: null,
  roles: new Map(),
  fixedOrder: null,
};

export function createStanding(
  procedureOf: ProcedureOf | undefined,
): (meeting: MeetingState | null, events: number) => ShownProcedure {
  let read: {
    readonly meeting: MeetingState;
    readonly events: number;
    readonly standing: ShownProcedure;
  } | null = null;
  return (meeting, events) => {
    if (!meeting) return NO_STANDING;
    if (read?.meeting === meeting && read.events === events) return read.standing;
    const procedure = procedureOf?.(meeting.protocol);
    const standing = procedure ? standingOf(procedure, meeting) : NO_STANDING;
    read = { meeting, events, standing };
    return standing;
  };
}

function standingOf(procedure: Procedure, meeting: MeetingState): ShownProcedure {
  const role = procedure.columns?.find(({ name }) => name === "role");
  return {
    standing: procedure.status?.(meeting) ?? null,
    fixedOrder: procedure.fixedOrder ?? null,
    roles: new Map(
      [...meeting.members.values()].flatMap((member) => {
        const value = role?.value(member, meeting) ?? null;
        return value === null ? [] : [[member.seat.id, String(value)] as const];
      }),
    ),
  };
}

export function goesOn(list: readonly Item[], index: number, shown: number): boolean {
  const next = index + 1 < shown ? list[index + 1] : undefined;
  return next !== undefined && next.ballots.length > 1;
}

export function itemIndexAt(list: readonly Item[], seq: number): number {
  return firstThat(list, (item) => item.seq >= seq);
}

/** Turns ascend, and few items lie between two. */
export function itemIndexOfTurn(list: readonly Item[], turn: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let numbered = middle;
    while (numbered < high && list[numbered]?.turn === null) numbered += 1;
    const found = (numbered < high ? list[numbered]?.turn : null) ?? Number.POSITIVE_INFINITY;
    if (found === turn) return numbered;
    if (found < turn) low = numbered + 1;
    else high = middle;
  }
  return -1;
}

export type Search = {
  readonly query: string;
  /** Numbers of the events that match, in order. */
  readonly found: readonly number[];
};

type SearchedNames = {
  readonly displayed: (seat: string) => string;
  readonly mask: (text: string) => string;
};

/** A private ballot matches once, at its last vote. */
export function searched(items: readonly Item[], shown: number, query: string, names: SearchedNames): Search {
  const passes = matching(query, names);
  const found = items.slice(0, shown).filter((item, at) => !goesOn(items, at, shown) && passes(item));
  return { query, found: found.map(({ seq }) => seq) };
}

/** The next match in a direction, beginning again at the other end. */
export function nextMatch({ found }: Search, from: number, direction: 1 | -1): number | undefined {
  return direction === 1
    ? (found.find((seq) => seq > from) ?? found[0])
    : (found.findLast((seq) => seq < from) ?? found.at(-1));
}

export function matching(query: string, names: SearchedNames): (item: Item) => boolean {
  const pattern = new RegExp(escapeRegExp(query), "iu");
  const voice = { nameOf: names.displayed };
  return (item) => wordsOf(item, voice).some((text) => pattern.test(names.mask(text)));
}

function wordsOf({ event, told, ballots }: Item, voice: EventVoice): readonly string[] {
  switch (event.type) {
    case "message.spoken":
      return [
        event.content,
        event.reasoning ?? "",
        event.wouldChange ?? "",
        statedInWords(event) ?? "",
        voice.nameOf(event.speaker),
        ...event.citations.flatMap(({ ref, quote }) => [ref ?? "", quote]),
      ];
    case "speaker.selected":
      return [];
    case "ballot.cast":
      return ballots.flatMap((ballot) => textOf(tell(ballot, voice)));
    case "meeting.closed":
      return [...textOf(tell(event, voice)), event.outcome.reason];
    default:
      return textOf(tell(event, voice, told ?? undefined));
  }
}

function textOf(told: ToldEvent | null): readonly string[] {
  return told === null ? [] : [told.text, told.body ?? ""];
}
