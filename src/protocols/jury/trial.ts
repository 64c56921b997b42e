/**
 * A trial: the charge, secret ballots, the talk between them, and the verdict or deadlock. jury.ts
 * calls tryCase instead of a deliberation.
 */

import { runBallot } from "../../engine/meeting/ballot.ts";
import { applyTurnout, countOptions, countTurnout } from "../../engine/meeting/decide.ts";
import { listActiveMembers, mustEnd } from "../../engine/money/limits.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import type { Vote } from "../../engine/protocol/protocol.ts";
import { createCertainSelection } from "../../engine/routing/select.ts";
import { createSituation } from "../../engine/routing/selector.ts";
import type { BallotKind, Outcome } from "../../engine/transcript/events.ts";
import { getMember, type MeetingState } from "../../engine/transcript/state.ts";
import { getLast, requireNonEmpty } from "../../lists.ts";
import { findSide, NONE, type Scenario, type Side } from "../../scenario/schema/scenario.ts";
import { toPlainId } from "../../text/plain.ts";
import {
  type BallotCount,
  ballotCounted,
  describeSides,
  nameOptions,
  quorumLost,
} from "./facts.ts";
import type { Course } from "./instructions.ts";
import { FOREPERSON, type TrialOptions } from "./options.ts";
import {
  endPhase,
  enterPhase,
  getRequiredQuorum,
  hasQuorum,
  type TurnTaken,
  takeNext,
  takeTurn,
} from "./phase.ts";

export async function tryCase(floor: Floor, course: Course, trial: TrialOptions): Promise<Outcome> {
  await announceAs(floor, "charge", writeCharge(floor.state.scenario, trial));
  await castBallot(floor, course, trial, "opening");
  const { startedAt } = await enterPhase(floor, course);
  const taken: TurnTaken[] = [];
  while (mayContinue(floor.state, course, trial)) {
    await runTalk(floor, course, trial, taken);
    await castBallot(floor, course, trial, "closing");
  }
  const { verdict } = getLastCount(floor.state);
  const isOver = verdict !== null || isDeadlocked(ballotCounted.readAll(floor.state), trial);
  if (isOver) await hearLastWords(floor, { ...course, isOver }, taken);
  await endPhase(floor, course, { startedAt, taken, endedBy: isOver ? "criteria" : "cancel" });
  if (!hasQuorum(course.table.options, floor.state)) await recordLoss(floor, course);
  return createOutcome(floor.state, course, trial);
}

function getLastCount(state: MeetingState): BallotCount {
  return getLast(requireNonEmpty(ballotCounted.readAll(state), "ballot that was counted"));
}

/** Only a ballot after the first makes a verdict: those who agree at once still talk a round. */
function mayContinue(state: MeetingState, { table }: Course, trial: TrialOptions): boolean {
  const counts = ballotCounted.readAll(state);
  const last = getLastCount(state);
  const isVerdict = last.ballot > 0 && last.verdict !== null;
  if (last.ballot === 0) return hasQuorum(table.options, state) && last.present > 0;
  return (
    !isVerdict && !isDeadlocked(counts, trial) && !mustEnd(state) && hasQuorum(table.options, state)
  );
}

async function runTalk(
  floor: Floor,
  course: Course,
  trial: TrialOptions,
  taken: TurnTaken[],
): Promise<void> {
  const holdout = findHoldout(floor.state);
  const all = trial.talkBetween ?? listActiveMembers(floor.state).length;
  const own: TurnTaken[] = [];
  if (getLastCount(floor.state).ballot === 0) await hearEach(floor, course, own);
  const turns = own.length + (holdout === null ? all : all - 1);
  while (own.length < turns && !mustEnd(floor.state) && listActiveMembers(floor.state).length > 0) {
    if (!(await takeNext(floor, course, own))) break;
  }
  if (own.length === turns && holdout !== null && !mustEnd(floor.state)) {
    const situation = createSituation(floor.state);
    const why = "alone on the other side, so it has the last word";
    await takeTurn(floor, course, own, createCertainSelection(situation, holdout, "open", why));
  }
  taken.push(...own);
}

/** Before a count can decide, each juror has the floor. Answers come between, a turn for each juror at most. */
async function hearEach(floor: Floor, course: Course, taken: TurnTaken[]): Promise<void> {
  const most = 2 * listActiveMembers(floor.state).length;
  while (!mustEnd(floor.state)) {
    const heard = new Set(taken.map(({ member }) => member));
    const [next, ...others] = listActiveMembers(floor.state).filter((id) => !heard.has(id));
    if (next === undefined) return;
    if (taken.length + others.length + 1 < most) {
      if (!(await takeNext(floor, course, taken))) return;
      continue;
    }
    const situation = createSituation(floor.state);
    const why = "has not had the floor, and the count may decide";
    await takeTurn(floor, course, taken, createCertainSelection(situation, next, "open", why));
  }
}

/** The one juror who votes against all others. */
function findHoldout(state: MeetingState): string | null {
  const [fewer, more] = splitVotes(state);
  const [alone = null, ...others] = fewer;
  const isOneAgainstAll = others.length === 0 && more.length > 1;
  return isOneAgainstAll && more.length === collectVotes(state).size - 1 ? alone : null;
}

/** Who said most on the smaller side closes its case, then who said most on the larger side. */
async function hearLastWords(floor: Floor, course: Course, taken: TurnTaken[]): Promise<void> {
  for (const side of splitVotes(floor.state)) {
    const count = (id: string) => getMember(floor.state, id).messages;
    const [speaker] = side.toSorted((a, b) => count(b) - count(a));
    if (speaker === undefined || mustEnd(floor.state)) continue;
    const situation = createSituation(floor.state);
    const why = "said most on its side, so it closes";
    await takeTurn(floor, course, taken, createCertainSelection(situation, speaker, "open", why));
  }
}

/** The voters of the smaller and of the larger side. Where counts are sealed, a turn would tell them. */
function splitVotes(state: MeetingState): [fewer: string[], more: string[]] {
  const { verdicts, prompt } = state.scenario;
  if (prompt.visibility === "sealed") return [[], []];
  const listVoters = (side: Side) =>
    [...collectVotes(state)].flatMap(([id, vote]) =>
      findSide(verdicts, vote) === side ? [id] : [],
    );
  const [pro, against] = [listVoters("for"), listVoters("against")];
  return pro.length < against.length ? [pro, against] : [against, pro];
}

async function castBallot(
  floor: Floor,
  course: Course,
  trial: TrialOptions,
  kind: BallotKind,
): Promise<void> {
  const before = ballotCounted.readLast(floor.state);
  const earlier = before ? collectVotes(floor.state) : new Map<string, string | null>();
  const words = writeReminder(floor.state.scenario, trial, kind === "opening");
  await runBallot(floor, kind, {
    words,
    voters: listActiveMembers(floor.state),
    as: "trial-ballot",
    isBare: true,
    isLast: (before?.ballot ?? -1) + 1 >= trial.maxBallots,
  });
  const votes = collectVotes(floor.state);
  const changed = [...votes].filter(
    ([id, verdict]) => earlier.has(id) && earlier.get(id) !== verdict,
  ).length;
  const count = countBallot(floor.state.scenario, [...votes.values()], trial);
  const counted = { ...count, ballot: before ? before.ballot + 1 : 0, changed };
  await ballotCounted.record(floor, counted);
  const isAnnounced = floor.state.scenario.prompt.visibility !== "sealed";
  const after = decideNext(floor.state, course, trial);
  await announceAs(floor, "count", writeCount(floor.state.scenario, counted, after, isAnnounced));
}

function decideNext(state: MeetingState, course: Course, trial: TrialOptions): After {
  const counts = ballotCounted.readAll(state);
  const last = getLastCount(state);
  if (last.verdict !== null) return last.ballot === 0 ? "poll" : "verdict";
  if (isDeadlocked(counts, trial)) return "hung";
  return mayContinue(state, course, trial) ? "talk" : "end";
}

function collectVotes(state: MeetingState): Map<string, string | null> {
  return new Map(
    listActiveMembers(state).map((id) => [
      id,
      getMember(state, id).ballots.at(-1)?.verdict ?? null,
    ]),
  );
}

export function countBallot(
  { verdicts }: Pick<Scenario, "verdicts">,
  votes: readonly (string | null)[],
  { needed }: Pick<TrialOptions, "needed">,
): Omit<BallotCount, "ballot" | "changed"> {
  const countSide = (side: Side | null) =>
    votes.filter((vote) => findSide(verdicts, vote) === side).length;
  const asked = needed === "unanimity" ? votes.length : needed;
  const verdict =
    (["for", "against"] as const).find((side) => countSide(side) > 0 && countSide(side) >= asked) ??
    null;
  return {
    for: countSide("for"),
    against: countSide("against"),
    neutral: countSide("neutral"),
    none: countSide(null),
    present: votes.length,
    needed: asked,
    verdict,
  };
}

/** A verdict for a side, with its option if all its votes are for one; otherwise a hung jury. */
export function countTrial(
  votes: readonly Vote[],
  { scenario }: MeetingState,
  trial: TrialOptions,
): Outcome {
  const { verdicts } = scenario;
  const cast = votes.map(({ verdict }) => verdict);
  const ballot = countBallot(scenario, cast, trial);
  const { for: pro, against, neutral, none, present, verdict: side } = ballot;
  const counted = {
    rule:
      trial.needed === "unanimity"
        ? `unanimity of ${present} jurors`
        : `${trial.needed} votes of ${present} jurors`,
    votes: { for: pro, against, neutral, NO_VERDICT: none },
    options: countOptions(votes, scenario),
    margin: Math.abs(pro - against),
  };
  if (side === null) {
    const hung = {
      ...counted,
      status: "hung",
      side,
      option: null,
      reason: `no verdict; ${describeSides(scenario, ballot)}`,
    } as const;
    return applyTurnout(hung, countTurnout(votes));
  }
  const chosen = new Set(cast.filter((vote) => findSide(verdicts, vote) === side));
  const [only = null, ...others] = chosen;
  const option = others.length === 0 ? only : null;
  const reason = `${counted.votes[side]} of ${present} jurors: ${toPlainId(option ?? side)}`;
  return { ...counted, status: "decided", side, option, reason };
}

/** The most ballots, or the most in a row without a changed vote. */
export function isDeadlocked(
  counts: readonly Pick<BallotCount, "ballot" | "changed" | "verdict">[],
  { maxBallots, deadlockAfter }: Pick<TrialOptions, "maxBallots" | "deadlockAfter">,
): boolean {
  const last = counts.at(-1);
  if (!last || last.ballot === 0 || last.verdict !== null) return false;
  return last.ballot >= maxBallots || isUnmoved(counts, deadlockAfter);
}

function isUnmoved(
  counts: readonly Pick<BallotCount, "ballot" | "changed">[],
  deadlockAfter: TrialOptions["deadlockAfter"],
): boolean {
  const recent = counts.filter(({ ballot }) => ballot > 0).slice(-deadlockAfter);
  return recent.length === deadlockAfter && recent.every(({ changed }) => changed === 0);
}

function createOutcome(state: MeetingState, { table }: Course, trial: TrialOptions): Outcome {
  const counts = ballotCounted.readAll(state);
  const last = getLastCount(state);
  const votes = listActiveMembers(state).map((id) => {
    const ballot = getMember(state, id).ballots.at(-1);
    return { verdict: ballot?.verdict ?? null, abstains: ballot?.abstains, weight: 1 };
  });
  const counted = countTrial(votes, state, trial);
  const open = (status: Outcome["status"], reason: string): Outcome => {
    return {
      ...counted,
      status,
      side: null,
      option: null,
      reason: `${reason}; ${describeSides(state.scenario, last)}`,
    };
  };
  if (!hasQuorum(table.options, state))
    return open(
      "no-consensus",
      `the quorum of ${getRequiredQuorum(table.options, state)} jurors was lost`,
    );
  if (last.ballot > 0 && last.verdict !== null) return counted;
  if (!isDeadlocked(counts, trial)) return open("partial", "ended before a verdict");
  const howMany = `${last.ballot} ${last.ballot === 1 ? "ballot" : "ballots"} after the opening one`;
  const how = isUnmoved(counts, trial.deadlockAfter)
    ? `deadlocked in ${howMany}`
    : `no verdict in ${howMany}`;
  // Jurors who have left voted for nothing.
  return applyTurnout(open("hung", how), {
    ...countTurnout(votes),
    seated: state.scenario.members.length,
  });
}

async function recordLoss(floor: Floor, { table, phase }: Course): Promise<void> {
  const required = getRequiredQuorum(table.options, floor.state);
  await quorumLost.record(floor, {
    required,
    present: listActiveMembers(floor.state),
    phase: phase.name,
  });
}

function announceAs(floor: Floor, kind: string, text: string): Promise<void> {
  return floor.announce(FOREPERSON.id, { kind, text, about: [] });
}

type BurdenName = TrialOptions["burden"];

const STANDARDS: Readonly<Record<BurdenName, string>> = {
  "reasonable-doubt":
    "The burden of proof lies on the accusing side alone, and it must prove its case beyond reasonable doubt. A doubt is reasonable if it rests on reason and on the evidence, or on missing evidence. If you still have such a doubt, vote {against}.",
  "clear-and-convincing":
    "The burden of proof lies on the accusing side alone: its case must be clear and convincing, highly and substantially more likely true than not. If it is not, vote {against}.",
  preponderance:
    "The burden of proof lies on the accusing side: its case must be more likely true than not, by any margin. If both are equally likely, vote {against}.",
  none: "Neither side carries a burden: vote as the evidence convinces you.",
};

function writeCharge(scenario: Scenario, trial: TrialOptions): string {
  return [
    "The charge to the jury.",
    writeStandard(scenario, trial),
    "Decide only on the evidence in the documents. Silence of the accused proves nothing.",
    writeNeeded(scenario, trial),
    "Votes are secret. The first takes place now, before anyone speaks. Listen to each other. Change your vote only when an argument or a fact convinces you.",
  ].join(" ");
}

function writeReminder(scenario: Scenario, trial: TrialOptions, isFirst: boolean): string {
  const occasion = isFirst
    ? "First vote. It is secret, and no juror has spoken yet."
    : "Secret vote. Give your own view, not that of the majority. If this vote reaches a verdict, your vote counts toward it.";
  return `${occasion} ${writeStandard(scenario, trial)}`;
}

type After = "verdict" | "poll" | "talk" | "hung" | "end";

const AFTER: Readonly<Record<After, string>> = {
  verdict: "The jury has a verdict.",
  poll: "Enough jurors agree. The jury talks once before it votes again.",
  talk: "There is no verdict yet. The jury continues.",
  hung: "The jury is hung.",
  end: "There is no verdict, and the trial ends.",
};

function writeCount(
  scenario: Scenario,
  count: BallotCount,
  after: After,
  isAnnounced: boolean,
): string {
  if (!isAnnounced) return AFTER[after];
  const parts = [
    `${count.for} ${nameOptions(scenario, "for")}`,
    `${count.against} ${nameOptions(scenario, "against")}`,
  ];
  const others = count.neutral + count.none;
  const undecided = others > 0 ? `, ${others} undecided` : "";
  return `The count: ${parts.join(", ")}${undecided}; ${count.needed} are needed. ${AFTER[after]}`;
}

function writeStandard(scenario: Scenario, { burden }: TrialOptions): string {
  const standard = STANDARDS[burden].replace("{against}", nameOptions(scenario, "against"));
  return burden === "none"
    ? standard
    : `${standard} Use ${NONE} only if you cannot vote at all, not for doubt.`;
}

function writeNeeded(scenario: Scenario, { needed }: TrialOptions): string {
  return needed === "unanimity"
    ? "A verdict for either side needs all of you. If you cannot agree, the jury is hung."
    : `A verdict for either side needs ${needed} of your ${scenario.members.length} votes. Without them, the jury is hung.`;
}
