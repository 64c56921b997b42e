// The sentences that open a report: what the debate added, how meetings ended, and what they cost.

import { formatChoice } from "../../engine/words/figures.ts";
import { computeMean, dropMissing } from "../../lists.ts";
import { capitalize, formatCount } from "../../text/plain.ts";
import {
  collectCases,
  collectScores,
  countRight,
  hasChangedOutcome,
  isTied,
  splitTalk,
  type Talk,
} from "./cases.ts";
import {
  type Case,
  type FigureTable,
  LEAST,
  LEAST_QUESTIONS,
  type StudyFigure,
} from "./figures.ts";
import { type ArmData, listOwnArms, type StudyData } from "./study-data.ts";

/** More arms than these are read in the tables. */
const MOST_ARMS = 3;

type Sentences = {
  /** What the study found, in one sentence; null if it compares nothing and no board debated. */
  finding: string | null;
  sentences: readonly string[];
};

export function writeSentences(data: StudyData, tables: readonly FigureTable[]): Sentences {
  const main = tables.flatMap(({ figures }) => figures).find(isMainDifference);
  const arms = data.groups.flatMap(listOwnArms);
  const talks = arms.flatMap((arm) => splitTalk(arm) ?? []);
  const debated = talks.filter(({ end }) => end.meetings.length >= LEAST);
  const [first] = debated;
  const debate = first ? `${first.end.name}: ${describeBoards(first)}` : null;
  return {
    finding: main ? nameMain(main) : debate,
    sentences: dropMissing([
      nameAnswers(data),
      main && `Main question, ${describeMain(main)}.`,
      ...debated.slice(0, MOST_ARMS).map(describeDebate),
      warnOfQuestions(data),
    ]),
  };
}

function isMainDifference({ define, test, value }: StudyFigure): boolean {
  return define === "difference" && test === "main" && value !== null;
}

function nameAnswers({ study: { truth } }: StudyData): string | null {
  const answers = [...new Set(Object.values(truth))];
  const [answer, ...others] = answers;
  if (answer === undefined) return null;
  return others.length === 0
    ? `Right answer: ${formatChoice(answer)}.`
    : `${formatCount(Object.keys(truth).length, "question")} with known answers.`;
}

function describeMain(main: StudyFigure): string {
  return `${main.what}: ${toPoints(main.value ?? 0)} points${describeChance(main)}`;
}

/** `Right: blind 40 points above named (10 to 70)` of `blind less named: right`. */
function nameMain(main: StudyFigure): string {
  const [arms = "", measure = ""] = main.what.split(": ");
  const [arm = "", other = ""] = arms.split(" less ");
  const points = toPoints(main.value ?? 0);
  const relation = `${arm} ${Math.abs(points)} points ${points < 0 ? "below" : "above"} ${other}`;
  return `${capitalize(measure)}: ${relation}${describeChance(main)}`;
}

function describeChance({ interval, p }: StudyFigure): string {
  const range = interval ? ` (${toPoints(interval.low)} to ${toPoints(interval.high)})` : "";
  if (p === null) return range;
  return `${range}, p ${p < 0.001 ? "< 0.001" : p.toFixed(3)}`;
}

function toPoints(share: number): number {
  return Math.round(100 * share);
}

/** Fewer questions than these say nothing about others. */
function warnOfQuestions({ closed }: StudyData): string | null {
  const questions = new Set(closed.map(({ question }) => question)).size;
  if (questions === 0 || questions >= LEAST_QUESTIONS) return null;
  return `For new questions: not estimated. This takes ${LEAST_QUESTIONS} questions; the study has ${questions}.`;
}

function describeDebate(talk: Talk): string {
  const { end } = talk;
  const sentences = [
    end.measure.isRight && describeMembers(end),
    describeBoards(talk),
    describeEnding(end),
    describeCalls(end),
  ];
  return `${end.name}: ${dropMissing(sentences).join(" ")}`;
}

function describeMembers(arm: ArmData): string {
  const [before, after] = [countRight(arm, "opening"), countRight(arm, "final")].map(formatShare);
  return `Members right before the debate ${before}, after it ${after}.`;
}

function describeBoards({ vote, end }: Talk): string {
  const { isRight, name } = end.measure;
  const tied = collectCases(vote.meetings, isTied);
  const tie = tied.some(({ sum }) => sum > 0) ? ` (${formatShare(tied)} tied)` : "";
  const [before, after] = [collectScores(vote), collectScores(end)];
  const subject = isRight ? "Boards right" : `Outcome ${name}:`;
  const result = `${subject} by vote ${formatShare(before)}${tie}, after the debate ${formatShare(after)}`;
  if (!isRight) {
    const changed = end.meetings.filter(hasChangedOutcome).length;
    return `${result}. The debate changed ${changed} of ${formatCount(end.meetings.length, "outcome")}.`;
  }
  const gained = after.flatMap(({ sum }, at) =>
    sum === 1 && (before[at]?.sum ?? 1) < 1 ? [tied[at]?.sum === 1] : [],
  );
  return `${result}; ${gained.filter(Boolean).length} of the ${gained.length} new right ones were ties.`;
}

function describeEnding({ meetings }: ArmData): string {
  const cut = meetings.filter(({ ended }) => ended === "limit").length;
  const debates = formatCount(meetings.length, "debate");
  return `${cut} of ${debates} ${cut === 1 ? "was" : "were"} cut off by a limit.`;
}

function describeCalls({ meetings }: ArmData): string {
  const vote = computeMean(meetings.map(({ voteCalls }) => voteCalls)) ?? 0;
  const all = computeMean(meetings.map(({ calls, failedCalls }) => calls + failedCalls)) ?? 0;
  return `Calls: ${Math.round(vote)} for the vote, ${Math.round(all - vote)} more for the debate.`;
}

function formatShare(cases: readonly Case[]): string {
  const of = cases.reduce((sum, each) => sum + each.of, 0);
  const count = cases.reduce((sum, each) => sum + each.sum, 0);
  return of === 0 ? "unknown" : `${Math.round((100 * count) / of)} %`;
}
