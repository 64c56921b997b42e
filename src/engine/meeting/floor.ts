// The floor that a protocol is given: each effect (a turn, a notice, a group) is numbered, runs
// alone, and is answered from the record when a meeting is replayed.

import type { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { alignLists } from "../../lists.ts";
import { chooseUniqueName, toDocumentName } from "../../scenario/documents/document-text.ts";
import { countSpoken, listDueWarnings } from "../money/limits.ts";
import type { Act } from "../people/inbox.ts";
import {
  type Floor,
  type HumanAnswer,
  type Instruction,
  MeetingStop,
  type Turn,
} from "../protocol/floor.ts";
import { drawFrom, type Selection } from "../routing/select.ts";
import { hasPosition, type Message, NO_CONTENT } from "../scaffold/message.ts";
import {
  type Draft,
  isFinishedCall,
  type PersonAct,
  type TerminalType,
  type TurnEnding,
} from "../transcript/events.ts";
import type { Fold } from "../transcript/fold.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";
import { findReasonToWait, findVoteStop, type Place } from "./absence.ts";
import { openGroup } from "./branch-group.ts";
import { askPerson } from "./hear-person.ts";
import { addSpeakingTime, countWords } from "./read-reply.ts";
import { checkRecorded, createOverwriter, type Expected, type Recorded } from "./recording.ts";
import type { BranchGroup, Effect, Runtime } from "./runtime.ts";
import { takeTurn } from "./turn.ts";

/** The root, or one branch of a parallel group, whose events its parent takes at the join. */
type FloorSetup = {
  runtime: Runtime;
  fold: Fold;
  prefix: string;
  onEvent?: (draft: Draft) => void;
  group?: BranchGroup;
};

type OwnFloor = {
  floor: Floor;
  nextPath(): string;
};

const TURN_ENDINGS = ["message.spoken", "turn.passed", "turn.absent", "ballot.cast"] as const;

/** Numbers the effects of one floor, runs one at a time, and answers recorded ones from the record. */
export function createFloor({ runtime, fold, prefix, onEvent, group }: FloorSetup): OwnFloor {
  const { recording } = runtime;
  let done = 0;
  let isBusy = false;
  let isHolding = false;
  let heardAt: string | null = null;
  const nextPath = () => `${prefix}${done + 1}`;

  function take(draft: Draft): void {
    fold.apply(draft);
    onEvent?.(draft);
  }

  /** A branch without a readable reply holds back its ending, and what follows but calls, until its group has ended. */
  function write(draft: Draft): void {
    isHolding ||= group !== undefined && isUnheard(draft, group);
    if (isHolding && !isFinishedCall(draft)) group?.held.push(draft);
    else runtime.append(draft);
    take(draft);
  }
  const acting = { runtime, fold, write };

  function takeForks(): void {
    for (const event of recording.takeForks(nextPath())) take(event);
  }
  takeForks();

  async function runExclusively<T>(perform: (path: string) => Promise<T>): Promise<T> {
    if (isBusy) throw createConcurrentError(nextPath());
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

  function takeRecordedOrMake<Type extends TerminalType>(
    expected: Expected<Type>,
    make: (effect: Effect) => Promise<Draft<Type>>,
  ): Promise<Draft<Type>> {
    return runExclusively(async (path) => {
      const recorded = recording.at(path);
      for (const event of recorded.events) take(event);
      if (recorded.ending) return checkRecorded(recorded.ending, expected);
      if (heardAt !== path) await letPeopleAct(acting, path, recorded);
      if (!recorded.hasBegun) warn(path);
      const writing = createOverwriter(recorded, write);
      return make({ runtime, fold, path, group: group ?? null, write: writing, recorded });
    });
  }

  function recordEnding<Type extends TerminalType>(
    expected: Expected<Type>,
    make: (path: string) => Draft<Type>,
  ): Promise<Draft<Type>> {
    return takeRecordedOrMake(expected, async (effect) => {
      const draft = make(effect.path);
      effect.write(draft as unknown as Draft);
      return draft;
    });
  }

  /** A branch leaves this to its group, which knows what the other branches have spent. */
  function warn(path: string): void {
    if (group) return;
    for (const use of listDueWarnings(fold.state, runtime.clock() / 60_000))
      write({ type: "budget.warned", path, at: fold.state.now, ...use });
  }

  const floor: Floor = {
    get state() {
      return fold.state;
    },
    signal: runtime.signal,

    async hear() {
      const path = nextPath();
      if (heardAt === path) return;
      if (isBusy) throw createConcurrentError(path);
      isBusy = true;
      try {
        const acts = recording.actsAt(path);
        for (const act of acts.events) take(act);
        heardAt = path;
        if (!acts.hasBegun) await letPeopleAct(acting, path, acts);
      } finally {
        isBusy = false;
      }
    },

    random: (purpose) => drawFrom(fold.state.seed, nextPath(), purpose),

    async turn(chosen, instruction) {
      const speaker = typeof chosen === "string" ? chosen : chosen.speaker;
      requireSeat(fold, speaker);
      const ending = await takeRecordedOrMake({ types: TURN_ENDINGS, by: speaker }, (effect) => {
        if (typeof chosen !== "string") effect.write(createSelected(effect, chosen));
        return takeTurn({ ...effect, speaker, instruction: instruction as unknown as Instruction });
      });
      return toTurn(ending, instruction);
    },

    async announce(agent, { kind, text, about, topic }) {
      requireSeat(fold, agent);
      const words = countWords(text);
      await recordEnding({ types: ["notice.given"], by: agent }, (path) => ({
        type: "notice.given",
        path,
        at: addSpeakingTime(fold.state.now, words),
        agent,
        kind,
        text,
        about: [...about],
        words,
        topic,
      }));
    },

    async record(name, data) {
      await recordEnding({ types: ["fact.recorded"] }, (path) => ({
        type: "fact.recorded",
        path,
        at: fold.state.now,
        name,
        data,
      }));
    },

    async wait(until) {
      await recordEnding({ types: ["time.passed"] }, (path) => {
        const { now } = fold.state;
        return { type: "time.passed", path, at: until > now ? until : now, until };
      });
    },

    async ask(person, request) {
      const event = await takeRecordedOrMake({ types: ["human.answered"] }, (effect) =>
        askPerson(effect, { path: effect.path, person, request }),
      );
      return event.answer as HumanAnswer;
    },

    parallel: (branches, plan) =>
      runExclusively(async (path) => {
        const { events } = recording.at(path);
        for (const event of events) take(event);
        // A group that is recorded whole is not paid for again.
        const isRecorded = recording.goesOnAfter(path);
        if (!isRecorded) warn(path);
        const opened = openGroup({
          runtime,
          fold,
          path,
          plan,
          isRecorded,
          branches: branches.length,
          group,
        });
        const drafts = branches.map((): Draft[] => []);
        const runs = alignLists(branches, drafts).map(([branch, drafts], index) => () => {
          const onEvent = (draft: Draft) => drafts.push(draft);
          const own = fold.branch();
          const opening = {
            runtime,
            fold: own,
            prefix: `${path}/${index + 1}/`,
            onEvent,
            group: opened,
          };
          const ended = branch(createFloor(opening).floor);
          if (!opened.isOneByOne) return ended;
          return ended.finally(() => opened.reservation.spent(fold.state, own.state));
        });
        const results = await settleAll(runs, runtime.sequential || opened.isOneByOne);
        const all = drafts.flat();
        const hasWaited = events.some(({ type }) => type === "meeting.suspended");
        const ballot = { isClosing: plan?.ballot === "closing", hasWaited };
        const isWhole = results.every(({ status }) => status === "fulfilled");
        const stop = isWhole ? findGroupStop({ runtime, fold, path }, opened, all, ballot) : null;
        if (isWhole && stop === null) opened.held.splice(0).forEach(runtime.append);
        const unwritten = new Set(opened.held);
        for (const draft of all) if (!unwritten.has(draft)) take(draft);
        if (!group) opened.reservation.release();
        if (stop) throw stop;
        return results.map((result) => {
          if (result.status === "rejected") throw result.reason;
          return result.value;
        });
      }),
  };
  return {
    floor,
    nextPath,
  };
}

function isUnheard(draft: Draft, { unheard }: BranchGroup): boolean {
  return isTurnEnding(draft) && unheard.some(({ speaker }) => speaker === draft.speaker);
}

/** Why the meeting waits for members that no branch could hear. If null, their endings are written. */
function findGroupStop(
  place: Place,
  group: BranchGroup,
  drafts: readonly Draft[],
  { isClosing, hasWaited }: { isClosing: boolean; hasWaited: boolean },
): MeetingStop | null {
  const { unheard } = group;
  if (unheard.length === 0) return null;
  const heard = drafts.filter(isTurnEnding).filter((draft) => !isUnheard(draft, group));
  const votes = heard.filter((draft) => draft.type === "ballot.cast" && hasPosition(draft));
  const voted = new Set(votes.map(({ speaker }) => speaker));
  const stop = findReasonToWait(place, unheard, new Set(heard.map(({ speaker }) => speaker)));
  return stop ?? (isClosing ? findVoteStop(place, { unheard, voted, hasWaited }) : null);
}

function isTurnEnding(draft: Draft): draft is TurnEnding {
  return (TURN_ENDINGS as readonly string[]).includes(draft.type);
}

function createConcurrentError(path: string): BoardroomError {
  return new BoardroomError("concurrent-effects", {
    message: `An effect was started at path ${path} while the one before it was still open on the same floor.`,
    remedy: "Await each effect, and use floor.parallel for what is to run at once.",
  });
}

function createSelected(
  { path, fold }: Effect,
  { selector, speaker, weights, draw, why }: Selection,
): Draft {
  const at = fold.state.now;
  return {
    type: "speaker.selected",
    path,
    at,
    selector,
    speaker,
    weights: [...weights],
    draw,
    why,
  };
}

async function settleAll<T>(
  runs: readonly (() => Promise<T>)[],
  sequential: boolean,
): Promise<PromiseSettledResult<T>[]> {
  if (!sequential) return Promise.allSettled(runs.map((run) => run()));
  const settled: PromiseSettledResult<T>[] = [];
  for (const run of runs) settled.push(...(await Promise.allSettled([run()])));
  return settled;
}

function requireSeat(fold: Fold, id: string): void {
  const { members } = fold.state;
  if (members.has(id)) return;
  throw new BoardroomError("unknown-member", {
    message: `No member of this meeting is called "${id}". Members: ${[...members.keys()].join(", ")}.`,
    remedy: "Give the floor to one of these seats by its id.",
  });
}

function toTurn<Reply>(ending: TurnEnding, instruction: Instruction<Reply>): Turn<Reply> {
  switch (ending.type) {
    case "turn.passed":
      return { status: "passed" };
    case "turn.absent":
      return { status: "absent", reason: ending.reason };
    case "ballot.cast": {
      const message = createBallotMessage(ending);
      return {
        status: "spoke",
        reply: instruction.reply
          ? readBallotReply(ending, instruction.reply, instruction)
          : (message as Reply),
        message,
      };
    }
    case "message.spoken":
      return {
        status: "spoke",
        reply: instruction.reply
          ? instruction.reply.parse(ending.reply)
          : (ending as unknown as Reply),
        message: ending,
      };
    default:
      return ending satisfies never;
  }
}

function readBallotReply<Reply>(
  { parse, reply }: Draft<"ballot.cast">,
  schema: z.ZodType<Reply>,
  { verbatim }: Instruction<Reply>,
): Reply {
  return parse === "failed" && verbatim ? verbatim.unread : schema.parse(reply);
}

function createBallotMessage(ballot: Draft<"ballot.cast">): Message {
  const { speaker, at, verdict, abstains, reasoning, wouldChange, confidence, text } = ballot;
  const stance = { verdict, abstains, reasoning, wouldChange, confidence };
  return { ...NO_CONTENT, ...stance, id: `b${ballot.path}`, at, speaker, content: text ?? "" };
}

type ActingFloor = {
  runtime: Runtime;
  fold: Fold;
  write: (draft: Draft) => void;
};

/** What people do between two effects takes place here, in the order in which it came. */
async function letPeopleAct(
  { runtime, fold, write }: ActingFloor,
  path: string,
  { events }: Recorded,
): Promise<void> {
  const actsBefore = events.filter(({ type }) => type === "person.acted").length;
  await runtime.hold(path);
  const at = fold.state.now;
  if (runtime.ending.aborted)
    throw new MeetingStop({ kind: "aborted", reason: "stopped between two turns" });
  for (const [index, act] of runtime.inbox.drain(countSpoken(fold.state)).entries()) {
    const { person, id } = act;
    const does = addDocument(act, path, { fold, write });
    const refused = explainRefusal(does, fold.state, runtime.fixedOrder) ?? undefined;
    const order = actsBefore + index + 1;
    write({ type: "person.acted", path, at, person, order, does, refused, id });
  }
  if (fold.state.adjournRequested) {
    throw new MeetingStop({ kind: "adjourned", reason: "adjourned by a person", path });
  }
}

function explainRefusal(
  does: PersonAct,
  state: MeetingState,
  fixedOrder: string | null,
): string | null {
  if (does.act !== "give-floor") return null;
  const { seat, status } = getMember(state, does.to);
  if (seat.kind === "member" && status !== "active") return "no longer takes part";
  return fixedOrder;
}

function addDocument(
  { person, does, document }: Act,
  path: string,
  { fold, write }: Pick<ActingFloor, "fold" | "write">,
): PersonAct {
  if (does.act !== "bring-document" || !document) return does;
  const { documents, now: at } = fold.state;
  const lies = documents.find(
    ({ name, sha256 }) => name === does.name && sha256 === document.sha256,
  );
  const name =
    lies?.name ??
    chooseUniqueName(
      toDocumentName(does.name),
      documents.map((each) => each.name),
    );
  if (!lies) write({ type: "document.added", path, at, ...document, name, by: person });
  return { ...does, name };
}
