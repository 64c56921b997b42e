/**
 * What the jury protocol tells about a meeting, for tables, screens and conclusions.json.
 */

import type { Column, Told } from "../../engine/protocol/protocol.ts";
import {
  getMemberName,
  type MeetingState,
  type MemberState,
} from "../../engine/transcript/state.ts";
import { alignLists } from "../../lists.ts";
import { type Article, entry, fields, type Labeled, section } from "../../text/article.ts";
import { formatCount } from "../../text/plain.ts";
import { countSettled } from "./consensus.ts";
import * as facts from "./facts.ts";
import { collectThreads } from "./instructions.ts";

export function tellJury(state: MeetingState): Partial<Told> {
  return {
    facts: facts.FACTS_IN_WORDS,
    columns: () => listColumns(state),
    status: () => createStatus(state),
    record: () => createRecord(state),
    closing: () => describeClosing(state),
    files: () => [{ name: "conclusions.json", content: collectConclusions(state) }],
  };
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

function listColumns(state: MeetingState): readonly Column[] {
  if (isTrial(state)) return [{ name: "ballots", title: "Ballots changed", value: countChanges }];
  const decided = facts.decisionsRecorded.readLast(state);
  const phases: Column = {
    name: "phases",
    title: "Phases spoken in",
    value: ({ seat }) =>
      facts.phaseEnded.readAll(state).filter(({ spoken }) => spoken.includes(seat.id)).length,
  };
  if (decided === undefined) return [phases];
  const dissents: Column = {
    name: "dissents",
    title: "Sheet dissents",
    value: ({ seat }) =>
      decided.agreements.filter(({ positions }) =>
        positions.some(({ member }) => member === seat.id),
      ).length,
  };
  return [phases, dissents];
}

function countChanges({ ballots }: MemberState): number {
  const steps = alignLists(ballots, ballots.slice(1));
  return steps.filter(([before, { verdict }]) => verdict !== before.verdict).length;
}

function createStatus(state: MeetingState): Article {
  const phase = facts.phaseEntered.readLast(state);
  const count = facts.ballotCounted.readLast(state);
  const settled = countSettled(state);
  return fields([
    ["phase", phase && `${facts.formatPhase(phase.name)} (${phase.index + 1} of ${phase.of})`],
    [count ? facts.nameBallot(count) : "", count && facts.describeSides(state.scenario, count)],
    ...collectThreads(state).map(
      ({ topic, messages }): Labeled => [
        `thread ${topic}`,
        formatCount(messages.length, "message"),
      ],
    ),
    ["settled", settled && `${settled.settled} of ${settled.of}`],
    ["standing", facts.stateEntered.readLast(state)?.standing ?? "created"],
  ]);
}

function createRecord(state: MeetingState): Article {
  const { agreements = [], unresolved = [] } = facts.decisionsRecorded.readLast(state) ?? {};
  const createSheets = (sheets: readonly facts.Resolution[]) =>
    sheets.flatMap((each) => createSheet(each, state));
  const counts = facts.ballotCounted.readAll(state).flatMap((count) => {
    const [title = "", ...rest] = facts.describeCount(count, state).split(": ");
    return entry(title, rest.join(": "));
  });
  return [
    ...section(2, "Agreed on the sheets", createSheets(agreements)),
    ...section(2, "Left open on the sheets", createSheets(unresolved)),
    ...section(2, "Ballots", counts),
  ];
}

function createSheet(
  { item, proposal, choice, votes, positions }: facts.Resolution,
  state: MeetingState,
): Article {
  const cast = Object.entries(votes).flatMap(([name, count]) =>
    count > 0 ? [`${count} ${name}`] : [],
  );
  const views = positions.map(({ member, choice: own, reason }) => {
    const name = getMemberName(state, member);
    return `${name}: ${own ?? "no choice"}${reason === null ? "" : `, ${reason}`}`;
  });
  const title = `${item}, ${cast.join(", ") || "no votes"}: ${choice ?? "open"}`;
  return entry(title, [proposal, ...views].join("\n"));
}

function describeClosing(state: MeetingState): string {
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
