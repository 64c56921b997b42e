// What each meeting adds to a figure of a report, as cases.

import type { FigureId } from "./definitions.ts";
import { type Case, estimateMean, type Named, type StudyFigure } from "./figures.ts";
import {
  type ArmData,
  listTied,
  nameChoice,
  pairMeetings,
  type StudiedMeeting,
} from "./study-data.ts";

export function nameRow({ name: arm }: ArmData, define: FigureId, words: string): Named {
  return { define, what: `${arm}: ${words}` };
}

/** Shares of cases in each meeting. `count` gives null for a meeting that has none. */
export function collectCases(
  meetings: readonly StudiedMeeting[],
  count: (meeting: StudiedMeeting) => number | boolean | null,
): Case[] {
  return meetings.flatMap((meeting) => {
    const sum = count(meeting);
    return sum === null ? [] : [{ question: meeting.question, sum: Number(sum), of: 1 }];
  });
}

export function collectScores({ measure, meetings }: ArmData): Case[] {
  return collectCases(meetings, (meeting) => measure.score(meeting, meeting.outcome));
}

/** What the second arm scores more than the first, over pairs of meetings. */
export function collectGains({ measure, ...first }: ArmData, second: ArmData): Case[] {
  return pairMeetings(first.meetings, second.meetings).flatMap(([one, other]) => {
    const before = measure.score(one, one.outcome);
    const after = measure.score(other, other.outcome);
    if (before === null || after === null) return [];
    return [{ question: one.question, sum: after - before, of: 1 }];
  });
}

/** Right verdicts of the members of each meeting. */
export function countRight({ measure, meetings }: ArmData, at: "opening" | "final"): Case[] {
  return meetings.flatMap((meeting) => {
    const right = Object.values(meeting.members).map((member) =>
      measure.judge(meeting, member[at]?.verdict ?? null),
    );
    if (right.includes(null)) return [];
    return [{ question: meeting.question, sum: right.filter(Boolean).length, of: right.length }];
  });
}

/** The same meetings as they would have ended by their opening votes, and as they did end. */
export type Talk = { vote: ArmData; end: ArmData };

/** Null if no meeting of the arm had an opening vote. */
export function splitTalk(arm: ArmData): Talk | null {
  const vote = arm.meetings.flatMap((meeting) =>
    meeting.openingOutcome ? [{ ...meeting, outcome: meeting.openingOutcome }] : [],
  );
  if (vote.length === 0) return null;
  const end = arm.meetings.filter(({ openingOutcome }) => openingOutcome !== null);
  return { vote: { ...arm, meetings: vote }, end: { ...arm, meetings: end } };
}

export function isTied({ outcome }: StudiedMeeting): boolean {
  return listTied(outcome).length > 0;
}

export function hasChangedOutcome({ outcome, openingOutcome }: StudiedMeeting): boolean {
  return openingOutcome !== null && nameChoice(outcome) !== nameChoice(openingOutcome);
}

export function estimateArm(
  arm: ArmData,
  define: FigureId,
  words: string,
  cases: readonly Case[],
): StudyFigure {
  return estimateMean(nameRow(arm, define, words), cases);
}
