import { type NonEmpty, nonEmpty } from "../../lists.ts";
import type { BallotChanges } from "../../meeting/decision/ballot.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { Entry, MeetingState } from "../../transcript/state.ts";
import { threadsOf } from "../../transcript/threads.ts";
import { type AgendaItem, itemsOf, type Topic } from "./agenda.ts";
import { type BallotCount, ballotCounted } from "./facts.ts";
import { FOREPERSON } from "./foreperson.ts";
import { isConsensus, type JuryOptions, type Phase, type TrialOptions } from "./options.ts";

/** What a turn is for. */
type Asks = "introduce" | "present" | "discuss" | "examine" | "answer" | "conclude";

/** What a juror knows of the ballots, its own among them. */
export type TrialData = {
  readonly burden: TrialOptions["burden"];
  /** Ballots held so far. */
  readonly ballots: number;
  /** The last count; null where none was told. */
  readonly count: Pick<BallotCount, "for" | "against" | "present"> | null;
  /** How it voted itself on the last ballot; null where it has given no verdict. */
  readonly voted: string | null;
  /** Its reasoning on that ballot. */
  readonly because: string | null;
  /** The verdict it has said aloud since; null for none. */
  readonly said: string | null;
};

/** The facts of a turn in a jury's phase. */
export type PhaseData = {
  readonly asks: Asks;
  /** Among which the speaker chooses; one where it is set. */
  readonly topics: NonEmpty<{ readonly id: string; readonly messages: number }>;
  readonly isTopicSet: boolean;
  /** What the sheets will decide one by one; empty where that is the topics themselves. */
  readonly items: readonly AgendaItem[];
  readonly choices: readonly string[];
  readonly mayPass: boolean;
  readonly trial: TrialData | null;
};

/** The facts of a ballot in a trial. */
export type BallotData = { readonly trial: TrialData };

/** The facts of a decision sheet. */
export type SheetData = {
  readonly items: readonly AgendaItem[];
  /** What is proposed on each. */
  readonly proposals: Readonly<Record<string, string>>;
  readonly choices: readonly string[];
  /** Whether the items are a scenario's own, and not topics with a drafted conclusion. */
  readonly isOwn: boolean;
};

/** The facts of the call for drafts. */
export type DraftData = { readonly items: readonly AgendaItem[] };

/** What a phase gives its speakers to go by. */
export type PhaseTable = { readonly options: JuryOptions; readonly agenda: NonEmpty<Topic> };

type AskedTurn = {
  readonly table: PhaseTable;
  readonly state: MeetingState;
  readonly speaker: string;
  readonly asks: Asks;
  readonly mayPass?: boolean;
  /** The one topic it belongs to. */
  readonly topic?: string | undefined;
};

export function phaseData({ table, state, speaker, asks, mayPass = false, topic }: AskedTurn): PhaseData {
  const { options, agenda } = table;
  const threads = new Map(threadsOf(state).map((thread) => [thread.topic, thread.messages.length]));
  const open = agenda.filter(({ id }) => topic === undefined || id === topic);
  return {
    asks,
    topics: nonEmpty(
      open.map(({ id }) => ({ id, messages: threads.get(id) ?? 0 })),
      `topic called ${topic}`,
    ),
    isTopicSet: topic !== undefined,
    items: ownItems(table),
    choices: options.decisions.choices,
    mayPass,
    trial: options.trial === undefined ? null : trialData(state, options.trial, speaker),
  };
}

/** Items with titles of their own; none in a trial, nor where nothing is recorded. */
function ownItems({ options, agenda }: PhaseTable): readonly AgendaItem[] {
  const { trial, recordDecisions, decisions } = options;
  return trial || !recordDecisions || !decisions.items ? [] : itemsOf(options, agenda);
}

/** What members are to do in a phase. */
export function asksOf(phase: Phase): Asks {
  if (isConsensus(phase)) return "conclude";
  if (phase.speakingOrder === "open") return "discuss";
  return phase.name.toUpperCase() === "INTRODUCTION" ? "introduce" : "present";
}

/** What jurors go by in a ballot; nothing but their own mind outside a trial. */
export function ballotChanges(state: MeetingState, { trial }: JuryOptions): Pick<BallotChanges, "data"> {
  if (trial === undefined) return {};
  return { data: (voter) => ({ trial: trialData(state, trial, voter) }) satisfies BallotData };
}

/** What one juror knows of the ballots: the count where it is told, and its own votes and words. */
function trialData(state: MeetingState, trial: TrialOptions, juror: string): TrialData {
  const counts = ballotCounted.all(state);
  const last = counts.at(-1);
  const isTold = last !== undefined && trial.announceCounts && state.scenario.prompt.visibility !== "sealed";
  const cast = memberOf(state, juror).ballots.findLast(({ kind }) => kind !== "called");
  return {
    burden: trial.burden,
    ballots: counts.length,
    count: isTold ? { for: last.for, against: last.against, present: last.present } : null,
    voted: cast?.verdict ?? null,
    because: cast?.reasoning ?? null,
    said: saidSince(state, juror),
  };
}

/** The foreperson speaks last when it tells what a ballot came to. */
function saidSince(state: MeetingState, juror: string): string | null {
  const entries = state.entries as readonly Entry[];
  const told = entries.findLastIndex((entry) => entry.kind === "notice" && entry.agent === FOREPERSON.id);
  const said = entries.slice(told + 1).flatMap((entry) => (entry.kind === "message" ? [entry.message] : []));
  return said.findLast(({ speaker, verdict }) => speaker === juror && verdict !== null)?.verdict ?? null;
}
