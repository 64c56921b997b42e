/**
 * What jurors are asked in a phase, a cross-examination and a ballot, and the data of each
 * instruction for simulated members.
 */

import type { MeetingRules } from "../../engine/perspective/meeting-rules.ts";
import type { Instruction } from "../../engine/protocol/floor.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import type { Message } from "../../engine/scaffold/message.ts";
import { type Entry, getMember, type MeetingState } from "../../engine/transcript/state.ts";
import { type NonEmpty, requireNonEmpty } from "../../lists.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { type AgendaItem, type BallotCount, ballotCounted, type Topic } from "./facts.ts";
import { FOREPERSON, isConsensus, type JuryOptions, type Phase } from "./options.ts";

type Called = {
  table: PhaseTable;
  state: MeetingState;
  speaker: string;
};

/** Models read the same lines as people, escaped, and which tag to write. */
function writeTexts(
  phase: Phase,
  lines: readonly string[],
  tags: readonly string[] = [],
): Pick<Instruction, "text" | "forPeople"> {
  const shared = [`${phase.name}. ${phase.description}`, ...lines, ...describeTime(phase), STAYING];
  return {
    text: [...shared.map(escapeText), ...tags, READY_TAG].join("\n"),
    forPeople: [...shared, "Mark yourself ready when you are ready for the next phase."].join("\n"),
  };
}

const STAYING = "You cannot withdraw in this meeting. If you have nothing to add, pass.";
const READY_TAG = "If you are ready for the next phase, add <Ready>true</Ready>.";

export function askPhase(called: Called, { phase, isOver = false }: Course): Instruction {
  const { table, state, speaker } = called;
  const asked = table.options.trial ? askForReason(state, speaker) : [];
  return {
    kind: phase.speakingOrder === "open" && !isOver ? "talk" : "statement",
    ...(isOver ? { text: LAST_WORD } : writeTexts(phase, asked)),
    data: createPhaseData({
      ...called,
      asks: isOver ? "conclude" : chooseAsk(phase),
      topic: findOnlyTopic(table),
    }),
    ...createMembership(called),
  };
}

const LAST_WORD =
  "The last vote is counted. Say in one or two sentences what decided yours, or what is left open.";

/** A vote is secret, but a juror who changed it owes the others the reason. */
function askForReason(state: MeetingState, speaker: string): string[] {
  const [before, last] = getMember(state, speaker).ballots.slice(-2);
  if (before === undefined || last === undefined || last.verdict === before.verdict) return [];
  if (listSaidSinceReport(state, speaker).length > 0) return [];
  return [
    `In the last vote you changed from ${before.verdict ?? NONE} to ${last.verdict ?? NONE}. Tell the others what changed your mind.`,
  ];
}

export function askQuestion(called: Called, phase: Phase): Instruction {
  const { table } = called;
  return {
    kind: "question",
    ...writeTexts(
      phase,
      ["Cross-examine one other member. Ask them one question that their position depends on."],
      ["Name them in <SpeakingTo>."],
    ),
    data: createPhaseData({ ...called, asks: "examine", topic: findOnlyTopic(table) }),
    addressed: true,
    ...createMembership(called),
  };
}

type PutQuestion = {
  asker: string;
  words: string;
  topic: string | undefined;
};

export function askAnswer(
  called: Called,
  phase: Phase,
  { asker, words, topic }: PutQuestion,
): Instruction {
  const { table } = called;
  const asked = `${asker} has asked you a question: ${words}`;
  const thread =
    topic === undefined
      ? createMembership(called)
      : { topic, takesReady: true, mayWithdraw: false };
  return {
    kind: "answer",
    ...writeTexts(phase, [asked, "Answer it, and say what follows for your position."]),
    data: createPhaseData({ ...called, asks: "answer", topic: topic ?? findOnlyTopic(table) }),
    ...thread,
  };
}

function findOnlyTopic({ agenda }: PhaseTable): string | undefined {
  return agenda.length === 1 ? agenda[0].id : undefined;
}

/** A message that names no topic belongs to the one under discussion. */
function createMembership({
  table: { options, agenda },
  state,
}: Called): Pick<Instruction, "topic" | "topics" | "topicNames" | "takesReady" | "mayWithdraw"> {
  const member = { takesReady: true, mayWithdraw: false };
  const topicNames = listTopicNames(agenda);
  if (topicNames === undefined) return { ...member, topic: agenda[0].id };
  const choice = { ...member, topics: Object.keys(topicNames), topicNames };
  return options.threadingRequired
    ? { ...choice, topic: findLastTopic(state) ?? agenda[0].id }
    : choice;
}

/** The titles by id; none if there is nothing to choose. */
export function listTopicNames(agenda: PhaseTable["agenda"]): MeetingRules["topics"] {
  if (agenda.length < 2) return undefined;
  return Object.fromEntries(agenda.map(({ id, topic }) => [id, topic]));
}

function findLastTopic({ entries }: MeetingState): string | undefined {
  return entries
    .flatMap((entry) => (entry.kind === "message" ? [entry.message.topic] : []))
    .findLast((topic) => topic !== undefined);
}

/** Seconds as words, at 150 a minute. */
function describeTime({ turnDuration }: Phase): string[] {
  return turnDuration === undefined
    ? []
    : [`You have ${turnDuration} seconds: about ${Math.floor(turnDuration * 2.5)} words.`];
}

type Asks = "introduce" | "present" | "discuss" | "examine" | "answer" | "conclude";

export type PhaseData = {
  asks: Asks;
  topics: NonEmpty<{ id: string; messages: number }>;
  isTopicSet: boolean;
  /** The last count of a trial. */
  count: BallotCount | null;
};

export type SheetData = {
  items: readonly AgendaItem[];
  proposals: Readonly<Record<string, string>>;
  choices: readonly string[];
  /** Whether the items are the scenario's own, not topics with a drafted conclusion. */
  isOwn: boolean;
};

export type DraftData = { items: readonly AgendaItem[] };

export type PhaseTable = { options: JuryOptions; agenda: NonEmpty<Topic> };

export type Course = {
  table: PhaseTable;
  phase: Phase;
  index: number;
  of: number;
  /** The last vote of a trial is counted. */
  isOver?: boolean;
};

type AskedTurn = {
  table: PhaseTable;
  state: MeetingState;
  asks: Asks;
  topic?: string | undefined;
};

function createPhaseData({ table: { agenda }, state, asks, topic }: AskedTurn): PhaseData {
  const threads = new Map(
    collectThreads(state).map((thread) => [thread.topic, thread.messages.length]),
  );
  const open = agenda.filter(({ id }) => topic === undefined || id === topic);
  return {
    asks,
    topics: requireNonEmpty(
      open.map(({ id }) => ({ id, messages: threads.get(id) ?? 0 })),
      `topic called ${topic}`,
    ),
    isTopicSet: topic !== undefined,
    count: ballotCounted.readLast(state) ?? null,
  };
}

function chooseAsk(phase: Phase): Asks {
  if (isConsensus(phase)) return "conclude";
  if (phase.speakingOrder === "open") return "discuss";
  return phase.name.toUpperCase() === "INTRODUCTION" ? "introduce" : "present";
}

/** The foreperson speaks last when it tells what a ballot came to. */
function listSaidSinceReport({ entries }: MeetingState, juror: string): Message[] {
  const lastReport = entries.findLastIndex(
    (entry) => entry.kind === "notice" && entry.agent === FOREPERSON.id,
  );
  return entries
    .slice(lastReport + 1)
    .flatMap((entry) => (entry.kind === "message" ? [entry.message] : []))
    .filter(({ speaker }) => speaker === juror);
}

type Thread = { topic: string; root: string | null; messages: string[] };

export function collectThreads(state: MeetingState): readonly Thread[] {
  const threads = new Map<string, Thread>();
  for (const entry of state.entries as readonly Entry[]) {
    const topic = findTopic(entry);
    if (topic === undefined) continue;
    const thread = threads.get(topic) ?? { topic, root: null, messages: [] };
    threads.set(topic, thread);
    if (entry.kind === "notice") thread.root ??= entry.id;
    if (entry.kind === "message") thread.messages.push(entry.message.id);
  }
  return [...threads.values()];
}

function findTopic(entry: Entry): string | undefined {
  if (entry.kind === "message") return entry.message.topic;
  return entry.kind === "notice" ? entry.topic : undefined;
}
