import type { Column, OutputFile, StatusLine } from "../../engine/meeting/contract/protocol.ts";
import { positionName } from "../../engine/scaffold/message.ts";
import { memberOf, nameIn } from "../../engine/transcript/member-of.ts";
import type { Entry, MeetingState } from "../../engine/transcript/state.ts";
import { threadsOf } from "../../engine/transcript/threads.ts";
import { pairs } from "../../lists.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { settledOf } from "./consensus.ts";
import {
  type BallotCount,
  ballotCounted,
  decisionsRecorded,
  floorRefused,
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
      return "it was ended before its phases were";
    default:
      return trialClosing(state) ?? "every phase was held";
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

export function juryNarration(fact: MeetingState["facts"][number], state: MeetingState): string | null {
  const entered = phaseEntered.read(fact);
  if (entered) return `phase ${entered.index + 1} of ${entered.of}: ${entered.name}`;
  const ended = phaseEnded.read(fact);
  if (ended) {
    const how = ended.ready ? `${ended.ready.length} ready` : `${ended.spoken.length} spoke`;
    return `${ended.name} ends by ${ended.endedBy}: ${how}`;
  }
  const skipped = phaseSkipped.read(fact);
  if (skipped) return `${skipped.name} is not held: ${skipped.why}`;
  const refused = floorRefused.read(fact);
  if (refused) return `${nameIn(state, refused.member)} cannot have the floor now: ${REFUSED[refused.why]}`;
  const checked = quorumChecked.read(fact);
  if (checked)
    return `${checked.present.length} ready, ${checked.required} required: ${checked.met ? "a quorum" : "no quorum"}`;
  const lost = quorumLost.read(fact);
  if (lost) return `quorum lost: ${lost.present.length} of ${lost.required}`;
  const overran = turnTimedOut.read(fact);
  if (overran) return `${nameIn(state, overran.member)} took ${overran.seconds} seconds of ${overran.allowed}`;
  const decided = decisionsRecorded.read(fact);
  if (decided) return `${decided.agreements.length} agreed, ${decided.unresolved.length} unresolved`;
  const count = ballotCounted.read(fact);
  if (count) return countInWords(count, state);
  return null;
}

const REFUSED = {
  not_your_turn: "in this phase each speaks once, in the order of the seats",
  already_spoken: "in this phase each speaks once",
} as const;

/** `ballot 2: 7 GUILTY (names), 5 NOT_GUILTY (names); 1 changed`. */
export function countInWords(count: BallotCount, state: MeetingState): string {
  const voters = [...state.members.values()].flatMap(({ seat, ballots }) => {
    const cast = ballots.filter(({ kind }) => kind !== "called")[count.ballot];
    return cast ? [{ name: seat.persona.name, verdict: positionName(cast) }] : [];
  });
  const of = (verdict: string | null, called: string) => {
    const names = voters.filter((voter) => voter.verdict === verdict).map(({ name }) => name);
    return names.length === 0 ? [] : [`${names.length} ${called} (${names.join(", ")})`];
  };
  const sides = [
    ...state.scenario.verdicts.flatMap(({ id }) => of(id, id)),
    ...of(NONE, "without a verdict"),
    ...of(null, "without a valid vote"),
  ];
  const changed = count.ballot === 0 ? "" : `; ${count.changed === 0 ? "nobody" : count.changed} changed`;
  return `${ballotName(count)}: ${sides.join(", ")}${changed}`;
}

/** `maxBallots` does not count the ballot before any talk. */
function ballotName({ ballot }: BallotCount): string {
  return ballot === 0 ? "opening ballot" : `ballot ${ballot}`;
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
