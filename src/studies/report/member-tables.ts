// The tables of a report about members: how they changed their minds, and how much they agreed.

import { computeMean, groupBy } from "../../lists.ts";
import { computeKrippendorffAlpha } from "../statistics.ts";
import { collectScores, estimateArm, nameRow } from "./cases.ts";
import {
  type Case,
  createTextFigure,
  estimateDifference,
  estimateMean,
  estimateOverall,
  NOT_MEASURED,
  type StudyFigure,
} from "./figures.ts";
import {
  type ArmData,
  type ArmGroup,
  findControl,
  pairMeetings,
  type StudiedMeeting,
} from "./study-data.ts";

type Change = { hasChanged: boolean; hasCause: boolean };

function listMemberChanges({ members }: StudiedMeeting): Change[] {
  return Object.values(members).flatMap(({ opening, final, movedBy }) => {
    if (!opening?.verdict || !final?.verdict) return [];
    return [{ hasChanged: opening.verdict !== final.verdict, hasCause: movedBy !== null }];
  });
}

function countChanges(
  meetings: readonly StudiedMeeting[],
  isCounted: (change: Change) => boolean = ({ hasChanged }) => hasChanged,
): Case[] {
  return meetings.flatMap((meeting) => {
    const changes = listMemberChanges(meeting);
    if (changes.length === 0) return [];
    const sum = changes.filter((change) => change.hasChanged && isCounted(change)).length;
    return [{ question: meeting.question, sum, of: changes.length }];
  });
}

export function listChanges(group: ArmGroup): readonly StudyFigure[] {
  return group.arms.flatMap((arm) => listArmChanges(group, arm));
}

function listArmChanges(group: ArmGroup, arm: ArmData): readonly StudyFigure[] {
  const { meetings } = arm;
  const changes = countChanges(meetings);
  if (changes.length === 0) return [];
  const changed = estimateArm(arm, "changed", "changed", changes);
  if (arm.arm.made?.by === "controls") return [changed];
  return [
    changed,
    estimateArm(
      arm,
      "changed-with-cause",
      "changed, cause named",
      countChanges(meetings, ({ hasCause }) => hasCause),
    ),
    estimateArm(
      arm,
      "changed-without",
      "changed, no cause named",
      countChanges(meetings, ({ hasCause }) => !hasCause),
    ),
    compareSaidAndVoted(arm),
    ...splitChanges(group, arm),
  ];
}

function compareSaidAndVoted(arm: ArmData): StudyFigure {
  const named = nameRow(arm, "said-and-voted", "said one verdict, voted another");
  const cases = arm.meetings.flatMap(({ question, members }): Case[] => {
    const known = Object.values(members).filter(
      ({ said, final, finalBy }) => finalBy === "ballot" && said?.verdict && final?.verdict,
    );
    const sum = known.filter(({ said, final }) => said?.verdict !== final?.verdict).length;
    return known.length === 0 ? [] : [{ question, sum, of: known.length }];
  });
  return cases.length === 0 ? createTextFigure(named, 0, NOT_MEASURED) : estimateMean(named, cases);
}

/** Changes without any influence, by verdicts alone, and by words. */
function splitChanges(group: ArmGroup, arm: ArmData): StudyFigure[] {
  const reflection = findControl(group, arm, "reflection");
  const stances = findControl(group, arm, "stances");
  if (!reflection || !stances) return [];
  return [
    estimateArm(arm, "spontaneous", "spontaneous", countChanges(reflection.meetings)),
    estimateDifference(
      nameRow(arm, "conforming", "conforming"),
      collectChangeDifferences(reflection, stances),
      { meetings: 2 },
    ),
    estimateDifference(nameRow(arm, "argued", "argued"), collectChangeDifferences(stances, arm), {
      meetings: 2,
    }),
  ];
}

function collectChangeDifferences(first: ArmData, second: ArmData): Case[] {
  return pairMeetings(first.meetings, second.meetings).flatMap((pair) => {
    const [before, after] = pair.map((meeting) => countChanges([meeting])[0]);
    if (!before || !after) return [];
    return [
      { question: before.question, sum: after.sum / after.of - before.sum / before.of, of: 1 },
    ];
  });
}

type Votes = { question: string; votes: readonly (string | null)[] };

/** The opening votes of a meeting that has some, else its last verdicts. */
function listVotes(meeting: StudiedMeeting, at = findVoteTime(meeting)): Votes {
  const votes = Object.values(meeting.members).map((member) => member[at]?.verdict ?? null);
  return { question: meeting.question, votes };
}

function findVoteTime({ openingOutcome }: StudiedMeeting): "opening" | "final" {
  return openingOutcome === null ? "final" : "opening";
}

export function listAgreement(arm: ArmData): readonly StudyFigure[] {
  const { meetings, measure } = arm;
  const votes = meetings.map((meeting) => listVotes(meeting));
  const last = meetings.map((meeting) => listVotes(meeting, "final"));
  return [
    estimateOverall(nameRow(arm, "alpha", "alpha of opening votes"), votes, computeAlpha),
    estimateOverall(nameRow(arm, "alpha", "alpha of last verdicts"), last, computeAlpha),
    estimateOverall(
      nameRow(arm, "independent-votes", "independent opening votes"),
      votes,
      countIndependentVotes,
    ),
    ...(measure.isRight ? listErrors(arm) : []),
  ];
}

function computeAlpha(cases: readonly Votes[]): number | null {
  return computeKrippendorffAlpha(cases.map(({ votes }) => votes));
}

/** n / (1 + (n - 1) r), Kish's design effect (Kish 1965), with alpha for the correlation r of votes in a meeting. */
function countIndependentVotes(cases: readonly Votes[]): number | null {
  const r = computeAlpha(cases);
  const voters = computeMean(
    cases.map(({ votes }) => votes.filter((vote) => vote !== null).length),
  );
  return r === null || voters === null ? null : voters / (1 + (voters - 1) * Math.max(0, r));
}

function listErrors(arm: ArmData): StudyFigure[] {
  const { meetings, measure } = arm;
  const judged = meetings.flatMap((meeting) => {
    const at = findVoteTime(meeting);
    const right = Object.entries(meeting.members).map(
      ([id, member]) => [id, measure.judge(meeting, member[at]?.verdict ?? null)] as const,
    );
    return right.some(([, each]) => each === null) ? [] : [{ meeting, right }];
  });
  const wrong = judged.map(({ meeting: { question }, right }) => ({
    question,
    sum: Number(right.every(([, each]) => !each)),
    of: 1,
  }));
  const single = judged.flatMap(({ meeting: { question }, right }) =>
    right.map(([id, each]) => ({ id, question, sum: Number(each), of: 1 })),
  );
  const members = [...groupBy(single, ({ id }) => id)].map(([id, cases]) => ({ id, cases }));
  const [best] = members.toSorted((a, b) => findMeanRight(b.cases) - findMeanRight(a.cases));
  return [
    estimateArm(arm, "all-wrong", "all members wrong", wrong),
    ...(best
      ? [estimateArm(arm, "best-member", `best member right (${best.id})`, best.cases)]
      : []),
    estimateArm(arm, "panel", "board right", collectScores(arm)),
  ];
}

function findMeanRight(cases: readonly Case[]): number {
  return computeMean(cases.map(({ sum }) => sum)) ?? 0;
}
