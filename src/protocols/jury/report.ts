/**
 * What tables, screens and conclusions.json say about a jury meeting.
 */

import type { Column, OutputFile, StatusLine } from "../../engine/protocol/protocol.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { alignLists, dropMissing } from "../../lists.ts";
import { formatCount } from "../../text/plain.ts";
import { countSettled } from "./consensus.ts";
import * as facts from "./facts.ts";
import { collectThreads } from "./instructions.ts";

export function createOutputs(state: MeetingState): OutputFile[] {
  return [
    { name: "conclusions.json", text: `${JSON.stringify(collectConclusions(state), null, 2)}\n` },
  ];
}

function collectConclusions(state: MeetingState) {
  const decided = facts.decisionsRecorded.readLast(state);
  return {
    meetingId: state.meeting,
    title: state.scenario.title,
    question: state.scenario.question,
    simulated: state.simulated,
    standing: facts.stateEntered.readLast(state)?.standing ?? null,
    agreements: decided?.agreements ?? [],
    unresolved: decided?.unresolved ?? listOpenTopics(state),
    outcome: state.outcome,
  };
}

function listOpenTopics(state: MeetingState) {
  const items = facts.meetingCalled.readLast(state)?.items ?? [];
  return items.map(({ id, title, topic }) => ({
    item: id,
    title,
    topic,
    proposal: title,
    choice: null,
    votes: {},
    positions: [],
  }));
}

export const juryColumns: readonly Column[] = [
  {
    name: "phases",
    title: "Phases spoken in",
    applies: (state) => !isTrial(state),
    value: ({ seat }, state) =>
      facts.phaseEnded.readAll(state).filter(({ spoken }) => spoken.includes(seat.id)).length,
  },
  {
    name: "dissents",
    title: "Sheet dissents",
    applies: (state) => facts.decisionsRecorded.readLast(state) !== undefined,
    value: ({ seat }, state) =>
      facts.decisionsRecorded
        .readLast(state)
        ?.agreements.filter(({ positions }) => positions.some(({ member }) => member === seat.id))
        .length ?? null,
  },
  {
    name: "ballots",
    title: "Ballots changed",
    applies: isTrial,
    value: ({ ballots }) =>
      alignLists(ballots, ballots.slice(1)).filter(
        ([before, { verdict }]) => verdict !== before.verdict,
      ).length,
  },
];

export function listStatus(state: MeetingState): StatusLine[] {
  const phase = facts.phaseEntered.readLast(state);
  const count = facts.ballotCounted.readLast(state);
  const settled = countSettled(state);
  return dropMissing([
    phase && {
      label: "phase",
      value: `${facts.formatPhase(phase.name)} (${phase.index + 1} of ${phase.of})`,
    },
    count && { label: facts.nameBallot(count), value: facts.describeSides(state.scenario, count) },
    ...collectThreads(state).map(({ topic, messages }) => ({
      label: `thread ${topic}`,
      value: formatCount(messages.length, "message"),
    })),
    settled && { label: "settled", value: `${settled.settled} of ${settled.of}` },
    { label: "standing", value: facts.stateEntered.readLast(state)?.standing ?? "created" },
  ]);
}

export function describeClosing(state: MeetingState): string {
  switch (facts.stateEntered.readLast(state)?.standing) {
    case "aborted_no_quorum":
      return "no quorum was ready in time";
    case "cancelled":
      return "it was ended before its last phase";
    default:
      return describeTrialClosing(state) ?? "all phases took place";
  }
}

function describeTrialClosing(state: MeetingState): string | null {
  const count = facts.ballotCounted.readLast(state);
  if (count === undefined) return null;
  if (facts.quorumLost.readLast(state)) return "the quorum was lost";
  return count.verdict === null ? "the jury is hung" : "the jury came to a verdict";
}

export function isTrial({ scenario }: MeetingState): boolean {
  return scenario.options.trial !== undefined;
}
