// Opens, resumes and runs a meeting from start to end. What a program calls; the parts are put
// together in runtime.ts.

import { BoardroomError } from "../../errors.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import {
  type Approvals,
  type ProposedBy,
  readProposer,
  requireApproval,
} from "../money/approval.ts";
import { requirePrices, requireRoom } from "../money/budget.ts";
import { createRaises, explainClosing, type Raise } from "../money/limits.ts";
import { type Act, type Answer, createMemoryInbox } from "../people/inbox.ts";
import { type LiveListener, MeetingStop } from "../protocol/floor.ts";
import {
  type BoundProtocol,
  type Protocol,
  refuseMistakes,
  requireSameProtocol,
  settlePrompt,
} from "../protocol/protocol.ts";
import {
  type Draft,
  findDifference,
  type MeetingEvent,
  type Outcome,
  orderFields,
} from "../transcript/events.ts";
import { createFold, type Fold } from "../transcript/fold.ts";
import { applyForks } from "../transcript/forks.ts";
import { createMemoryJournal, type Journal } from "../transcript/journal.ts";
import type { MeetingState } from "../transcript/state.ts";
import { createFloor } from "./floor.ts";
import { createOpeningDrafts, OPENING_PATH, requireWholeOpening } from "./opening.ts";
import { findNextPath } from "./recording.ts";
import {
  areSimulated,
  chooseClocks,
  createModels,
  type MeetingParts,
  needsApproval,
  openRuntime,
  type Ports,
  type Runtime,
  withForms,
} from "./runtime.ts";

export type MeetingSetup = Ports & {
  scenario: Scenario;
  protocol: Protocol;
  /** Default the scenario's, else 1. */
  seed?: string | number | undefined;
  /** For a meeting that costs a dollar or more, or is an agent's proposal of level 3. */
  approvals?: Approvals | undefined;
  proposedBy?: ProposedBy;
};

export type ResumeSetup = Ports & {
  journal: Journal;
  protocol: Protocol;
  /** Limits that the meeting has from here on; what it has already is no change. */
  raise?: Raise | undefined;
};

export type MeetingResult =
  | { status: "closed"; outcome: Outcome }
  | { status: "adjourned" | "suspended" | "aborted"; reason: string }
  /** `upTo`: dollars that need approval. Default: the meeting waits for a person's answer. */
  | { status: "waiting"; reason: string; upTo?: number };

export interface Meeting {
  /** Branches of a parallel group enter it when all of them have ended. */
  state: MeetingState;
  journal: Journal;
  protocol: Protocol;
  /** The smallest limits of tokens and dollars: votes before the first turn, one turn, and the closing ballot, at their dearest. */
  least: { tokens: number; dollars: number };
  /** Writes only the opening; `resumeMeeting` continues from there. */
  open(): Promise<void>;
  /** Starts or resumes. Resolves when the meeting ends or has to wait. Call it once. */
  run(): Promise<MeetingResult>;
  /** Every event from the first, then each as it happens. Reading slowly never slows the meeting. */
  events(): AsyncGenerator<MeetingEvent, void, undefined>;
  /** For the eye only; returns a function that ends the listening. */
  onLive(listener: LiveListener): () => void;
  /** Takes effect before the next turn. Throws if it names an unknown member. */
  act(act: Act): void;
  /** May come before the question. Throws if the answer cannot be anybody's. */
  answer(answer: Answer): void;
}

/**
 * Opens a meeting: checks all of it and starts nothing. Throws `BoardroomError` before anything is
 * spent. `meeting.run()` runs it.
 *
 * @example
 * ```ts
 * const meeting = openMeeting({ scenario, protocol: board, seed: 7, createModel: modelsFrom({ env: {} }) });
 * const running = meeting.run();
 * const types = [];
 * for await (const event of meeting.events()) types.push(event.type);
 * const result = await running;
 * ```
 */
export function openMeeting(setup: MeetingSetup): Meeting {
  const { protocol, createModel } = setup;
  const asked = withSeed(setup);
  const bound = protocol.bind(asked);
  refuseMistakes(bound, asked);
  const asking = [...asked.members, ...bound.listAgents()];
  const models = createModels(asking, asked, createModel);
  const seats = withForms(asking, models);
  const scenario = {
    ...asked,
    prompt: settlePrompt(asked, protocol, !areSimulated(models, seats)),
  };
  const seed = String(scenario.seed ?? 1);
  const { prices, providers, approvals } = setup;
  const proposer = readProposer(setup.proposedBy);
  const findApproval = () =>
    requireApproval({ scenario: asked, protocol, prices, providers, approvals, proposer });
  const granted = needsApproval(models, proposer) ? findApproval() : null;
  const clocks = { ...chooseClocks(models), ...(setup.nonce && { nonce: setup.nonce }) };
  const drafts = createOpeningDrafts({
    scenario,
    protocol,
    seats,
    models,
    seed,
    clocks,
    proposer,
    granted,
  });
  const journal = setup.journal ?? createMemoryJournal();
  const meeting = createSeatedMeeting({ ports: setup, protocol, bound, models }, drafts, journal);
  granted?.use();
  return meeting;
}

/** The seed goes into the scenario, so that the same seed always makes the same record. */
function withSeed({ scenario, seed }: MeetingSetup): Scenario {
  return seed === undefined || seed === scenario.seed ? scenario : { ...scenario, seed };
}

/**
 * Opens a recorded meeting again, to continue it. Throws `transcript-mismatch` if the record and
 * the protocol disagree.
 *
 * @example
 * ```ts
 * const { journal } = reopenJournal("transcripts/hiring-7");
 * const meeting = resumeMeeting({ journal, protocol: board, createModel: modelsFrom({ env: {} }) });
 * await meeting.run();
 * ```
 */
export function resumeMeeting(setup: ResumeSetup): Meeting {
  const { journal, protocol, createModel } = setup;
  const opened = getOpening(journal);
  requireWholeOpening(journal.events);
  requireSameProtocol(opened.protocol, protocol);
  const drafts = journal.events.filter(({ path }) => path === OPENING_PATH);
  const { scenario } = foldDrafts(drafts).state;
  const bound = protocol.bind(scenario);
  const { seats } = applyForks(opened, journal.events);
  const members = seats.filter(({ kind }) => kind === "member");
  const models = createModels(seats, { ...scenario, members }, createModel);
  if (setup.raise) {
    const raised = createRaises(
      foldDrafts(journal.events).state,
      setup.raise,
      findNextPath(journal.events),
    );
    journal.appendAll(raised);
  }
  return createSeatedMeeting({ ports: setup, protocol, bound, models }, drafts, journal);
}

/**
 * Opens a meeting and runs it to its end. A failed provider does not throw: the result is then
 * `suspended`, with a reason.
 *
 * @example
 * ```ts
 * const { status, meeting } = await runMeeting({
 *   scenario,
 *   protocol: board,
 *   seed: 7,
 *   createModel: modelsFrom({ env: {} }),
 * });
 * ```
 */
export async function runMeeting(
  setup: MeetingSetup,
): Promise<MeetingResult & { meeting: Meeting }> {
  const meeting = openMeeting(setup);
  return { ...(await meeting.run()), meeting };
}

function createSeatedMeeting(
  parts: MeetingParts,
  drafts: readonly Draft[],
  journal: Journal,
): Meeting {
  const { ports, protocol, bound, models } = parts;
  const fold = foldDrafts(drafts);
  const listeners = new Set<LiveListener>();
  const feed = createFeed(journal);
  const inbox = ports.inbox ?? createMemoryInbox();
  const recorded = journal.events.filter(({ path }) => path !== OPENING_PATH);
  const tellListeners: LiveListener = (signal) => {
    for (const listener of listeners) listener(signal);
  };
  const isWatched = () => listeners.size > 0;
  const { append } = feed;
  const requireRecord = () => journal.requireInPlace();
  const runtime = openRuntime({
    ...parts,
    fold,
    inbox,
    live: tellListeners,
    isWatched,
    recorded,
    append,
    requireRecord,
  });
  requirePrices(fold.state.scenario.limits, models, ports.prices, ports.sharedBudget?.isLimited);
  const findLeast = () => runtime.budget.countLeast(fold.state, bound.plan().first ?? 0);
  const isNew = journal.events.length === 0;
  if (isNew && runtime.budget.isLimited && models.size > 0) requireRoom(fold.state, findLeast());
  let isStarted = false;

  async function run(): Promise<MeetingResult> {
    if (isStarted)
      throw new BoardroomError("usage", {
        message: "This meeting has been run already.",
        remedy: "Open another.",
      });
    isStarted = true;
    try {
      await open();
      return await runUntilEnd(runtime, fold, protocol, bound);
    } finally {
      feed.end();
    }
  }

  /** On disk as one before anything is asked: a meeting that lost a document could not be resumed. */
  async function open(): Promise<void> {
    feed.appendAll(drafts.slice(journal.events.length));
    if (runtime.flush) await runtime.flush();
  }

  return {
    get state() {
      return fold.state;
    },
    journal,
    protocol,
    get least() {
      return findLeast();
    },
    open,
    run,
    events: feed.follow,
    onLive(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act(act) {
      requireKnownSeat(fold.state, act);
      inbox.put(act);
    },
    answer(answer) {
      requirePerson(answer);
      inbox.withdraw(answer);
    },
  };
}

async function runUntilEnd(
  runtime: Runtime,
  fold: Fold,
  protocol: Protocol,
  bound: BoundProtocol,
): Promise<MeetingResult> {
  const { floor, nextPath } = createFloor({ runtime, fold, prefix: "" });
  try {
    const outcome = await bound.run(floor);
    const path = nextPath();
    const { events } = runtime.recording.at(path);
    const closed = events.find((event) => event.type === "meeting.closed");
    for (const event of events) if (event !== closed) fold.apply(event);
    requireNothingLeft(runtime);
    const draft = createClosingDraft(outcome, path, { state: fold.state, protocol });
    if (closed) {
      requireSameClosing(closed, draft);
      fold.apply(closed);
    } else write(draft);
    return { status: "closed", outcome: draft.outcome };
  } catch (stop) {
    if (!(stop instanceof MeetingStop)) throw stop;
    return recordStop(stop.how);
  } finally {
    if (runtime.flush) await runtime.flush();
  }

  function recordStop(how: MeetingStop["how"]): MeetingResult {
    const { kind: status, reason } = how;
    const at = fold.state.now;
    if (how.kind === "adjourned") write({ type: "meeting.adjourned", path: how.path, at, reason });
    if (how.kind === "suspended") {
      write({
        type: "meeting.suspended",
        path: how.path,
        at,
        reason,
        kind: how.cause,
        speaker: how.speaker,
      });
    }
    return how.kind === "waiting" && how.upTo !== undefined
      ? { status, reason, upTo: how.upTo }
      : { status, reason };
  }

  function write(draft: Draft): void {
    runtime.append(draft);
    fold.apply(draft);
  }
}

function foldDrafts(drafts: readonly Draft[]): Fold {
  const fold = createFold();
  for (const draft of drafts) fold.apply(draft);
  return fold;
}

function getOpening({ events }: Journal): MeetingEvent<"meeting.opened"> {
  const [opened] = events;
  if (opened?.type === "meeting.opened") return opened;
  throw new BoardroomError("transcript-damaged", {
    message: "The journal does not begin with meeting.opened.",
    remedy: "Open a new meeting, or name another transcript.",
  });
}

function requireNothingLeft({ recording }: Runtime): void {
  const [path] = recording.left;
  if (path === undefined) return;
  throw new BoardroomError("transcript-mismatch", {
    message: `The transcript continues at path ${path}, but the protocol has ended there.`,
    remedy:
      "The transcript was made by another protocol, or was changed. `boardroom verify` shows where.",
  });
}

function requirePerson({ person }: Answer): void {
  if (person.trim() !== "") return;
  throw new BoardroomError("usage", {
    message: "an answer needs the name of the person who gives it",
  });
}

function requireKnownSeat({ members }: MeetingState, { does, document }: Act): void {
  if (does.act === "bring-document" && !document) {
    throw new BoardroomError("usage", {
      message: `${does.name} is to be brought to the meeting, but there is no document with the act`,
      remedy: "Make the act with bringing(person, { name, title, text }).",
    });
  }
  const seat = does.act === "give-floor" || does.act === "whisper" ? does.to : null;
  if (seat === null || members.has(seat)) return;
  throw new BoardroomError("unknown-member", {
    message: `No member of this meeting is called "${seat}". Members: ${[...members.keys()].join(", ")}.`,
    remedy: "Name one of these seats by its id.",
  });
}

function createFeed(journal: Journal) {
  let hasEnded = false;
  let wake: () => void = () => {};
  let changed = new Promise<void>((resolve) => {
    wake = resolve;
  });
  function describe(): void {
    wake();
    changed = new Promise((resolve) => {
      wake = resolve;
    });
  }
  return {
    append(draft: Draft): void {
      journal.append(draft);
      describe();
    },
    appendAll(drafts: readonly Draft[]): void {
      journal.appendAll(drafts);
      describe();
    },
    end(): void {
      hasEnded = true;
      describe();
    },
    async *follow(): AsyncGenerator<MeetingEvent, void, undefined> {
      for (let next = 0; ; ) {
        for (let event = journal.events[next]; event; event = journal.events[++next]) yield event;
        if (hasEnded) return;
        await changed;
      }
    },
  };
}

type MeetingEnd = { state: MeetingState; protocol: Protocol };

function createClosingDraft(
  outcome: Outcome,
  path: string,
  { state, protocol }: MeetingEnd,
): Draft<"meeting.closed"> {
  const reason = protocol.tell?.(state).closing?.() ?? explainClosing(state);
  return { type: "meeting.closed", path, at: state.now, reason, outcome };
}

function requireSameClosing(recorded: MeetingEvent, draft: Draft): void {
  const difference = findDifference(recorded, orderFields(draft));
  if (difference === null) return;
  throw new BoardroomError("transcript-mismatch", {
    message: `${difference.field} is ${difference.recorded}; recounted it is ${difference.made}`,
    remedy: "The record was changed. Restore it from a copy.",
  });
}
