import type { Column, OutputFile, StatusLine } from "../../engine/meeting/contract/protocol.ts";
import { memberOf } from "../../engine/transcript/member-of.ts";
import type { Entry, MeetingState } from "../../engine/transcript/state.ts";
import { threadsOf } from "../../engine/transcript/threads.ts";
import { pairs } from "../../lists.ts";
import { settledOf } from "./consensus.ts";
import {
  ballotCounted,
  ballotName,
  decisionsRecorded,
  meetingCalled,
  phaseEnded,
  phaseEntered,
  phaseSkipped,
  quorumChecked,
  quorumLost,
  standingEntered,
  turnTimedOut,
} from "./facts.ts";

export function juryOutputs(state: MeetingState): OutputFile[] {
  return [
    { name: "conclusions.json", text: `${JSON.stringify(conclusionsOf(state), null, 2)}\n` },
    { name: "transcript.jsonl", text: transcriptLines(state) },
  ];
}

function conclusionsOf(state: MeetingState) {
  const called = meetingCalled.last(state);
  const decided = decisionsRecorded.last(state);
  const checked = quorumChecked.last(state);
  const lost = quorumLost.last(state);
  const topics = threadsOf(state);
  return {
    meetingId: state.meeting,
    title: state.scenario.title,
    question: state.scenario.question,
    simulated: state.simulated,
    standing: standingEntered.last(state)?.standing ?? null,
    agreements: decided?.agreements ?? [],
    unresolved: decided?.unresolved ?? openTopics(state),
    phases: phaseEnded.all(state).map(({ index: _, ...phase }) => phase),
    skippedPhases: phaseSkipped.all(state).map(({ name, why }) => ({ name, why })),
    topics: (called?.agenda ?? []).map(({ id, topic }) => {
      const thread = topics.find((each) => each.topic === id);
      return { id, topic, rootMessageId: thread?.root ?? null, messageCount: thread?.messages.length ?? 0 };
    }),
    quorum: {
      required: called?.quorum ?? null,
      present: lost?.present ?? checked?.present ?? called?.invited ?? [],
      met: lost === undefined && (checked?.met ?? true),
    },
    ballots: ballotCounted.all(state),
    lastBallot: lastBallotOf(state),
    timeouts: turnTimedOut.all(state),
    outcome: state.outcome,
    stats: {
      messages: state.counts.messages,
      durationSec: (Date.parse(state.now) - Date.parse(state.startedAt)) / 1000,
    },
  };
}

/** Dissents are from the verdict, or from the larger side where the jury is hung. */
function lastBallotOf(state: MeetingState) {
  const count = ballotCounted.last(state);
  if (count === undefined) return [];
  const { members, verdicts } = state.scenario;
  const prevails =
    count.verdict ?? (count.for === count.against ? null : count.for > count.against ? "for" : "against");
  return members.flatMap(({ id }) => {
    const vote = memberOf(state, id).ballots.at(-1);
    if (vote === undefined) return [];
    const side = verdicts.find((option) => option.id === vote.verdict)?.side ?? null;
    const takesSide = side !== null && side !== "neutral";
    const dissents = takesSide && (prevails === null ? count.verdict === null : side !== prevails);
    const none = vote.abstains ? { abstains: true, reasoning: vote.reasoning } : {};
    return [{ member: id, verdict: vote.verdict, dissents, ...none }];
  });
}

function openTopics(state: MeetingState) {
  const items = meetingCalled.last(state)?.items ?? [];
  return items.map(({ id, title, topic }) => ({
    item: id,
    title,
    topic,
    proposal: title,
    choice: null,
    detail: null,
    votes: {},
    positions: [],
  }));
}

export const juryColumns: readonly Column[] = [
  {
    name: "phases",
    title: "Phases spoken in",
    applies: (state) => !isTrial(state),
    value: ({ seat }, state) => phaseEnded.all(state).filter(({ spoken }) => spoken.includes(seat.id)).length,
  },
  {
    name: "dissents",
    title: "Sheet dissents",
    applies: (state) => decisionsRecorded.last(state) !== undefined,
    value: ({ seat }, state) =>
      decisionsRecorded
        .last(state)
        ?.agreements.filter(({ positions }) => positions.some(({ member }) => member === seat.id)).length ??
      null,
  },
  {
    name: "ballots",
    title: "Ballots changed",
    applies: isTrial,
    value: ({ ballots }) =>
      pairs(ballots, ballots.slice(1)).filter(([before, { verdict }]) => verdict !== before.verdict).length,
  },
];

export function juryStatus(state: MeetingState): StatusLine[] {
  const phase = phaseEntered.last(state);
  const count = ballotCounted.last(state);
  const settled = settledOf(state);
  return [
    { label: "standing", value: standingEntered.last(state)?.standing ?? "created" },
    ...(phase ? [{ label: "phase", value: `${phase.name} (${phase.index + 1} of ${phase.of})` }] : []),
    ...threadsOf(state).map(({ topic, messages }) => ({
      label: `thread ${topic}`,
      value: `${messages.length} messages`,
    })),
    ...(count ? [{ label: ballotName(count), value: `${count.for} for, ${count.against} against` }] : []),
    ...(settled ? [{ label: "settled", value: `${settled.settled} of ${settled.of}` }] : []),
  ];
}

export function juryClosing(state: MeetingState): string {
  switch (standingEntered.last(state)?.standing) {
    case "aborted_no_quorum":
      return "no quorum was ready in time";
    case "cancelled":
      return "it was ended before its last phase";
    default:
      return trialClosing(state) ?? "all phases took place";
  }
}

function trialClosing(state: MeetingState): string | null {
  const count = ballotCounted.last(state);
  if (count === undefined) return null;
  if (quorumLost.last(state)) return "the quorum was lost";
  return count.verdict === null ? "the jury is hung" : "the jury came to a verdict";
}

export function isTrial({ scenario }: MeetingState): boolean {
  return scenario.options.trial !== undefined;
}

function transcriptLines(state: MeetingState): string {
  const roots = new Map(threadsOf(state).map(({ topic, root }) => [topic, root]));
  const topics = (meetingCalled.last(state)?.agenda ?? []).map(({ id }) => id);
  const phaseOf = phasesOf(state);
  const lines = (state.entries as readonly Entry[]).flatMap((entry) => {
    const said = messageIn(entry);
    if (said === null) return [];
    const { id, at, speaker, to, topic, content } = said;
    const isRoot = topic !== undefined && roots.get(topic) === id;
    return [
      JSON.stringify({
        id,
        fromSession: speaker,
        toSession: to ?? "ALL",
        messageType: typeOf(entry, to),
        content,
        priority: entry.kind === "notice" ? "high" : "medium",
        timestamp: at,
        requiresResponse: entry.kind === "message" && to !== null && content.trimEnd().endsWith("?"),
        participantName: memberOf(state, speaker).seat.persona.name,
        originalMessageId: topic === undefined || isRoot ? null : (roots.get(topic) ?? null),
        meetingId: state.meeting,
        phase: phaseOf(id),
        topicIndex: topic === undefined ? null : topics.indexOf(topic),
      }),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** What is said between two phases opens the later one; null after the last. */
function phasesOf(state: MeetingState): (id: string) => string | null {
  const spans: { readonly name: string; end: number }[] = [];
  for (const fact of state.facts) {
    const entered = phaseEntered.read(fact);
    if (entered) spans.push({ name: entered.name, end: Number.POSITIVE_INFINITY });
    const last = spans.at(-1);
    if (last && phaseEnded.read(fact)) last.end = Number(fact.path);
  }
  return (id) => spans.find(({ end }) => Number(/^m(\d+)/.exec(id)?.[1] ?? 0) < end)?.name ?? null;
}

function messageIn(entry: Entry) {
  if (entry.kind === "message" && entry.audience === "all") return entry.message;
  if (entry.kind !== "notice") return null;
  const { id, at, agent, topic, text } = entry;
  return { id, at, speaker: agent, to: null, topic, content: text };
}

function typeOf(entry: Entry, to: string | null): string {
  if (entry.kind === "notice") return "system_notification";
  if (to === null) return "thought_share";
  return entry.kind === "message" && entry.message.content.trimEnd().endsWith("?") ? "query" : "response";
}
