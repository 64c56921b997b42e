/**
 * The entries of a debate. Each has an event and what follows from the events before it, such as
 * its turn and the verdict before. All views read them.
 */

import { describeFact } from "../engine/protocol/facts.ts";
import type { Description } from "../engine/protocol/protocol.ts";
import { hasPosition } from "../engine/scaffold/message.ts";
import { type Draft, isShownAlone, type MeetingEvent } from "../engine/transcript/events.ts";
import { createFold } from "../engine/transcript/fold.ts";
import { isTurn } from "../engine/transcript/forks.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { formatVerdict } from "../engine/words/figures.ts";
import { findFirstIndex, isRecord } from "../lists.ts";
import { describeOptions, nameOptions, type OptionView } from "./cast.ts";

/** What views ask of a protocol. */
export type Procedure = Description;
export type ProcedureOf = (recorded: string) => Procedure | undefined;

/** An event with what follows from the events before it. All views read it. */
export type Shown = {
  /** From 1; null if the event is not a turn. */
  turn: number | null;
  /** The verdict that this member said last; null if it said none. */
  label: string | null;
  /** The verdict that this member said or voted last. */
  before: string | null;
  changesVerdict: boolean;
  isFirst: boolean;
  /** Whose message the member names as the reason. */
  mover: { speaker: string; turn: number | null } | null;
  selection: Draft<"speaker.selected"> | null;
  /** Of a protocol that counts rounds; null outside of them. */
  round: number | null;
  /** The protocol's words for a fact; null hides it, and undefined shows its data. */
  narrated: string | null | undefined;
  /** A fact reports this ballot. */
  isCounted: boolean;
};

type Walk = { state: MeetingState; next(event: Draft): Shown };

/** Starts before `meeting.opened`. */
export function createWalk(findProcedure: ProcedureOf = () => undefined): Walk {
  const fold = createFold();
  const heard = new Map<string, NonNullable<Shown["mover"]>>();
  let procedure: Procedure | undefined;
  let options: ReadonlyMap<string, OptionView> = new Map();
  let round: number | null = null;
  let selection: Shown["selection"] = null;

  /** The state before a message tells what it means. */
  function describeMessage(event: Draft<"message.spoken">): Partial<Shown> {
    const member = fold.state.members.get(event.speaker);
    const [own, position] = [member?.verdicts.at(-1), member?.positions.at(-1)];
    const isStated = hasPosition(event);
    return {
      label: own === undefined ? null : formatVerdict(own.verdict),
      before: position?.verdict ?? null,
      changesVerdict: isStated && position !== undefined && position.verdict !== event.verdict,
      isFirst: isStated && own === undefined,
      mover: heard.get(event.movedBy?.message ?? "") ?? null,
    };
  }

  function describeOther(event: Draft): Partial<Shown> {
    const isVote = event.type === "ballot.cast" && event.ballot !== "called";
    const { facts } = procedure?.tell?.(fold.state) ?? {};
    const narrated =
      facts && event.type === "fact.recorded" ? describeFact(event, facts, fold.state) : undefined;
    return {
      narrated: narrated && nameOptions(options, narrated),
      isCounted: isVote && procedure?.countsBallots?.(fold.state) === true,
    };
  }

  return {
    get state() {
      return fold.state;
    },
    next(event) {
      if (event.type === "meeting.opened") {
        procedure = findProcedure(event.protocol);
        options = describeOptions(event.scenario);
      }
      if (event.type === "speaker.selected") selection = event;
      if (event.type === "fact.recorded") round = readRound(event) ?? round;
      const before = event.type === "message.spoken" ? describeMessage(event) : {};
      fold.apply(event);
      const turn = isTurn(event) ? fold.state.turns : null;
      if (event.type === "message.spoken") heard.set(event.id, { speaker: event.speaker, turn });
      const after = event.type === "message.spoken" ? {} : describeOther(event);
      const shown = {
        ...NOTHING,
        turn,
        round,
        selection: turn === null ? null : selection,
        ...before,
        ...after,
      };
      if (turn !== null) selection = null;
      return shown;
    },
  };
}

const NOTHING = {
  label: null,
  before: null,
  changesVerdict: false,
  isFirst: false,
  mover: null,
  narrated: undefined,
  isCounted: false,
} as const;

function readRound({ name, data }: Draft<"fact.recorded">): number | null {
  return name === "phase.entered" && isRecord(data) && typeof data.round === "number"
    ? data.round
    : null;
}

/** Each event with the number of the turns up to it. */
export function numberTurns<Event extends Draft>(
  events: readonly Event[],
): readonly { event: Event; turn: number }[] {
  let turn = 0;
  return events.map((event) => ({ event, turn: isTurn(event) ? ++turn : turn }));
}

export type Entry = Shown & {
  seq: number;
  event: MeetingEvent;
  /** The votes of a ballot up to this one. */
  ballots: readonly MeetingEvent<"ballot.cast">[];
  isTight: boolean;
};

type Entries = {
  list: readonly Entry[];
  state: MeetingState;
  push(event: MeetingEvent): Shown;
};

type ShownEvent = (event: MeetingEvent, shown: Shown) => boolean;

/** Events that `isShown` accepts; default those with an entry. */
export function createEntries(
  findProcedure?: ProcedureOf,
  isShown: ShownEvent = isShownOnScreen,
): Entries {
  const walk = createWalk(findProcedure);
  const list: Entry[] = [];
  return {
    list,
    get state() {
      return walk.state;
    },
    push(event) {
      const shown = walk.next(event);
      if (!isShown(event, shown)) return shown;
      const last = list.at(-1);
      const before =
        last && event.type === "ballot.cast" && isSameBallot(last.event, event) ? last : undefined;
      const ballots =
        event.type === "ballot.cast" ? [...(before?.ballots ?? []), event] : NO_BALLOTS;
      const isTight = before?.isTight ?? (!last || belongTogether(last.event, event));
      list.push({ ...shown, seq: event.seq, event, ballots, isTight });
      return shown;
    },
  };
}

const NO_BALLOTS: Entry["ballots"] = [];

function isShownOnScreen(event: MeetingEvent, { narrated, isCounted }: Shown): boolean {
  return isShownAlone(event) && narrated !== null && !isCounted;
}

function isSameBallot(a: MeetingEvent, b: MeetingEvent<"ballot.cast">): boolean {
  const group = ({ path }: MeetingEvent) => path.split("/")[0];
  return a.type === "ballot.cast" && a.ballot === b.ballot && group(a) === group(b);
}

function belongTogether(a: MeetingEvent, b: MeetingEvent): boolean {
  return (
    (isBetweenTurns(a) && isBetweenTurns(b)) ||
    (a.type === "turn.passed" && b.type === "turn.passed")
  );
}

function isBetweenTurns(event: MeetingEvent): boolean {
  return !isTurn(event) && !event.type.startsWith("meeting.");
}

/** Another vote of the same ballot follows, which shows this one too. */
export function isContinued(list: readonly Entry[], index: number, shown = list.length): boolean {
  const next = index + 1 < shown ? list[index + 1] : undefined;
  return next !== undefined && next.ballots.length > 1;
}

export function findEntryIndex(list: readonly Entry[], seq: number): number {
  return findFirstIndex(list, (entry) => entry.seq >= seq);
}
