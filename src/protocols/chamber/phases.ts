/**
 * The phases of a chamber, in order: ask the panel, assess the divergence, arbitrate, settle the
 * result with the person, conclude.
 */

import { type Level, raiseLevel } from "../../engine/money/criticality.ts";
import { findReachedLimit } from "../../engine/money/limits.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import { getMember, getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { dropMissing } from "../../lists.ts";
import { NONE, type Scenario } from "../../scenario/schema/scenario.ts";
import { toPlainId } from "../../text/plain.ts";
import { type AnswerReply, askAnswer, readConfidence, readStance, UNCLEAR } from "./answers.ts";
import { askArbiter, type Brief, createArbitrated } from "./arbitration.ts";
import * as facts from "./facts.ts";
import { askForData, askReview } from "./founder.ts";
import { collectAddedData, renderAdded } from "./instruction-data.ts";
import { createNeutralLabels, revealArbitration } from "./labels.ts";
import { ARBITER, type ChamberOptions, CLASSIFIER } from "./options.ts";
import {
  askClassifier,
  countVotes,
  type DivergenceReading,
  listAnswered,
  listFinals,
  listMissing,
  listReasonsToCross,
} from "./positions.ts";

export async function askPanel(
  floor: Floor,
  attempt: number,
): Promise<readonly facts.PanelAnswer[]> {
  const { scenario } = floor.state;
  const instruction = askAnswer(scenario, renderAdded(floor), collectAddedData(floor));
  const seats = scenario.members.map(({ id }) => id);
  const answers = await floor.parallel(
    seats.map((id) => async (branch: Floor): Promise<facts.PanelAnswer> => {
      const turn = await branch.turn(id, instruction);
      const common = { panelist: id, model: getMember(branch.state, id).seat.model };
      if (turn.status !== "spoke") {
        const error = turn.status === "absent" ? turn.reason : "passed";
        return { ...common, ...NOTHING, status: "absent", stance: null, raw: "", flags: [], error };
      }
      return { ...common, ...toPanelAnswer(turn.reply, turn.message.content, scenario) };
    }),
    { speakers: seats, ballot: "closing" },
  );
  await facts.panelAnswered.record(floor, { attempt, answers: [...answers] });
  return answers;
}

const NOTHING = { reasoning: "", confidence: null, confidenceAsGiven: null, evidence: [] };

function toPanelAnswer(
  reply: AnswerReply | null,
  raw: string,
  { verdicts }: Scenario,
): Omit<facts.PanelAnswer, "panelist" | "model"> {
  if (reply === null) {
    return {
      ...NOTHING,
      status: "unparsed",
      stance: UNCLEAR,
      raw,
      flags: ["unparsed"],
      error: null,
    };
  }
  const ids = verdicts.map(({ id }) => id);
  const stance = readStance(reply.stance, ids);
  const hasNone = stance === NONE;
  const confidence = hasNone ? null : readConfidence(reply.confidence);
  return {
    status: "ok",
    stance,
    reasoning: reply.reasoning,
    confidence,
    confidenceAsGiven: reply.confidence ?? null,
    evidence: [...reply.evidence],
    raw,
    flags: confidence === null && !hasNone ? ["no_confidence"] : [],
    error: null,
  };
}

export async function assessDivergence(
  floor: Floor,
  options: ChamberOptions,
  all: readonly facts.PanelAnswer[],
  attempt: number,
): Promise<facts.Divergence> {
  const answers = listAnswered(all);
  const { reading, topics, ...asked } = await hearClassifier(floor, answers, attempt);
  const reasons = listReasonsToCross(answers, reading);
  const triggered = reasons.length > 0;
  const divergence: facts.Divergence = {
    attempt,
    triggered,
    reasons,
    topics,
    ...asked,
    skipped: triggered ? explainSkip(floor.state, options) : null,
  };
  await facts.divergenceAssessed.record(floor, divergence);
  return divergence;
}

type Classified = Pick<facts.Divergence, "classifier" | "topics"> & {
  reading: DivergenceReading | null;
};

async function hearClassifier(
  floor: Floor,
  answers: readonly facts.PanelAnswer[],
  attempt: number,
): Promise<Classified> {
  const ids = answers.map(({ panelist }) => panelist);
  const labels = createNeutralLabels(floor.state, ids, `classifier's labels ${attempt}`);
  const turn = await floor.turn(CLASSIFIER.id, askClassifier(answers, labels));
  if (turn.status !== "spoke") {
    return { reading: null, classifier: "unavailable", topics: [] };
  }
  const { different_facts, meaningful_difference, topics } = turn.reply;
  const reading = {
    differentFacts: different_facts,
    meaningfulDifference: meaningful_difference,
    topics,
  };
  return { reading, classifier: "asked", topics: topics.map(labels.reveal) };
}

function explainSkip(state: MeetingState, { maxCrossRounds }: ChamberOptions): string | null {
  if (maxCrossRounds === 0) return "maxCrossRounds is 0";
  if (state.closingRequested) return "a person asked for the end";
  const limit = findReachedLimit(state);
  return limit === null ? null : `the limit of ${limit} was reached`;
}

type HeardPanel = Pick<Brief, "answers" | "replies" | "divergence" | "finals">;

/** Under labels drawn anew: one of the answers may be the arbiter's own model's. */
export async function hearArbiter(floor: Floor, heard: HeardPanel): Promise<facts.Arbitrated> {
  const { state } = floor;
  const { attempt } = heard.divergence;
  const answers = listAnswered(heard.answers);
  const ids = answers.map(({ panelist }) => panelist);
  const labels = createNeutralLabels(state, ids, `arbiter's labels ${attempt}`);
  const brief = {
    ...heard,
    answers,
    scenario: state.scenario,
    contributions: facts.founderContributed.readAll(state),
    claims: facts.claimChecked.readAll(state),
    labels,
    brought: renderAdded(floor),
    data: collectAddedData(floor),
  };
  const turn = await floor.turn(ARBITER.id, askArbiter(brief));
  const spoken = turn.status === "spoke" ? turn : null;
  const arbitrated = createArbitrated({
    attempt,
    labels,
    finals: heard.finals,
    reply: spoken?.reply ?? null,
    raw: spoken?.message.content ?? "",
    views: ({ panelist, stance, confidence }) => {
      const answer = facts.getByPanelist(answers, panelist);
      const reply = heard.replies.find((each) => each.panelist === panelist);
      const reasons =
        stance === answer.stance ? answer.reasoning : (reply?.response ?? answer.reasoning);
      const sure = confidence === null ? "" : ` (${confidence} sure)`;
      return `${labels.getLabel(panelist)}: ${toPlainId(stance)}${sure}. ${labels.hide(reasons)}`.trim();
    },
  });
  await facts.panelArbitrated.record(floor, arbitrated);
  return arbitrated;
}

type SettledAnswer = {
  arbitrated: facts.Arbitrated;
  outcome: Outcome;
  accepted: Outcome;
  level: Level;
  mayRerun: boolean;
};

type Settled = {
  asksAgain: false;
  outcome: Outcome;
  level: Level;
  isDeclined: boolean;
};
type Next = { asksAgain: true } | Settled;

/** Below level 3 no person needs to accept, unless the action is to investigate further. */
export async function settleOutcome(
  floor: Floor,
  options: ChamberOptions,
  answer: SettledAnswer,
): Promise<Next> {
  const { arbitrated, outcome, accepted, mayRerun } = answer;
  const level = raiseLevel(answer.level, arbitrated.confidence);
  const settle = (reason: string, of: Outcome = outcome): Settled => ({
    asksAgain: false,
    outcome: { ...of, reason },
    level,
    isDeclined: false,
  });
  const wantsData = outcome.status === "need-more-data";
  if (wantsData && mayRerun && (await askForData(floor, options, arbitrated)))
    return { asksAgain: true };
  if (wantsData)
    return settle(`${outcome.reason}; ${explainNoData(options, arbitrated, mayRerun)}`);
  const isDecided = outcome.status === "decided";
  const mustInvestigate = arbitrated.action === "require_further_investigation";
  if (isDecided && level < 3 && !mustInvestigate) {
    return settle(`${outcome.reason}; accepted on level ${level}`);
  }
  const decision = await askReview(floor, options, arbitrated, mayRerun);
  if (decision === "challenge") return { asksAgain: true };
  const who = options.founder?.person;
  if (decision === "accept")
    return settle(`${accepted.reason}; accepted by ${who}`, { ...accepted, acceptedBy: who });
  if (decision === "reject") {
    const rejected = { ...outcome, status: "no-consensus", side: null, option: null } as const;
    return { ...settle(`${outcome.reason}; rejected by ${who}`, rejected), isDeclined: true };
  }
  if (!isDecided) return settle(outcome.reason);
  const why = dropMissing([
    outcome.reason,
    level > answer.level && `raised to level ${level}, because the arbiter is unsure`,
    mustInvestigate && "the recommended action is further investigation",
    "the founder has not accepted it yet",
  ]);
  return settle(why.join("; "), { ...outcome, status: "unaccepted" });
}

function explainNoData(
  { founder, maxReruns }: ChamberOptions,
  { assignment }: facts.Arbitrated,
  mayRerun: boolean,
): string {
  const wanted = assignment === null ? "" : `${assignment.what}, from ${assignment.from}`;
  if (!mayRerun)
    return `still wanted after ${maxReruns} re-runs, for the founder to decide: ${wanted}`;
  return founder ? `${founder.person} brought nothing: ${wanted}` : `wanted: ${wanted}`;
}

type SessionEnd = {
  answers: readonly facts.PanelAnswer[];
  arbitrated: facts.Arbitrated;
  attempt: number;
  outcome: Outcome;
  level: Level;
  isDeclined: boolean;
};

/** The last words, after all questions. */
export async function conclude(floor: Floor, ended: SessionEnd): Promise<Outcome> {
  const { answers, arbitrated, attempt, outcome, level, isDeclined } = ended;
  const missing = listMissing(answers);
  const heard = missing.length > 0 ? "degraded" : (STATUS[outcome.status] ?? "completed");
  const status = isDeclined ? "declined" : heard;
  await facts.sessionConcluded.record(floor, { status, level, missing, reruns: attempt - 1 });
  const { text } = revealArbitration(arbitrated, floor.state);
  const without = missing.length > 0 ? [`without ${joinNames(floor, missing)}`] : [];
  const reason = [outcome.reason, ...without].join("; ");
  const told = `${text?.synthesis} Result: ${reason}.`;
  if (text !== null) await floor.announce(ARBITER.id, { kind: "synthesis", text: told, about: [] });
  return { ...outcome, reason };
}

const STATUS: Partial<Record<Outcome["status"], "no_consensus" | "unaccepted">> = {
  "no-consensus": "no_consensus",
  unaccepted: "unaccepted",
};

/** With fewer than two answers there is nothing to compare or arbitrate. */
export async function failQuorum(
  floor: Floor,
  answers: readonly facts.PanelAnswer[],
  attempt: number,
  level: Level,
): Promise<Outcome> {
  const missing = listMissing(answers);
  await facts.sessionConcluded.record(floor, {
    status: "failed_quorum",
    level,
    missing,
    reruns: attempt - 1,
  });
  const answered = listAnswered(answers);
  return {
    status: "partial",
    side: null,
    option: null,
    rule: "arbitrated panel",
    votes: countVotes(floor.state.scenario.verdicts, listFinals(answers, [])),
    margin: answered.length,
    reason: `failed quorum: ${answered.length} of ${answers.length} panelists answered; missing ${joinNames(floor, missing)}`,
  };
}

function joinNames({ state }: Floor, seats: readonly string[]): string {
  return seats.map((seat) => getMemberName(state, seat)).join(", ");
}
