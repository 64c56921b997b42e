import { BoardroomError } from "../errors.ts";
import type { Draft, MeetingEvent } from "../transcript/events.ts";
import type { Fold } from "../transcript/fold.ts";
import { dueWarnings } from "./limits.ts";
import type { Room, Scope } from "./room.ts";
import { MeetingStop } from "./stop.ts";

/** Where a floor stands: the root, or one branch of a parallel group, whose events its parent takes at the join. */
export type Standing = {
  readonly room: Room;
  readonly fold: Fold;
  /** Empty at the root, `17/2/` in the second branch of group 17. */
  readonly prefix: string;
  readonly onEvent?: (draft: Draft) => void;
};

/** The terminal events that answer an effect, and whose they must be. */
export type Expected<Type extends TerminalType> = { readonly types: readonly Type[]; readonly by?: string };

export type TerminalType = (typeof TERMINAL)[number];

const TERMINAL = [
  "message.spoken",
  "turn.passed",
  "turn.absent",
  "ballot.cast",
  "notice.given",
  "fact.recorded",
  "human.answered",
  "time.passed",
] as const;

/** Numbers the effects of one floor, keeps them apart, and answers each from the record where that has it. */
export type Effects = {
  nextPath(): string;
  /** Runs one effect alone on this floor. */
  exclusive<T>(perform: (path: string) => Promise<T>): Promise<T>;
  /** An effect with one terminal event: taken from the record, or else made; `make` writes it last. */
  answered<Type extends TerminalType>(
    expected: Expected<Type>,
    make: (scope: Scope) => Promise<Draft<Type>>,
  ): Promise<Draft<Type>>;
  /** Takes in an event that is in the transcript already. */
  take(draft: Draft): void;
};

export function createEffects({ room, fold, prefix, onEvent }: Standing): Effects {
  let done = 0;
  let isBusy = false;
  const nextPath = () => `${prefix}${done + 1}`;

  function take(draft: Draft): void {
    fold.apply(draft);
    onEvent?.(draft);
  }

  async function exclusive<T>(perform: (path: string) => Promise<T>): Promise<T> {
    if (isBusy) throw concurrentEffects(nextPath());
    isBusy = true;
    try {
      if (room.signal.aborted)
        throw new MeetingStop({ kind: "aborted", reason: "stopped between two effects" });
      return await perform(nextPath());
    } finally {
      isBusy = false;
      done += 1;
    }
  }

  function answered<Type extends TerminalType>(
    expected: Expected<Type>,
    make: (scope: Scope) => Promise<Draft<Type>>,
  ): Promise<Draft<Type>> {
    return exclusive(async (path) => {
      const recorded = room.recording.take(path);
      for (const event of recorded) take(event);
      const terminal = recorded.filter(isTerminal).find((event) => event.path === path);
      if (terminal) return checkRecorded(terminal, expected);
      const acts = recorded.filter(({ type }) => type === "person.acted").length;
      await begin(path, acts);
      return make({
        room,
        fold,
        path,
        write: writer(recorded.filter(isRewritten), write),
        finished: recorded.filter(isCall),
        givenUp: callsBeforeSuspension(recorded),
      });
    });
  }

  function write(draft: Draft): void {
    room.append(draft);
    take(draft);
  }

  /** Before anything new is done at a path: wait while held, let people act, warn of limits. */
  async function begin(path: string, actsBefore: number): Promise<void> {
    await room.hold(path);
    const at = fold.state.now;
    if (room.signal.aborted) throw new MeetingStop({ kind: "aborted", reason: "stopped between two effects" });
    for (const [index, { person, does, id }] of room.inbox.drain().entries()) {
      write({ type: "person.acted", path, at, person, order: actsBefore + index + 1, does, ...(id && { id }) });
    }
    if (fold.state.adjournRequested) {
      throw new MeetingStop({ kind: "adjourned", reason: "adjourned by a person", path });
    }
    for (const use of dueWarnings(fold.state, room.clock() / 60_000))
      write({ type: "budget.warned", path, at, ...use });
  }

  return { nextPath, exclusive, answered, take };
}

/** What a stopped run left at this path is not written twice: the run comes to the same events in the same order. */
function writer(left: MeetingEvent[], write: (draft: Draft) => void): (draft: Draft) => void {
  return (draft) => {
    const recorded = left[0];
    if (!recorded) return write(draft);
    left.shift();
    if (recorded.type !== draft.type || speakerOf(recorded) !== speakerOf(draft))
      throw mismatch(recorded, draft);
  };
}

function isRewritten(event: MeetingEvent): boolean {
  return (
    event.type === "speaker.selected" ||
    event.type === "impersonation.attempted" ||
    event.type === "human.asked"
  );
}

/** Calls that a suspended meeting gave up on, and that a resumed one tries again. */
function callsBeforeSuspension(recorded: readonly MeetingEvent[]): ReadonlySet<string> {
  const end = recorded.findLastIndex(({ type }) => type === "meeting.suspended");
  return new Set(recorded.slice(0, Math.max(0, end)).filter(isCall).map(({ path }) => path));
}

function isCall(event: MeetingEvent): event is MeetingEvent<"call.answered"> | MeetingEvent<"call.failed"> {
  return event.type === "call.answered" || event.type === "call.failed";
}

function isTerminal(event: MeetingEvent): event is MeetingEvent<TerminalType> {
  return (TERMINAL as readonly string[]).includes(event.type);
}

function checkRecorded<Type extends TerminalType>(
  event: MeetingEvent<TerminalType>,
  { types, by }: Expected<Type>,
): Draft<Type> {
  const isExpected =
    (types as readonly string[]).includes(event.type) && (by === undefined || by === speakerOf(event));
  if (isExpected) return event as unknown as Draft<Type>;
  throw mismatch(event, { type: types.join(" or "), path: event.path, speaker: by });
}

function speakerOf(event: object): unknown {
  return "speaker" in event ? event.speaker : "agent" in event ? event.agent : undefined;
}

type Told = { readonly type: string; readonly path: string; readonly speaker?: string | undefined };

function mismatch(recorded: MeetingEvent, expected: Told | Draft): BoardroomError {
  const told = (event: Told | MeetingEvent | Draft) => {
    const speaker = speakerOf(event);
    return speaker === undefined ? event.type : `${event.type} by ${speaker}`;
  };
  return new BoardroomError("transcript-mismatch", {
    message: `The record differs from the protocol at path ${recorded.path}: expected ${told(expected)}, found ${told(recorded)}.`,
    remedy: "The transcript was made by another protocol, or was changed. `boardroom verify` tells where.",
  });
}

function concurrentEffects(path: string): BoardroomError {
  return new BoardroomError("concurrent-effects", {
    message: `An effect was started at path ${path} while the one before it was still open on the same floor.`,
    remedy: "Await each effect, and use floor.parallel for what is to run at once.",
  });
}
