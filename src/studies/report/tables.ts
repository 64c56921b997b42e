// The five tables of a report: right or chosen, talk or vote, changes of mind, agreement, cost.

import { dropMissing, groupBy } from "../../lists.ts";
import type { Study } from "../study.ts";
import {
  collectCases,
  collectGains,
  collectScores,
  countRight,
  estimateArm,
  hasChangedOutcome,
  isTied,
  nameRow,
  splitTalk,
  type Talk,
} from "./cases.ts";
import { TITLES } from "./definitions.ts";
import {
  type Case,
  createTextFigure,
  estimateDifference,
  estimateMean,
  type FigureTable,
  LEAST_QUESTIONS,
  NOT_MEASURED,
  type StudyFigure,
} from "./figures.ts";
import { listAgreement, listChanges } from "./member-tables.ts";
import {
  type ArmData,
  type ArmGroup,
  type ComparedPair,
  findControl,
  listComparedPairs,
  listOwnArms,
  nameChoice,
  type StudiedMeeting,
  type StudyData,
} from "./study-data.ts";

export function createTables({ study, groups }: StudyData): readonly FigureTable[] {
  const collect = (list: (arm: ArmData, group: ArmGroup) => readonly StudyFigure[]) =>
    groups.flatMap((group) => listOwnArms(group).flatMap((arm) => list(arm, group)));
  const talk = collect((arm, group) => compareTalk(study, group, arm));
  const hasTruth = Object.keys(study.truth).length > 0;
  return [
    {
      title: TITLES.chosen,
      figures: groups.flatMap((group) => listChosen(study, group)),
      notes: study.compare.length > 0 ? [] : ["No arms are compared (compare)."],
    },
    {
      title: TITLES.talk,
      figures: talk,
      notes: dropMissing([
        talk.length === 0 && "There were no opening votes to compare with (openingBallot).",
        !hasTruth && "The study states no right answer, so a gain is unknown (truth).",
      ]),
    },
    { title: TITLES.minds, figures: groups.flatMap(listChanges), notes: [] },
    { title: TITLES.agreement, figures: collect(listAgreement), notes: [] },
    {
      title: TITLES.cost,
      figures: groups.flatMap(({ arms }) => arms.flatMap(listCost)),
      notes: [],
    },
  ];
}

function listChosen(study: Study, group: ArmGroup): readonly StudyFigure[] {
  const arms = listOwnArms(group);
  const hasTies = arms.some(({ meetings }) => meetings.some(isTied));
  const listResult = group.measure.isRight ? listRight : listChoices;
  const tied = hasTies ? arms : [];
  return [
    ...arms.flatMap(listResult),
    ...tied.map((arm) => estimateArm(arm, "tied", "tied", collectCases(arm.meetings, isTied))),
    ...listComparedPairs(study, group).map(compareArms),
    ...arms.filter(hasDebated).map(countEndings),
  ];
}

/** All questions together, and each by itself if they are few. */
function listRight(arm: ArmData): StudyFigure[] {
  const cases = collectScores(arm);
  const questions = [...groupBy(cases, ({ question }) => question)];
  const isFew = questions.length > 1 && questions.length < LEAST_QUESTIONS;
  const each = isFew ? questions : [];
  return [
    estimateArm(arm, "right", "right", cases),
    ...each.map(([question, own]) =>
      estimateArm(arm, "right", `right, ${question.split("/").at(-1)}`, own),
    ),
  ];
}

function listChoices(arm: ArmData): StudyFigure[] {
  const choices = new Set(arm.meetings.map(({ outcome }) => nameChoice(outcome)));
  choices.delete("tied");
  return [...choices].toSorted().map((choice) => {
    const isChoice = ({ outcome }: StudiedMeeting) => nameChoice(outcome) === choice;
    return estimateArm(arm, "chosen", choice, collectCases(arm.meetings, isChoice));
  });
}

function compareArms({ first, second, isMain }: ComparedPair): StudyFigure {
  return estimateDifference(
    { define: "difference", what: `${second.name} less ${first.name}: ${first.measure.name}` },
    collectGains(first, second),
    { meetings: 2, isMain },
  );
}

function hasDebated({ meetings }: ArmData): boolean {
  return meetings.some(({ ended }) => ended !== null);
}

function countEndings(arm: ArmData): StudyFigure {
  const count = (kind: StudiedMeeting["ended"]) =>
    arm.meetings.filter(({ ended }) => ended === kind).length;
  const text = `all withdrew ${count("withdrew")}, limit ${count("limit")}, other ${count("other")}`;
  return createTextFigure(nameRow(arm, "ended", "ended by"), arm.meetings.length, text);
}

function compareTalk(study: Study, group: ArmGroup, arm: ArmData): readonly StudyFigure[] {
  const talk = splitTalk(arm);
  if (!talk) return [];
  const { vote, end } = talk;
  const { name, isRight } = arm.measure;
  const changed = collectCases(end.meetings, hasChangedOutcome);
  const right = [
    estimateArm(arm, "members-before", "members right before", countRight(end, "opening")),
    estimateArm(arm, "members-after", "members right after", countRight(end, "final")),
  ];
  const gain = nameRow(arm, "debate-gain", `debate less vote, ${name}`);
  return dropMissing([
    ...(isRight ? right : []),
    estimateArm(arm, "by-vote", `board ${name} by vote`, collectScores(vote)),
    estimateArm(arm, "after-debate", `board ${name} after the debate`, collectScores(end)),
    estimateArm(arm, "tied-vote", "tied by vote", collectCases(vote.meetings, isTied)),
    isRight && describeTies(talk),
    estimateDifference(gain, collectGains(vote, end), { meetings: 1 }),
    ...compareAlone(study, group, arm),
    estimateArm(arm, "talk-changes", "debate changed the outcome", changed),
  ]);
}

function describeTies({ vote, end }: Talk): StudyFigure {
  const tied = vote.meetings.flatMap((meeting, at) => (isTied(meeting) ? [at] : []));
  const scores = tied.flatMap((at) => {
    const meeting = end.meetings[at];
    return meeting ? [end.measure.score(meeting, meeting.outcome)] : [];
  });
  const count = (score: number) => scores.filter((each) => each === score).length;
  const open = scores.length - count(1) - count(0);
  const text = `${count(1)} right, ${count(0)} wrong, ${open} still tied`;
  return createTextFigure(nameRow(end, "ties-resolved", "ties resolved"), tied.length, text);
}

function compareAlone({ compare }: Study, group: ArmGroup, arm: ArmData): StudyFigure[] {
  const alone = findControl(group, arm, "reflection");
  if (!alone) return [];
  const [main] = compare;
  const isMain = main?.[0] === alone.arm.name && main[1] === arm.arm.name;
  const words = `asked alone as often, majority ${arm.measure.name}`;
  return [
    estimateArm(arm, "alone", words, collectScores(alone)),
    estimateDifference(
      nameRow(arm, "alone-difference", "debate less asked alone"),
      collectGains(alone, arm),
      { meetings: 2, isMain },
    ),
  ];
}

function listCost(arm: ArmData): readonly StudyFigure[] {
  const { meetings, measure } = arm;
  const isFree = meetings.every(({ simulated }) => simulated);
  const estimate = (
    define: "calls" | "vote-calls" | "tokens" | "dollars" | "seconds",
    words: string,
    count: (meeting: StudiedMeeting) => number | null,
  ): StudyFigure => {
    const cases = collectCases(meetings, count);
    const named = nameRow(arm, define, words);
    const unit = define === "dollars" ? define : "count";
    if (cases.length < meetings.length) return createTextFigure(named, cases.length, "unknown");
    if (isFree && cases.every(({ sum }) => sum === 0))
      return createTextFigure(named, meetings.length, NOT_MEASURED);
    return estimateMean(named, cases, unit);
  };
  return dropMissing([
    estimate("calls", "calls", ({ calls, failedCalls }) => calls + failedCalls),
    splitTalk(arm) &&
      estimate("vote-calls", "calls of the opening vote", ({ voteCalls }) => voteCalls),
    estimate("tokens", "tokens", ({ tokens }) => tokens.input + tokens.output),
    estimate("seconds", "seconds", ({ seconds }) => seconds),
    estimate("dollars", "dollars", ({ dollars }) => dollars),
    measure.isRight && !isFree && priceRightAnswer(arm),
  ]);
}

function priceRightAnswer(arm: ArmData): StudyFigure {
  const { meetings, measure } = arm;
  const named = nameRow(arm, "dollars-per-right", "dollars per right answer");
  if (meetings.some(({ dollars }) => dollars === null))
    return createTextFigure(named, meetings.length, "unknown");
  const cases = meetings.flatMap((meeting): Case[] => {
    const of = measure.score(meeting, meeting.outcome);
    return of === null ? [] : [{ question: meeting.question, sum: meeting.dollars ?? 0, of }];
  });
  return estimateMean(named, cases, "dollars");
}
