/**
 * The jury protocol: members deliberate in phases, on an agenda, with a quorum, or decide a case as
 * a trial jury. Read runJury first; phases are in phase.ts, trials in trial.ts.
 */

import { runBallot } from "../../engine/meeting/ballot.ts";
import { decide } from "../../engine/meeting/decide.ts";
import { findReachedLimit, listActiveMembers, mustEnd } from "../../engine/money/limits.ts";
import { chooseAgentModel, createAgentSeat } from "../../engine/people/process-agents.ts";
import {
  DEBATE_RULES,
  MEMBER_DUTY,
  type MeetingRules,
  PUBLIC_VERDICTS,
} from "../../engine/perspective/meeting-rules.ts";
import { defineProtocol } from "../../engine/protocol/define-protocol.ts";
import { readRecorded } from "../../engine/protocol/facts.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import { PROTOCOL_VERSIONS } from "../../engine/transcript/versions.ts";
import { getLast, type NonEmpty } from "../../lists.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { draftProposals, recordDecisions } from "./consensus.ts";
import * as facts from "./facts.ts";
import { listTopicNames, type PhaseTable } from "./instructions.ts";
import {
  checkJury,
  createAgenda,
  createItems,
  FOREPERSON,
  isConsensus,
  isGathering,
  type JuryOptions,
  juryOptions,
  listPhases,
  type Phase,
} from "./options.ts";
import { gather, getRequiredQuorum, hasQuorum, runPhase } from "./phase.ts";
import { isTrial, tellJury } from "./report.ts";
import { countTrial, tryCase } from "./trial.ts";

/** Members deliberate in phases, on an agenda, with a quorum; or sit as a trial jury under a burden of proof. */
export const jury = defineProtocol({
  name: "jury",
  version: PROTOCOL_VERSIONS.jury,
  builtIn: true,
  summary:
    "Members deliberate in phases, on an agenda, with a quorum; or sit as a trial jury with secret ballots.",
  options: juryOptions,
  sheet: (options, scenario) => {
    const agenda = createAgenda(options, scenario);
    const topics = agenda.map(({ id }) => id);
    return {
      topics,
      items: createItems(options, agenda).map(({ id }) => id),
      choices: options.decisions.choices,
    };
  },
  agents: createForeperson,
  expectedCalls: estimateCalls,
  quorum: (options, scenario) => getRequiredQuorum(options, { scenario }),
  rules: createRules,
  check: checkJury,
  tell: tellJury,
  countsBallots: isTrial,
  count: (votes, state) => {
    const { trial } = readRecorded(juryOptions, state.scenario.options);
    return trial ? countTrial(votes, state, trial) : null;
  },
  run: runJury,
});

async function runJury(floor: Floor, options: JuryOptions): Promise<Outcome> {
  const phases = listPhases(options);
  const table = { options, agenda: createAgenda(options, floor.state.scenario) };
  await callMeeting(floor, table, phases);
  const [first] = phases;
  if (isGathering(first)) {
    await enterState(floor, "gathering");
    if (!(await gather(floor, first, options, phases.length))) return await abort(floor, options);
  }
  await enterState(floor, "running");
  await openThreads(floor, table);
  const outcome = options.trial
    ? await runTrial(floor, table, phases, options.trial)
    : await runDeliberation(floor, table, phases);
  await enterState(
    floor,
    mustEnd(floor.state) && outcome.status !== "decided" ? "cancelled" : "completed",
  );
  return outcome;
}

async function runDeliberation(
  floor: Floor,
  table: PhaseTable,
  phases: readonly Phase[],
): Promise<Outcome> {
  for (const [index, phase] of phases.entries()) {
    if (isGathering(phase)) continue;
    if (mustEnd(floor.state) || (isConsensus(phase) && !(await checkQuorum(floor, table, phase))))
      break;
    if (isConsensus(phase) && table.options.recordDecisions) await draftProposals(floor, table);
    await runPhase(floor, { table, phase, index, of: phases.length });
    await checkQuorum(floor, table, phase);
  }
  return await conclude(floor, table);
}

/** In a trial the last phase is the talk between ballots. */
async function runTrial(
  floor: Floor,
  table: PhaseTable,
  phases: NonEmpty<Phase>,
  trial: NonNullable<JuryOptions["trial"]>,
): Promise<Outcome> {
  const of = phases.length;
  const last = of - 1;
  for (const [index, phase] of phases.entries()) {
    if (index === last || isGathering(phase) || mustEnd(floor.state)) continue;
    await runPhase(floor, { table, phase, index, of });
  }
  const talk = { table, phase: getLast(phases), index: last, of };
  return await tryCase(floor, talk, trial);
}

async function conclude(floor: Floor, table: PhaseTable): Promise<Outcome> {
  const { options } = table;
  const isQuorate =
    hasQuorum(options, floor.state) && facts.quorumLost.readLast(floor.state) === undefined;
  const limit = findReachedLimit(floor.state);
  if (options.recordDecisions && isQuorate) {
    if (!facts.proposalsDrafted.readLast(floor.state) && !mustEnd(floor.state))
      await draftProposals(floor, table);
    await recordDecisions(floor, table);
  } else {
    await runBallot(floor, "closing");
  }
  const outcome = decide(floor.state);
  if (isQuorate) return limit ? { ...outcome, status: "partial" } : outcome;
  const reason = `the quorum of ${getRequiredQuorum(options, floor.state)} was lost; ${outcome.reason}`;
  return { ...outcome, status: "no-consensus", side: null, option: null, reason };
}

async function checkQuorum(
  floor: Floor,
  { options }: PhaseTable,
  { name }: Phase,
): Promise<boolean> {
  if (hasQuorum(options, floor.state)) return true;
  const required = getRequiredQuorum(options, floor.state);
  if (!facts.quorumLost.readLast(floor.state)) {
    await facts.quorumLost.record(floor, {
      required,
      present: listActiveMembers(floor.state),
      phase: name,
    });
  }
  return false;
}

async function callMeeting(
  floor: Floor,
  table: PhaseTable,
  phases: readonly Phase[],
): Promise<void> {
  const { scenario } = floor.state;
  const { options, agenda } = table;
  const quorum = getRequiredQuorum(options, floor.state);
  await enterState(floor, "created");
  await facts.meetingCalled.record(floor, {
    agenda: [...agenda],
    items: options.recordDecisions && !options.trial ? [...createItems(options, agenda)] : [],
    phases: phases.map(({ name }) => name),
    invited: scenario.members.map(({ id }) => id),
    quorum,
  });
  const numbered = agenda.map(({ topic, estimatedMinutes }, index) => {
    const minutes = estimatedMinutes === 1 ? "1 minute" : `${estimatedMinutes} minutes`;
    return endSentence(`${index + 1}. ${topic}${estimatedMinutes === null ? "" : ` (${minutes})`}`);
  });
  const invited = scenario.members.map(({ persona }) => persona.name).join(", ");
  const text = `${endSentence(scenario.title)} ${scenario.question} Agenda: ${numbered.join(" ")} Phases: ${phases.map(({ name }) => facts.formatPhase(name)).join(", ")}. Invited: ${invited}. Quorum: ${quorum}.`;
  await floor.announce(FOREPERSON.id, { kind: "call", text, about: [] });
}

async function openThreads(floor: Floor, { agenda }: PhaseTable): Promise<void> {
  for (const { id, topic, description } of agenda) {
    const text = `Topic ${id}: ${endSentence(topic)}${description === null ? "" : ` ${description}`}`;
    await floor.announce(FOREPERSON.id, { kind: "thread", text, about: [], topic: id });
  }
}

function endSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

async function abort(floor: Floor, options: JuryOptions): Promise<Outcome> {
  await enterState(floor, "aborted_no_quorum");
  const required = getRequiredQuorum(options, floor.state);
  const reason = `no quorum: ${required} must be ready`;
  return {
    status: "no-consensus",
    side: null,
    option: null,
    rule: "quorum",
    votes: {},
    margin: 0,
    reason,
  };
}

function enterState(floor: Floor, standing: facts.SessionState): Promise<void> {
  return facts.stateEntered.record(floor, { standing });
}

function createForeperson(
  { recordDecisions: records, decisions, trial }: JuryOptions,
  { members }: Scenario,
): Seat[] {
  const drafts = records && !trial && !decisions.items;
  return [createAgentSeat(FOREPERSON, drafts ? chooseAgentModel(members) : "template")];
}

/** Ballots of a trial jury, in simulated meetings. */
const USUAL_BALLOTS = 3;

/** One on each side of a trial. */
const LAST_WORDS = 2;

function estimateCalls(options: JuryOptions, { members, limits }: Scenario) {
  const seats = members.length;
  const drafts = createForeperson(options, { members } as Scenario).some(
    ({ model }) => model !== "template",
  )
    ? 1
    : 0;
  const rounds = listPhases(options).filter((phase) => !isGathering(phase)).length;
  if (options.trial) {
    const talk = options.trial.talkBetween ?? seats;
    const high =
      LAST_WORDS +
      seats * (2 + options.trial.maxBallots) +
      Math.min(limits.messages, talk * options.trial.maxBallots);
    const ballots = Math.min(USUAL_BALLOTS, options.trial.maxBallots);
    const expected = LAST_WORDS + seats * (2 + ballots) + Math.min(limits.messages, talk * ballots);
    return { low: seats * 3, expected, high, growth: 140, first: seats };
  }
  const countCalls = (turns: number) => seats * (turns + rounds) + drafts;
  return {
    low: countCalls(2),
    expected: countCalls(5),
    high: seats * 5 + limits.messages + drafts,
  };
}

function createRules(options: JuryOptions, scenario: Scenario): MeetingRules {
  const topics = listTopicNames(createAgenda(options, scenario));
  return {
    rules: [
      "Instructions say what a phase is for. A turn is spoken prose of at most 150 words, unless they give another length.",
      ...DEBATE_RULES,
      PUBLIC_VERDICTS,
    ],
    form: "message",
    withdraws: false,
    standsAs: options.trial ? "ballot" : "verdict",
    duty: MEMBER_DUTY,
    topics,
  };
}
