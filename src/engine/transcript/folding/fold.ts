import type { Draft, MeetingEvent } from "../events.ts";
import { memberOf } from "../member-of.ts";
import { groupOf, inPathOrder } from "../path.ts";
import type { MeetingState, OwnState } from "../state.ts";
import { addAct, addDocument, forkState } from "./changes.ts";
import { addWarning, spend, spentBy } from "./money.ts";
import { copyState, markState, moveState, openState, type StateMark } from "./open-state.ts";
import { forgetMisses, noteCall, noteEnding } from "./repairs.ts";
import { addAbsence, addBallot, addMessage, addNotice, addPass, giveBack } from "./turns.ts";

/** Folds a transcript from its first event on; branches of a parallel group in branch order. */
export function foldTranscript(events: readonly MeetingEvent[]): MeetingState {
  const fold = createFold();
  for (const event of inPathOrder(events)) fold.apply(event);
  const last = events.at(-1);
  // A branch may be where a meeting stopped, with other branches behind it in order.
  if (last?.type === "meeting.suspended" || last?.type === "meeting.adjourned") fold.apply(last);
  return fold.state;
}

/** It owns its arrays and appends in place: 30,000 events fold in one pass. */
export type Fold = {
  readonly state: MeetingState;
  apply(event: Draft): void;
  branch(): Fold;
  mark(): FoldMark;
  /** Moves back or forward; `along` has come at least so far over the same events. */
  moveTo(mark: FoldMark, along: Fold): void;
};

export type FoldMark = { readonly state: StateMark; readonly group: OpenGroup | null };

type OpenGroup = { readonly name: string; readonly entries: number };

export function createFold(): Fold {
  return foldOver(null);
}

function foldOver(start: OwnState | null): Fold {
  let own = start;
  let group: OpenGroup | null = null;

  function opened(): OwnState {
    if (!own) throw new Error("the transcript has no meeting.opened event yet");
    return own;
  }

  return {
    get state(): MeetingState {
      return opened() as MeetingState;
    },
    apply(event) {
      if (event.type === "meeting.opened") {
        own = openState(event);
        return;
      }
      if (!own) throw new Error(`${event.type} stands before meeting.opened`);
      const name = groupOf(event.path);
      if (name === null) group = null;
      else if (group?.name !== name) group = { name, entries: own.entries.length };
      applyTo(own, event, group?.entries ?? own.entries.length);
    },
    branch: () => foldOver(own && copyState(own)),
    mark: () => ({ state: markState(opened()), group }),
    moveTo(mark, along) {
      moveState(opened(), mark.state, along.state);
      group = mark.group;
    },
  };
}

/** `shown` is how many entries the speaker of this event had before it. */
function applyTo(state: OwnState, event: Exclude<Draft, { type: "meeting.opened" }>, shown: number): void {
  state.now = event.at > state.now ? event.at : state.now;
  state.ending = null;
  switch (event.type) {
    case "document.added":
      return addDocument(state, event);
    case "message.spoken":
      noteEnding(state, event);
      return addMessage(state, event, shown);
    case "turn.passed":
      noteEnding(state, event);
      return addPass(state, event, shown);
    case "turn.absent":
      noteEnding(state, event);
      return addAbsence(state, event, shown);
    case "ballot.cast":
      noteEnding(state, event);
      return addBallot(state, event, shown);
    case "notice.given":
      return addNotice(state, event);
    case "person.acted":
      return addAct(state, event);
    case "call.answered":
      noteCall(state, event);
      return spend(state, event.speaker, spentBy(event));
    case "call.failed":
      return spend(state, event.speaker, spentBy(event));
    case "meeting.approved":
      state.approval = {
        by: event.by,
        at: event.approved,
        because: event.because ?? null,
        estimate: event.estimate,
      };
      return;
    case "meeting.forked":
      return forkState(state, event);
    case "fact.recorded":
      state.facts.push({
        ...{ name: event.name, data: event.data, path: event.path },
        ...(event.told !== undefined && { told: event.told }),
      });
      return;
    case "budget.warned":
      return addWarning(state, event);
    case "limit.raised": {
      const { limits } = state.scenario;
      state.scenario = { ...state.scenario, limits: { ...limits, [event.limit]: event.to } };
      return;
    }
    case "history.summarised":
      memberOf(state, event.speaker).summary = { entries: event.entries, text: event.text };
      return;
    case "meeting.adjourned":
      state.ending = { kind: "adjourned", reason: event.reason };
      state.adjournRequested = false;
      return;
    case "meeting.suspended":
      state.ending = { kind: "suspended", reason: event.reason };
      giveBack(state);
      if (event.kind === "form") forgetMisses(state);
      return;
    case "meeting.closed":
      state.ending = { kind: "closed", reason: event.reason };
      state.outcome = event.outcome;
      state.columns = event.columns ?? [];
      state.openingOutcome = event.opening ?? null;
      return;
    case "speaker.selected":
      if (event.speaker === state.requestedSpeaker) state.requestedSpeaker = null;
      return;
    case "impersonation.attempted":
    case "time.passed":
      return;
    case "human.asked":
      state.awaited.push({ person: event.person, path: event.path, request: event.request });
      return;
    case "human.answered":
      state.awaited = state.awaited.filter(({ path }) => path !== event.path);
      return;
    default:
      event satisfies never;
  }
}
