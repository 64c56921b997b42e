/**
 * The rounds protocol: four roles write artifacts in rounds, checks turn disagreements into tested
 * claims, and six signals say when to stop. Read runRounds first; a round is in phases.ts.
 */

import { createInstruction } from "../../engine/form/reply-form.ts";
import { runBallot, yieldToPeople } from "../../engine/meeting/ballot.ts";
import { decide } from "../../engine/meeting/decide.ts";
import { countSpoken, findReachedLimit } from "../../engine/money/limits.ts";
import { chooseAgentModel } from "../../engine/people/process-agents.ts";
import {
  DEBATE_RULES,
  MEMBER_DUTY,
  type MeetingRules,
} from "../../engine/perspective/meeting-rules.ts";
import { defineProtocol } from "../../engine/protocol/define-protocol.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import { createWarning, type Warning } from "../../engine/protocol/protocol.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { PROTOCOL_VERSIONS } from "../../engine/transcript/versions.ts";
import { dropMissing, getLast, requireNonEmpty } from "../../lists.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { FACTS } from "./facts.ts";
import * as instructions from "./instructions.ts";
import { readLedger } from "./ledger.ts";
import { runRound } from "./phases.ts";
import {
  planNext,
  planStress,
  type Round,
  type RoundsOptions,
  requireRoles,
  roundsOptions,
} from "./plan.ts";
import { ROLE_FACTS, ROLES } from "./records.ts";
import { defineSynthesisForm } from "./replies.ts";
import { tellRounds } from "./report.ts";
import { readSignalsNow, watchRound } from "./responses.ts";
import { describeConvergence, judgeConvergence } from "./signals.ts";
import { ROUNDS_START } from "./start.ts";

export type { RoundsOptions } from "./plan.ts";

/** Four roles in rounds: artifacts checked against each other, tested claims, cited decisions, six stop signals. */
export const rounds = defineProtocol({
  name: "rounds",
  version: PROTOCOL_VERSIONS.rounds,
  builtIn: true,
  summary:
    "Four roles write artifacts in rounds; checks turn disagreements into tested claims, and six signals say when to stop.",
  options: roundsOptions,
  agents(options, scenario) {
    requireRoles(options, scenario);
    return [instructions.createArbiter(options.arbiterModel ?? chooseAgentModel(scenario.members))];
  },
  expectedCalls: estimateCalls,
  arbiterOption: ["arbiterModel"],
  start: ROUNDS_START,
  rules: createRules,
  check: listWarnings,
  tell: tellRounds,
  run: runRounds,
});

function createRules({ roles, anchor }: RoundsOptions): MeetingRules {
  const parts = ROLES.map((role) => {
    const part = `Your part in this review: ${role}. ${ROLE_FACTS[role].question}`;
    return [roles[role], `${MEMBER_DUTY}\n${part}`] as const;
  });
  return {
    rules: dropMissing([
      "Members have roles and work in rounds. Each instruction says what to produce and how long it may be (default: 150 words of plain prose).",
      anchor !== undefined && `The anchor, which every decision must serve: ${escapeText(anchor)}`,
      ...DEBATE_RULES,
      "The closing vote decides. Before it, state a verdict only when yours is new or has changed.",
    ]),
    form: "message",
    withdraws: false,
    standsAs: "verdict",
    duty: MEMBER_DUTY,
    duties: Object.fromEntries(parts),
  };
}

async function runRounds(given: Floor, options: RoundsOptions): Promise<Outcome> {
  const floor = yieldToPeople(given);
  await openDeliberation(floor, options);
  for (let round = planRound(floor, options); round !== null; round = planRound(floor, options)) {
    await runRound(floor, round, options.driftEvery);
    if (round.lead === null) break;
    await watchRound(floor, round, options);
  }
  await recordConvergence(floor);
  await writeSynthesis(floor);
  await runBallot(floor, "closing", {
    words: instructions.askBallot(readLedger(floor.state)),
    as: "rounds-closing-ballot",
    data: () => instructions.createInstructionData(readLedger(floor.state), null),
  });
  return createOutcome(floor.state, options);
}

async function openDeliberation(floor: Floor, options: RoundsOptions): Promise<void> {
  await FACTS["deliberation.opened"].record(floor, {
    roles: options.roles,
    anchor: options.anchor ?? floor.state.scenario.question,
    rounds: options.rounds,
    stress: planStress(options).map(({ round, absent }) => ({ round, absent })),
    stressReason: options.stressReason ?? null,
  });
}

function hasTests({ script }: Scenario): boolean {
  return Object.keys(script?.tests ?? {}).length > 0;
}

const UNTESTED =
  "The script has no tests, so simulated members claim what they open with and every check stays open";
const READ_BY_MODEL = "Add `tests` to it, by verdict.";

function planRound(floor: Floor, options: RoundsOptions): Round | null {
  const { state } = floor;
  const round = planNext(state, readLedger(state), options);
  const hasRoom = countSpoken(state) + MOST_TURNS <= state.scenario.limits.messages;
  const isOver = findReachedLimit(state) !== null || state.closingRequested;
  return round === null || isOver || !hasRoom ? null : round;
}

const MOST_TURNS = 24;

async function recordConvergence(floor: Floor): Promise<void> {
  const before = readLedger(floor.state);
  const round = before.rounds.length;
  if (round === 0) return;
  if (before.readings.at(-1)?.round !== round) await readSignalsNow(floor);
  const ledger = readLedger(floor.state);
  const reading = getLast(requireNonEmpty(ledger.readings, "reading of the signals"));
  const judgement = judgeConvergence(ledger, reading);
  await FACTS["convergence.judged"].record(floor, {
    round,
    satisfied: reading.satisfied,
    ...judgement,
  });
}

async function writeSynthesis(floor: Floor): Promise<void> {
  const ledger = readLedger(floor.state);
  if (ledger.rounds.length === 0) return;
  if (findReachedLimit(floor.state) !== null) return;
  const turn = await floor.turn(instructions.ARBITER.id, {
    ...createInstruction(defineSynthesisForm(ledger), instructions.askSynthesis(ledger)),
    data: instructions.createInstructionData(ledger, null),
    audience: "all",
    isLast: true,
    isNeeded: true,
  });
  if (turn.status === "spoke") await FACTS["synthesis.written"].record(floor, turn.reply);
}

function createOutcome(state: MeetingState, { rounds: budget }: RoundsOptions): Outcome {
  const votes = decide(state);
  const { judged, rounds } = readLedger(state);
  if (judged?.converged)
    return {
      ...votes,
      reason: `converged after ${rounds.length} of ${budget} rounds; ${votes.reason}`,
    };
  if (judged === null || rounds.length < budget) {
    return {
      ...votes,
      status: "partial",
      reason: `cut short after ${rounds.length} of ${budget} rounds; ${votes.reason}`,
    };
  }
  return {
    ...votes,
    status: "no-consensus",
    side: null,
    option: null,
    reason: `${describeConvergence(judged)} in ${rounds.length} of ${budget} rounds: ${judged.reason}; ${votes.reason}`,
  };
}

function listWarnings({ rounds: budget }: RoundsOptions, scenario: Scenario): readonly Warning[] {
  const { limits, members } = scenario;
  const short = `options.rounds is ${budget}: the first stop signal needs six rounds, and a useful run at least ${LEAST_ROUNDS}`;
  const tight = `limits.messages is ${limits.messages}: ${budget} rounds take about ${budget * USUAL_TURNS}`;
  const isKnown = hasTests(scenario) || !members.some(({ model }) => isSimulated(model));
  return dropMissing([
    budget < LEAST_ROUNDS && createWarning(short, "Plan more.", ["options", "rounds"]),
    limits.messages < budget * USUAL_TURNS &&
      createWarning(tight, "Raise it, or hold fewer rounds."),
    !isKnown && createWarning(UNTESTED, READ_BY_MODEL, ["script"]),
  ]);
}

const LEAST_ROUNDS = 8;
const USUAL_TURNS = 12;

/** Six rounds for the signals, two for the stress brought forward. */
const SOONEST_STOP = 8;

/** Simulated runs: some 12.25 calls a round and 365 tokens a call; about half stop as soon as they can. */
function estimateCalls({ rounds: budget, driftEvery }: RoundsOptions, { members }: Scenario) {
  const each = 13;
  const soonest = Math.min(budget, SOONEST_STOP);
  const more = Math.floor(budget / driftEvery) + 1 + members.length;
  return {
    low: Math.ceil(soonest * each * 0.8) + more,
    expected: Math.round(((soonest + budget) / 2) * 12.25) + more,
    high: budget * (each + 2) + more + 4,
    growth: 365,
  };
}
