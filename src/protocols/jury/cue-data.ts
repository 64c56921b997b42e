import type { BallotChanges } from "../../engine/meeting/decision/ballot.ts";
import { type Entry, type MeetingState, memberOf } from "../../engine/transcript/state.ts";
import { type NonEmpty, nonEmpty } from "../../lists.ts";
import { type BallotCount, ballotCounted } from "./facts.ts";
import {
  type AgendaItem,
  FOREPERSON,
  isConsensus,
  itemsOf,
  type JuryOptions,
  type Phase,
  type Topic,
  type TrialOptions,
} from "./options.ts";

type Asks = "introduce" | "present" | "discuss" | "examine" | "answer" | "conclude";

export type TrialData = {
  readonly burden: TrialOptions["burden"];
  readonly ballots: number;
  readonly count: Pick<BallotCount, "for" | "against" | "present"> | null;
  readonly voted: string | null;
  readonly because: string | null;
  /** The verdict it has said aloud since; null for none. */
  readonly said: string | null;
};

export type PhaseData = {
  readonly asks: Asks;
  readonly topics: NonEmpty<{ readonly id: string; readonly messages: number }>;
  readonly isTopicSet: boolean;
  readonly items: readonly AgendaItem[];
  readonly choices: readonly string[];
  readonly mayPass: boolean;
  readonly trial: TrialData | null;
};

export type BallotData = { readonly trial: TrialData };

export type SheetData = {
  readonly items: readonly AgendaItem[];
  readonly proposals: Readonly<Record<string, string>>;
  readonly choices: readonly string[];
  /** Whether the items are the scenario's own, not topics with a drafted conclusion. */
  readonly isOwn: boolean;
};

export type DraftData = { readonly items: readonly AgendaItem[] };

export type PhaseTable = { readonly options: JuryOptions; readonly agenda: NonEmpty<Topic> };

export type Course = {
  readonly table: PhaseTable;
  readonly phase: Phase;
  readonly index: number;
  readonly of: number;
  readonly isPresenting: boolean;
};

type AskedTurn = {
  readonly table: PhaseTable;
  readonly state: MeetingState;
  readonly speaker: string;
  readonly asks: Asks;
  readonly mayPass?: boolean;
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

function ownItems({ options, agenda }: PhaseTable): readonly AgendaItem[] {
  const { trial, recordDecisions, decisions } = options;
  return trial || !recordDecisions || !decisions.items ? [] : itemsOf(options, agenda);
}

export function asksOf(phase: Phase): Asks {
  if (isConsensus(phase)) return "conclude";
  if (phase.speakingOrder === "open") return "discuss";
  return phase.name.toUpperCase() === "INTRODUCTION" ? "introduce" : "present";
}

export function ballotChanges(state: MeetingState, { trial }: JuryOptions): Pick<BallotChanges, "data"> {
  if (trial === undefined) return {};
  return { data: (voter) => ({ trial: trialData(state, trial, voter) }) satisfies BallotData };
}

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

type Thread = {
  readonly topic: string;
  readonly root: string | null;
  readonly messages: readonly string[];
  readonly participants: readonly string[];
  readonly lastActivity: string;
};

export function threadsOf(state: MeetingState): readonly Thread[] {
  const threads = new Map<
    string,
    { -readonly [Key in keyof Thread]: Thread[Key] extends readonly string[] ? string[] : Thread[Key] }
  >();
  for (const entry of state.entries as readonly Entry[]) {
    const topic = topicOf(entry);
    if (topic === undefined) continue;
    const said = entry.kind === "message" ? entry.message : entry;
    const at = "at" in said ? said.at : state.startedAt;
    const thread = threads.get(topic) ?? {
      topic,
      root: null,
      messages: [],
      participants: [],
      lastActivity: at,
    };
    threads.set(topic, thread);
    thread.lastActivity = at;
    if (entry.kind === "notice") thread.root ??= entry.id;
    if (entry.kind !== "message") continue;
    thread.messages.push(entry.message.id);
    if (!thread.participants.includes(entry.message.speaker)) thread.participants.push(entry.message.speaker);
  }
  return [...threads.values()];
}

function topicOf(entry: Entry): string | undefined {
  if (entry.kind === "message") return entry.message.topic;
  return entry.kind === "notice" ? entry.topic : undefined;
}
