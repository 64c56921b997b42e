import { levelAfter, levelOf } from "../meeting/criticality.ts";
import { defineProtocol } from "../meeting/define-protocol.ts";
import type { Floor } from "../meeting/floor.ts";
import { limitReached } from "../meeting/limits.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Outcome } from "../transcript/events.ts";
import type { MeetingState } from "../transcript/state.ts";
import { ARBITER, BY_RULE, CLASSIFIER, chamberAgents } from "./chamber/agents.ts";
import { answerCue, confidenceIn, stanceIn, UNCLEAR } from "./chamber/answers.ts";
import { arbiterCue, arbitratedOf } from "./chamber/arbitration.ts";
import { contextTokens } from "./chamber/context.ts";
import { crossCue, crossReplyOf } from "./chamber/cross-examination.ts";
import { classifierCue, type Reading, readByRule, reasonsToCross } from "./chamber/divergence.ts";
import {
  type Arbitrated,
  type CrossReply,
  claimChecked,
  type Divergence,
  divergenceAssessed,
  founderContributed,
  type PanelAnswer,
  panelAnswered,
  panelArbitrated,
  panelCrossExamined,
  sessionConcluded,
  sessionOpened,
} from "./chamber/facts.ts";
import { askForData, askReview, broughtBlock, hearEntries } from "./chamber/founder.ts";
import { neutralLabels, openLabels, revealed } from "./chamber/labels.ts";
import { measured } from "./chamber/measured.ts";
import { closingInWords, factInWords } from "./chamber/narrate.ts";
import { type ChamberOptions, chamberOptions, checkChamber } from "./chamber/options.ts";
import { chamberOutputs } from "./chamber/outputs.ts";
import { type Concluded, type Final, finalsOf, outcomeOf, votesOf } from "./chamber/standing.ts";
import { chamberColumns, chamberStatus } from "./chamber/table.ts";

/** A panel answers alone; where its answers diverge it is cross-examined once; an arbiter keeps what differs. */
export const chamber = defineProtocol({
  name: "chamber",
  version: 1,
  summary:
    "A panel answers alone and is cross-examined once where it diverges; an arbiter keeps every view that differs.",
  options: chamberOptions,
  agents: chamberAgents,
  expectedCalls: chamberCalls,
  columns: chamberColumns,
  check: checkChamber,
  status: chamberStatus,
  closing: closingInWords,
  narrate: factInWords,
  outputs: chamberOutputs,
  run,
});

async function run(floor: Floor, options: ChamberOptions): Promise<Outcome> {
  const { level } = await openSession(floor, options);
  for (let attempt = 1; ; attempt++) {
    const answers = await askPanel(floor, attempt);
    if (answeredIn(answers).length < 2) return failQuorum(floor, answers, attempt, level);
    const divergence = await assessDivergence(floor, options, answers, attempt);
    const replies = await crossExamine(floor, options, answers, divergence);
    await hearEntries(floor, options.founder, attempt);
    const finals = finalsOf(answers, replies);
    const arbitrated = await arbitrate(floor, { answers, replies, divergence, finals });
    const concluded = outcomeOf(floor.state.scenario, finals, arbitrated);
    const mayRerun = attempt <= options.maxReruns && !mustEnd(floor.state);
    const next = await review(floor, options, { arbitrated, concluded, level, mayRerun });
    if (next.asksAgain) continue;
    return conclude(floor, { answers, arbitrated, attempt, ...next });
  }
}

async function openSession(floor: Floor, options: ChamberOptions) {
  const { scenario } = floor.state;
  const { level, because } = levelOf(scenario);
  const tokens = contextTokens(scenario);
  const { trigger, maxContextTokens } = options;
  await sessionOpened.record(floor, {
    level,
    because: [...because],
    trigger,
    contextTokens: tokens,
    maxContextTokens,
  });
  return { level };
}

/** A limit is used up, or a person has asked for the end. */
function mustEnd(state: MeetingState): boolean {
  return limitReached(state) !== null || state.closingRequested;
}

/** The whole panel once, in parallel: the same words to all, and no branch sees another. */
async function askPanel(floor: Floor, attempt: number): Promise<readonly PanelAnswer[]> {
  const { scenario } = floor.state;
  const cue = answerCue(scenario, broughtBlock(floor));
  const seats = scenario.members.map(({ id }) => id);
  const answers = await floor.parallel(
    seats.map((id) => async (branch: Floor): Promise<PanelAnswer> => {
      const { turn, taken } = await measured(branch, id, cue);
      const common = { panelist: id, model: branch.state.members.get(id)!.seat.model, taken };
      if (turn.status !== "spoke") {
        const error = turn.status === "absent" ? turn.reason : "passed";
        return { ...common, ...NOTHING, status: "absent", stance: null, raw: "", flags: [], error };
      }
      const { reply, message } = turn;
      const raw = message.content;
      if (reply === null) {
        return {
          ...common,
          ...NOTHING,
          status: "unparsed",
          stance: UNCLEAR,
          raw,
          flags: ["unparsed"],
          error: null,
        };
      }
      const confidence = confidenceIn(reply.confidence);
      return {
        ...common,
        status: "ok",
        stance: stanceIn(
          reply.stance,
          scenario.verdicts.map((option) => option.id),
        ),
        reasoning: reply.reasoning,
        confidence,
        confidenceAsGiven: reply.confidence ?? null,
        evidence: [...reply.evidence],
        raw,
        flags: confidence === null ? ["no_confidence"] : [],
        error: null,
      };
    }),
    { speakers: seats, ballot: "closing" },
  );
  await panelAnswered.record(floor, { attempt, answers: [...answers] });
  return answers;
}

const NOTHING = { reasoning: "", confidence: null, confidenceAsGiven: null, evidence: [] };

function answeredIn(answers: readonly PanelAnswer[]): readonly PanelAnswer[] {
  return answers.filter(({ status }) => status !== "absent");
}

/** Any of four triggers calls for a cross-examination; a classifier that fails leaves two of them. */
async function assessDivergence(
  floor: Floor,
  options: ChamberOptions,
  all: readonly PanelAnswer[],
  attempt: number,
): Promise<Divergence> {
  const answers = answeredIn(all);
  const { reading, topics, ...asked } = await classify(floor, answers, attempt);
  const reasons = reasonsToCross(answers, reading);
  const triggered = reasons.length > 0;
  const divergence: Divergence = {
    attempt,
    triggered,
    reasons,
    topics,
    ...asked,
    skipped: triggered ? whySkipped(floor.state, options) : null,
  };
  await divergenceAssessed.record(floor, divergence);
  return divergence;
}

type Classified = Pick<Divergence, "classifier" | "topics" | "flags" | "taken"> & {
  readonly reading: Reading | null;
};

async function classify(floor: Floor, answers: readonly PanelAnswer[], attempt: number): Promise<Classified> {
  const { members } = floor.state;
  if (!members.has(CLASSIFIER.id)) {
    return { reading: readByRule(answers), classifier: "by-rule", topics: [], flags: [], taken: null };
  }
  const ids = answers.map(({ panelist }) => panelist);
  const labels = neutralLabels(floor.state, ids, `classifier's labels ${attempt}`);
  const { turn, taken } = await measured(floor, CLASSIFIER.id, classifierCue(answers, labels));
  if (turn.status !== "spoke") {
    return { reading: null, classifier: "unavailable", topics: [], flags: ["classifier_unavailable"], taken };
  }
  const { different_facts, meaningful_difference, topics } = turn.reply;
  const reading = { differentFacts: different_facts, meaningfulDifference: meaningful_difference, topics };
  return { reading, classifier: "asked", topics: topics.map(labels.reveal), flags: [], taken };
}

function whySkipped(state: MeetingState, { maxCrossRounds }: ChamberOptions): string | null {
  if (maxCrossRounds === 0) return "maxCrossRounds is 0";
  if (state.closingRequested) return "a person asked for the end";
  const limit = limitReached(state);
  return limit === null ? null : `the limit of ${limit} was reached`;
}

/** Once, in parallel; the first answers stay as they are, and nothing is compared again. */
async function crossExamine(
  floor: Floor,
  { anonymise }: ChamberOptions,
  all: readonly PanelAnswer[],
  divergence: Divergence,
): Promise<readonly CrossReply[]> {
  if (!divergence.triggered || divergence.skipped !== null) return [];
  const { scenario } = floor.state;
  const { attempt } = divergence;
  const answers = answeredIn(all);
  const seats = answers.map(({ panelist }) => panelist);
  const options = scenario.verdicts.map(({ id }) => id);
  const labels = anonymise
    ? neutralLabels(floor.state, seats, `panel's labels ${attempt}`)
    : openLabels(floor.state, seats);
  const shown = { scenario, answers, divergence, labels, brought: broughtBlock(floor) };
  const replies = await floor.parallel(
    answers.map((own) => async (branch: Floor) => {
      const { turn, taken } = await measured(branch, own.panelist, crossCue(own, shown));
      if (turn.status === "spoke") {
        return crossReplyOf(own, { reply: turn.reply, raw: turn.message.content }, options, taken);
      }
      const error = turn.status === "absent" ? turn.reason : "passed";
      return crossReplyOf(own, { error }, options, taken);
    }),
    { speakers: seats, ballot: "closing" },
  );
  await panelCrossExamined.record(floor, { attempt, replies: [...replies] });
  return replies;
}

type Heard = {
  readonly answers: readonly PanelAnswer[];
  readonly replies: readonly CrossReply[];
  readonly divergence: Divergence;
  readonly finals: readonly Final[];
};

/** Under labels drawn anew: one of the answers may be the arbiter's own model's. */
async function arbitrate(floor: Floor, heard: Heard): Promise<Arbitrated> {
  const { state } = floor;
  const { attempt } = heard.divergence;
  const answers = answeredIn(heard.answers);
  const ids = answers.map(({ panelist }) => panelist);
  const labels = neutralLabels(state, ids, `arbiter's labels ${attempt}`);
  const brief = {
    ...heard,
    answers,
    scenario: state.scenario,
    contributions: founderContributed.all(state),
    claims: claimChecked.all(state),
    labels,
    brought: broughtBlock(floor),
  };
  const { turn, taken } = await measured(floor, ARBITER.id, arbiterCue(brief));
  const said = turn.status === "spoke" ? turn : null;
  const arbitrated = arbitratedOf({
    attempt,
    labels,
    finals: heard.finals,
    reply: said?.reply ?? null,
    raw: said?.message.content ?? "",
    taken,
    views: ({ panelist, stance }) => {
      const { reasoning } = answers.find((each) => each.panelist === panelist)!;
      return `${labels.labelOf(panelist)}: ${stance}. ${labels.hide(reasoning)}`.trim();
    },
  });
  await panelArbitrated.record(floor, arbitrated);
  return arbitrated;
}

type Standing = {
  readonly arbitrated: Arbitrated;
  readonly concluded: Concluded;
  readonly level: 1 | 2 | 3;
  readonly mayRerun: boolean;
};

type Next =
  | { readonly asksAgain: true }
  | {
      readonly asksAgain: false;
      readonly outcome: Outcome;
      readonly level: 1 | 2 | 3;
      readonly isDeclined: boolean;
    };

/** What a person makes of it: new data, a challenge, a yes or a no; on level 2 a sure arbiter needs nobody. */
async function review(floor: Floor, options: ChamberOptions, standing: Standing): Promise<Next> {
  const { arbitrated, concluded, mayRerun } = standing;
  const { outcome } = concluded;
  const level = levelAfter(standing.level, arbitrated.confidence);
  const settled = (reason: string): Next => ({
    asksAgain: false,
    outcome: { ...outcome, reason },
    level,
    isDeclined: false,
  });
  const wantsData = outcome.status === "need-more-data";
  if (wantsData && mayRerun && (await askForData(floor, options, arbitrated))) return { asksAgain: true };
  if (wantsData) return settled(`${outcome.reason}; ${whyNoData(options, arbitrated, mayRerun)}`);
  if (level < 3 && outcome.status === "decided")
    return settled(`${outcome.reason}; accepted on level ${level}`);
  const decision = await askReview(floor, options, arbitrated, mayRerun);
  if (decision === "challenge") return { asksAgain: true };
  const who = options.founder?.person;
  if (decision === "accept") return settled(`${outcome.reason}; accepted by ${who}`);
  if (decision === "reject") {
    const reason = `${outcome.reason}; rejected by ${who}`;
    const rejected = { ...outcome, status: "no-consensus", side: null, option: null, reason } as const;
    return { asksAgain: false, outcome: rejected, level, isDeclined: true };
  }
  const raised = level > standing.level ? `raised to level ${level}, the arbiter not being sure; ` : "";
  return settled(
    outcome.status === "decided" ? `${outcome.reason}; ${raised}for the founder to accept` : outcome.reason,
  );
}

function whyNoData(
  { founder, maxReruns }: ChamberOptions,
  { assignment }: Arbitrated,
  mayRerun: boolean,
): string {
  const wanted = assignment === null ? "" : `${assignment.what}, from ${assignment.from}`;
  if (!mayRerun) return `still wanted after ${maxReruns} re-runs, for the founder to decide: ${wanted}`;
  return founder ? `${founder.person} brought nothing: ${wanted}` : `wanted: ${wanted}`;
}

async function failQuorum(
  floor: Floor,
  answers: readonly PanelAnswer[],
  attempt: number,
  level: 1 | 2 | 3,
): Promise<Outcome> {
  const missing = missingFrom(answers);
  await sessionConcluded.record(floor, { status: "failed_quorum", level, missing, reruns: attempt - 1 });
  const answered = answeredIn(answers);
  return {
    status: "partial",
    side: null,
    option: null,
    rule: "arbitrated panel",
    votes: votesOf(floor.state.scenario.verdicts, finalsOf(answers, [])),
    margin: answered.length,
    reason: `failed quorum: ${answered.length} of ${answers.length} panellists answered; missing ${missing.join(", ")}`,
  };
}

function missingFrom(answers: readonly PanelAnswer[]): string[] {
  return answers.filter(({ status }) => status === "absent").map(({ panelist }) => panelist);
}

type Ended = {
  readonly answers: readonly PanelAnswer[];
  readonly arbitrated: Arbitrated;
  readonly attempt: number;
  readonly outcome: Outcome;
  readonly level: 1 | 2 | 3;
  readonly isDeclined: boolean;
};

/** The synthesis is said to everybody at the very end, when nobody is asked anything more. */
async function conclude(floor: Floor, ended: Ended): Promise<Outcome> {
  const { answers, arbitrated, attempt, outcome, level, isDeclined } = ended;
  const missing = missingFrom(answers);
  const status = isDeclined
    ? "declined"
    : missing.length > 0
      ? "degraded"
      : outcome.status === "no-consensus"
        ? "no_consensus"
        : "completed";
  await sessionConcluded.record(floor, { status, level, missing, reruns: attempt - 1 });
  if (arbitrated.text !== null) {
    const nameOf = (id: string) => floor.state.members.get(id)!.seat.persona.name;
    const text = revealed(arbitrated.text.synthesis, arbitrated.labels, nameOf);
    await floor.announce(ARBITER.id, { kind: "synthesis", text, about: [] });
  }
  const without = missing.length > 0 ? `; without ${missing.join(", ")}` : "";
  return { ...outcome, reason: `${outcome.reason}${without}` };
}

/** A panel, a classifier and an arbiter; at most the panel twice, for every time that it is asked. */
function chamberCalls(
  { classifier, maxReruns, founder, maxCrossRounds }: ChamberOptions,
  { members }: Scenario,
) {
  const agents = classifier.model === BY_RULE ? 1 : 2;
  const once = members.length * (1 + maxCrossRounds) + agents;
  return { low: members.length + agents, high: once * (founder ? 1 + maxReruns : 1) };
}
