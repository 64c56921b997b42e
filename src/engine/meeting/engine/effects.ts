import { BoardroomError } from "../../../errors.ts";
import { documentName, uniqueName } from "../../../scenario/documents/document-text.ts";
import {
  type Draft,
  isFinishedCall,
  isTerminal,
  type MeetingEvent,
  type PersonAct,
  type TerminalType,
} from "../../transcript/events.ts";
import type { Fold } from "../../transcript/folding/fold.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { limitInWords } from "../../transcript/stopping.ts";
import { type GroupPlan, MeetingStop } from "../contract/floor.ts";
import { dueWarnings, spokenSoFar, stopOf, warnOnce } from "../money/limits.ts";
import type { Planned } from "../money/purse.ts";
import type { Act } from "../people/inbox.ts";
import {
  callsBeforeSuspension,
  checkRecorded,
  type Expected,
  isRewritten,
  writingOver,
} from "../turn/recording.ts";
import type { BranchGroup, Effect, Runtime } from "../turn/runtime.ts";

/** The root, or one branch of a parallel group, whose events its parent takes at the join. */
export type FloorSetup = {
  readonly runtime: Runtime;
  readonly fold: Fold;
  /** Empty at the root, `17/2/` in the second branch of group 17. */
  readonly prefix: string;
  readonly onEvent?: (draft: Draft) => void;
  readonly group?: BranchGroup;
};

/** Numbers the effects of one floor, runs one at a time, and answers recorded ones from the record. */
type Effects = {
  nextPath(): string;
  exclusive<T>(perform: (path: string) => Promise<T>): Promise<T>;
  answered<Type extends TerminalType>(
    expected: Expected<Type>,
    make: (effect: Effect) => Promise<Draft<Type>>,
  ): Promise<Draft<Type>>;
  /** Nothing people do comes between this and the next effect. */
  hear(): Promise<void>;
  openGroup(path: string, branches: number, plan: GroupPlan | undefined): BranchGroup;
  take(draft: Draft): void;
};

export function createEffects({ runtime, fold, prefix, onEvent, group = undefined }: FloorSetup): Effects {
  let done = 0;
  let isBusy = false;
  let heardAt: string | null = null;
  const nextPath = () => `${prefix}${done + 1}`;

  function take(draft: Draft): void {
    fold.apply(draft);
    onEvent?.(draft);
  }

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
      if (!isBegun) await letPeopleAct(acting, path, acts);
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
        write: writingOver(recorded.filter(isRewritten(recorded)), write),
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
  const acting = { runtime, fold, write };

  async function begin(path: string, recorded: readonly MeetingEvent[]): Promise<void> {
    if (heardAt !== path) await letPeopleAct(acting, path, recorded);
    if (recorded.every(({ type }) => BEFORE_EFFECTS.has(type))) warn(path);
  }

  /** A branch leaves it to its group, which knows what the others have spent. */
  function warn(path: string): void {
    if (group) return;
    for (const use of dueWarnings(fold.state, runtime.clock() / 60_000))
      write({ type: "budget.warned", path, at: fold.state.now, ...use });
  }

  function openGroup(path: string, branches: number, plan: GroupPlan | undefined): BranchGroup {
    for (const event of runtime.recording.take(path)) take(event);
    // A group that is recorded whole is not paid for again.
    const isRecorded = runtime.recording.goesOnAfter(path);
    if (!isRecorded) warn(path);
    const { spending } = fold.state;
    const callsBefore = spending.calls + spending.failedCalls;
    const reservation = group?.reservation ?? runtime.budget.reservation();
    const open = { short: null, isOneByOne: false, reservation, callsBefore };
    if (isRecorded || !runtime.budget.isLimited) return open;
    // Ballots are reserved at their likely price, so each member is asked when the cost before is known.
    if (plan?.ballot !== undefined) {
      if (plan.ballot === "closing") requireDebate(fold.state, path);
      return { ...open, isOneByOne: true };
    }
    const calls = plannedCalls(runtime, fold.state, branches, plan);
    const short = runtime.budget.shortOf(fold.state, calls);
    if (short === null) {
      calls.forEach(reservation.add);
      return open;
    }
    warnOnce(fold.state, short, (use) => write({ type: "budget.warned", path, at: fold.state.now, ...use }));
    return { ...open, short };
  }

  return { nextPath, exclusive, answered, hear, openGroup, take };
}

/** A meeting without a message never closes with a vote: it waits for a higher limit. */
function requireDebate(state: MeetingState, path: string): void {
  const limit = stopOf(state);
  const hasSpoken = [...state.members.values()].some(
    ({ seat, messages, answers }) => seat.kind === "member" && messages + answers > 0,
  );
  if (limit === null || limit === "context" || hasSpoken) return;
  const most = limitInWords(limit, state.scenario.limits[limit] ?? 0);
  const reason = `no member has spoken, and the limit of ${most} is enough only for the closing vote. Raise it: boardroom resume TRANSCRIPT --max-${limit} N`;
  throw new MeetingStop({ kind: "suspended", reason, path, cause: "budget", speaker: null });
}

const BEFORE_EFFECTS: ReadonlySet<string> = new Set(["person.acted", "document.added", "budget.warned"]);

function concurrentEffects(path: string): BoardroomError {
  return new BoardroomError("concurrent-effects", {
    message: `An effect was started at path ${path} while the one before it was still open on the same floor.`,
    remedy: "Await each effect, and use floor.parallel for what is to run at once.",
  });
}

function plannedCalls(
  runtime: Runtime,
  state: MeetingState,
  branches: number,
  plan: GroupPlan | undefined,
): Planned[] {
  const seats = plan?.speakers.filter((seat) => runtime.models.has(seat)) ?? [dearestSeat(runtime, state)];
  const speakers = plan ? seats : Array.from({ length: branches }, () => seats[0]);
  return speakers.flatMap((speaker) =>
    speaker === undefined
      ? []
      : [{ speaker, estimate: runtime.budget.foresee(state, speaker), isClosing: false, isShown: true }],
  );
}

function dearestSeat({ models, budget }: Runtime, state: MeetingState): string | undefined {
  const size = (seat: string) => {
    const { input, output, cost } = budget.foresee(state, seat);
    return [cost ?? 0, input + output] as const;
  };
  return [...models.keys()].sort((a, b) => size(b)[0] - size(a)[0] || size(b)[1] - size(a)[1])[0];
}

type ActingFloor = {
  readonly runtime: Runtime;
  readonly fold: Fold;
  readonly write: (draft: Draft) => void;
};

async function letPeopleAct(
  { runtime, fold, write }: ActingFloor,
  path: string,
  recorded: readonly MeetingEvent[],
): Promise<void> {
  const actsBefore = recorded.filter(({ type }) => type === "person.acted").length;
  await runtime.hold(path);
  const at = fold.state.now;
  if (runtime.ending.aborted) throw new MeetingStop({ kind: "aborted", reason: "stopped between two turns" });
  for (const [index, act] of runtime.inbox.drain(spokenSoFar(fold.state)).entries()) {
    const { person, id } = act;
    const does = broughtBy(act, path, { fold, write });
    const refused = floorRefused(does, fold.state, runtime.fixedOrder);
    const order = actsBefore + index + 1;
    const more = { ...(refused !== null && { refused }), ...(id && { id }) };
    write({ type: "person.acted", path, at, person, order, does, ...more });
  }
  if (fold.state.adjournRequested) {
    throw new MeetingStop({ kind: "adjourned", reason: "adjourned by a person", path });
  }
}

function floorRefused(does: PersonAct, state: MeetingState, fixedOrder: string | null): string | null {
  if (does.act !== "give-floor") return null;
  const { seat, status } = memberOf(state, does.to);
  if (seat.kind === "member" && status !== "active") return "no longer takes part";
  return fixedOrder;
}

function broughtBy(
  { person, does, document }: Act,
  path: string,
  { fold, write }: Pick<ActingFloor, "fold" | "write">,
): PersonAct {
  if (does.act !== "bring-document" || !document) return does;
  const { documents, now: at } = fold.state;
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
