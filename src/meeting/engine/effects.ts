import { BoardroomError } from "../../errors.ts";
import { documentName, uniqueName } from "../../scenario/documents/document-text.ts";
import {
  type Draft,
  type EventType,
  isFinishedCall,
  type MeetingEvent,
  type PersonAct,
} from "../../transcript/events.ts";
import type { Fold } from "../../transcript/folding/fold.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { GroupPlan } from "../contract/floor.ts";
import { MeetingStop } from "../contract/stop.ts";
import { dueWarnings, spokenSoFar, warnOnce } from "../money/limits.ts";
import type { Act } from "../people/inbox.ts";
import { plannedCalls } from "../turn/planned-calls.ts";
import type { BranchGroup, Effect, Runtime } from "../turn/runtime.ts";

/** Where a floor stands: the root, or one branch of a parallel group, whose events its parent takes at the join. */
export type FloorSetup = {
  readonly runtime: Runtime;
  readonly fold: Fold;
  /** Empty at the root, `17/2/` in the second branch of group 17. */
  readonly prefix: string;
  readonly onEvent?: (draft: Draft) => void;
  /** The parallel group that this floor is a branch of. */
  readonly group?: BranchGroup;
};

/** The terminal events that answer an effect, and whose they must be. */
type Expected<Type extends TerminalType> = { readonly types: readonly Type[]; readonly by?: string };

type TerminalType = (typeof TERMINAL)[number];

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
type Effects = {
  nextPath(): string;
  /** Runs one effect alone on this floor. */
  exclusive<T>(perform: (path: string) => Promise<T>): Promise<T>;
  /** An effect with one terminal event: taken from the record, or else made; `make` writes it last. */
  answered<Type extends TerminalType>(
    expected: Expected<Type>,
    make: (effect: Effect) => Promise<Draft<Type>>,
  ): Promise<Draft<Type>>;
  /** Lets people act who wait, before anything is chosen for the next effect; nothing they do comes between that and the effect. */
  hear(): Promise<void>;
  /** Begins a parallel group of so many branches, whose calls are paid for together or not made. */
  openGroup(path: string, branches: number, plan: GroupPlan | undefined): BranchGroup;
  /** Takes in an event that is in the transcript already. */
  take(draft: Draft): void;
};

export function createEffects({ runtime, fold, prefix, onEvent, group = undefined }: FloorSetup): Effects {
  let done = 0;
  let isBusy = false;
  /** Path of the effect before which people have been heard. */
  let heardAt: string | null = null;
  const nextPath = () => `${prefix}${done + 1}`;

  function take(draft: Draft): void {
    fold.apply(draft);
    onEvent?.(draft);
  }

  /** A fork stands between two effects, outside every group. */
  function takeForks(): void {
    for (const event of runtime.recording.takeForks(nextPath())) take(event);
  }
  takeForks();

  async function exclusive<T>(perform: (path: string) => Promise<T>): Promise<T> {
    if (isBusy) throw concurrentEffects(nextPath());
    isBusy = true;
    try {
      if (runtime.ending.aborted)
        throw new MeetingStop({ kind: "aborted", reason: "stopped between two turns" });
      return await perform(nextPath());
    } finally {
      isBusy = false;
      done += 1;
      takeForks();
    }
  }

  async function hear(): Promise<void> {
    const path = nextPath();
    if (heardAt === path) return;
    if (isBusy) throw concurrentEffects(path);
    isBusy = true;
    try {
      const { acts, isBegun } = runtime.recording.takeActs(path);
      for (const act of acts) take(act);
      heardAt = path;
      if (!isBegun) await letPeopleAct(path, acts);
    } finally {
      isBusy = false;
    }
  }

  function answered<Type extends TerminalType>(
    expected: Expected<Type>,
    make: (effect: Effect) => Promise<Draft<Type>>,
  ): Promise<Draft<Type>> {
    return exclusive(async (path) => {
      const recorded = runtime.recording.take(path);
      for (const event of recorded) take(event);
      const terminal = recorded.filter(isTerminal).find((event) => event.path === path);
      if (terminal) return checkRecorded(terminal, expected);
      await begin(path, recorded);
      return make({
        runtime,
        fold,
        path,
        group: group ?? null,
        write: writer(recorded.filter(isRewritten(recorded)), write),
        finished: recorded.filter(isFinishedCall),
        asked: recorded.filter((event) => event.type === "human.asked"),
        answered: recorded.filter((event) => event.type === "human.answered"),
        summarised: recorded.filter(({ type }) => type === "history.summarised").length,
        givenUp: callsBeforeSuspension(recorded),
      });
    });
  }

  function write(draft: Draft): void {
    runtime.append(draft);
    take(draft);
  }

  /** Before anything new is done at a path: wait while held, let people act, warn of limits. */
  async function begin(path: string, recorded: readonly MeetingEvent[]): Promise<void> {
    if (heardAt !== path) await letPeopleAct(path, recorded);
    if (recorded.every(({ type }) => BEFORE_EFFECTS.has(type))) warn(path);
  }

  async function letPeopleAct(path: string, recorded: readonly MeetingEvent[]): Promise<void> {
    const actsBefore = recorded.filter(({ type }) => type === "person.acted").length;
    await runtime.hold(path);
    const at = fold.state.now;
    if (runtime.ending.aborted) throw new MeetingStop({ kind: "aborted", reason: "stopped between two turns" });
    for (const [index, act] of runtime.inbox.drain(spokenSoFar(fold.state)).entries()) {
      const { person, id } = act;
      const does = broughtBy(act, path, at);
      const refused = floorRefused(does);
      const order = actsBefore + index + 1;
      const more = { ...(refused !== null && { refused }), ...(id && { id }) };
      write({ type: "person.acted", path, at, person, order, does, ...more });
    }
    if (fold.state.adjournRequested) {
      throw new MeetingStop({ kind: "adjourned", reason: "adjourned by a person", path });
    }
  }

  /** Why a member cannot be given the floor; null where it can. */
  function floorRefused(does: PersonAct): string | null {
    if (does.act !== "give-floor") return null;
    const { seat, status } = memberOf(fold.state, does.to);
    if (seat.kind === "member" && status !== "active") return "no longer takes part";
    return runtime.fixedOrder;
  }

  /** Puts a document on the table under a name of its own, before the act that brought it says so. */
  function broughtBy({ person, does, document }: Act, path: string, at: string): PersonAct {
    if (does.act !== "bring-document" || !document) return does;
    const { documents } = fold.state;
    const lies = documents.find(({ name, sha256 }) => name === does.name && sha256 === document.sha256);
    const name =
      lies?.name ??
      uniqueName(
        documentName(does.name),
        documents.map((each) => each.name),
      );
    if (!lies) write({ type: "document.added", path, at, ...document, name, by: person });
    return { ...does, name };
  }

  /** A branch leaves it to its group, which knows what the others have spent. */
  function warn(path: string): void {
    if (group) return;
    for (const use of dueWarnings(fold.state, runtime.clock() / 60_000))
      write({ type: "budget.warned", path, at: fold.state.now, ...use });
  }

  function openGroup(path: string, branches: number, plan: GroupPlan | undefined): BranchGroup {
    for (const event of runtime.recording.take(path)) take(event);
    warn(path);
    const { spending } = fold.state;
    const callsBefore = spending.calls + spending.failedCalls;
    const reservation = group?.reservation ?? runtime.budget.reservation();
    // What a fork shares was paid for by other models, under the same limits.
    const most = new Map<string, number>();
    const open = { short: null, isOneByOne: false, most, reservation, callsBefore };
    if (runtime.recording.isShared || !runtime.budget.isLimited) return open;
    const calls = plannedCalls(runtime, fold.state, branches, plan);
    const fitted = runtime.budget.fit(fold.state, calls);
    if ("calls" in fitted) {
      for (const call of fitted.calls) {
        reservation.add(call);
        most.set(call.speaker, call.estimate.output);
      }
      return open;
    }
    const first = runtime.budget.fit(fold.state, calls.slice(0, 1));
    if ("calls" in first) return { ...open, isOneByOne: true };
    const { short } = first;
    warnOnce(fold.state, short, (use) => write({ type: "budget.warned", path, at: fold.state.now, ...use }));
    return { ...open, short };
  }

  return { nextPath, exclusive, answered, hear, openGroup, take };
}

/** What may stand at a path before its effect has begun. */
const BEFORE_EFFECTS: ReadonlySet<string> = new Set(["person.acted", "document.added", "budget.warned"]);

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

/** A question that has its answer is not put again. */
function isRewritten(recorded: readonly MeetingEvent[]): (event: MeetingEvent) => boolean {
  const answered = new Set(recorded.filter(({ type }) => type === "human.answered").map(({ path }) => path));
  return ({ type, path }) => COMES_AGAIN[type] && !(type === "human.asked" && answered.has(path));
}

/**
 * Whether an effect that was stopped half-way comes to the event once more when it is gone on with, so that the one on
 * record stands for it. The others end their effect or stand between effects, or the effect asks the record for them.
 */
const COMES_AGAIN: Readonly<Record<EventType, boolean>> = {
  "meeting.opened": false,
  "meeting.approved": false,
  "document.added": false,
  "speaker.selected": true,
  "call.answered": false,
  "call.failed": false,
  "message.spoken": false,
  "turn.passed": false,
  "turn.absent": false,
  "impersonation.attempted": true,
  "ballot.cast": false,
  "notice.given": false,
  "person.acted": false,
  "human.asked": true,
  "human.answered": false,
  "time.passed": false,
  "budget.warned": false,
  "history.summarised": false,
  "meeting.forked": false,
  "fact.recorded": false,
  "meeting.adjourned": false,
  "meeting.suspended": false,
  "meeting.closed": false,
};

/** Calls that a suspended meeting gave up on, and that a resumed one tries again. */
function callsBeforeSuspension(recorded: readonly MeetingEvent[]): ReadonlySet<string> {
  const end = recorded.findLastIndex(({ type }) => type === "meeting.suspended");
  return new Set(
    recorded
      .slice(0, Math.max(0, end))
      .filter(isFinishedCall)
      .map(({ path }) => path),
  );
}

/** Whether an event is the last of its path. */
export function isTerminal(event: MeetingEvent): event is MeetingEvent<TerminalType> {
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

type ToldEffect = { readonly type: string; readonly path: string; readonly speaker?: string | undefined };

function mismatch(recorded: MeetingEvent, expected: ToldEffect | Draft): BoardroomError {
  const told = (event: ToldEffect | MeetingEvent | Draft) => {
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
