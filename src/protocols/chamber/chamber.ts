/**
 * The chamber: a panel answers alone, replies once to each other if the answers differ, and an
 * arbiter combines them. Read runChamber first; each phase is in phases.ts.
 */

import { chooseLevel } from "../../engine/money/criticality.ts";
import { mustEnd } from "../../engine/money/limits.ts";
import { chooseAgentModel, createAgentSeat } from "../../engine/people/process-agents.ts";
import { createSingleVoterRules } from "../../engine/perspective/meeting-rules.ts";
import { defineProtocol } from "../../engine/protocol/define-protocol.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import { PROTOCOL_VERSIONS } from "../../engine/transcript/versions.ts";
import { dropMissing } from "../../lists.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { askCross, createCrossReply } from "./cross-examination.ts";
import * as facts from "./facts.ts";
import { hearEntries } from "./founder.ts";
import { collectAddedData, countContextTokens, renderAdded } from "./instruction-data.ts";
import { createNeutralLabels, createOpenLabels } from "./labels.ts";
import {
  ARBITER,
  CHECKER,
  type ChamberOptions,
  CLASSIFIER,
  chamberOptions,
  checkChamber,
} from "./options.ts";
import {
  askPanel,
  assessDivergence,
  conclude,
  failQuorum,
  hearArbiter,
  settleOutcome,
} from "./phases.ts";
import { createOutcome, listAnswered, listFinals } from "./positions.ts";
import { tellChamber } from "./report.ts";

/** A panel answers alone. Where answers diverge it is cross-examined once; an arbiter keeps the differences. */
export const chamber = defineProtocol({
  name: "chamber",
  version: PROTOCOL_VERSIONS.chamber,
  builtIn: true,
  summary:
    "Panelists answer independently. If they differ, each replies once to the others. An arbiter combines the answers and keeps minority views.",
  options: chamberOptions,
  agents: createAgents,
  expectedCalls: estimateCalls,
  quorum: () => LEAST_ANSWERS,
  people: ({ founder }) => (founder ? [founder.person] : []),
  isPanel: true,
  arbiterOption: ["arbiter", "model"],
  acceptedBy: "--option founder.person=NAME",
  rules: () => CHAMBER_RULES,
  check: checkChamber,
  tell: tellChamber,
  fixedOrder: "a chamber has a fixed speaking order",
  run: runChamber,
});

async function runChamber(floor: Floor, options: ChamberOptions): Promise<Outcome> {
  const { level } = await openSession(floor);
  for (let attempt = 1; ; attempt++) {
    const answers = await askPanel(floor, attempt);
    if (listAnswered(answers).length < LEAST_ANSWERS)
      return failQuorum(floor, answers, attempt, level);
    const divergence = await assessDivergence(floor, options, answers, attempt);
    const replies = await crossExamine(floor, options, answers, divergence);
    await hearEntries(floor, options.founder, attempt);
    const finals = listFinals(answers, replies);
    const arbitrated = await hearArbiter(floor, { answers, replies, divergence, finals });
    const { scenario } = floor.state;
    const seated = scenario.members.length;
    const outcome = createOutcome(scenario, finals, arbitrated, { seated });
    const accepted = createOutcome(scenario, finals, arbitrated, { seated, isAccepted: true });
    const mayRerun = attempt <= options.maxReruns && !mustEnd(floor.state);
    const next = await settleOutcome(floor, options, {
      arbitrated,
      outcome,
      accepted,
      level,
      mayRerun,
    });
    if (next.asksAgain) continue;
    return conclude(floor, { answers, arbitrated, attempt, ...next });
  }
}

/** A single answer can be compared with none. */
const LEAST_ANSWERS = 2;

async function openSession(floor: Floor) {
  const { scenario, proposer } = floor.state;
  const { level, because } = chooseLevel(scenario, proposer);
  const tokens = countContextTokens(scenario);
  await facts.sessionOpened.record(floor, {
    level,
    because: [...because],
    trigger: proposer === null ? "founder" : "pipeline",
    contextTokens: tokens,
  });
  return { level };
}

function estimateCalls(
  { maxReruns, founder, maxCrossRounds }: ChamberOptions,
  { members }: Scenario,
) {
  const once = members.length * (1 + maxCrossRounds) + 2;
  return {
    low: members.length + 2,
    expected: once,
    high: once * (founder ? 1 + maxReruns : 1),
    growth: 0,
    instruction: 1_000,
    reply: 420,
  };
}

const CHAMBER_RULES = createSingleVoterRules(
  "You are a panel. Everyone first answers independently. If the answers differ, each of you sees the others' answers once and replies once. An arbiter then combines them.",
);

function createAgents({ arbiter, founder }: ChamberOptions, { members }: Scenario): Seat[] {
  const arbiterModel = arbiter.model ?? chooseAgentModel(members);
  return dropMissing([
    createAgentSeat(ARBITER, arbiterModel),
    createAgentSeat(CLASSIFIER, arbiterModel),
    founder?.modes.includes("verifier") && createAgentSeat(CHECKER, arbiterModel),
  ]);
}

async function crossExamine(
  floor: Floor,
  { anonymise }: ChamberOptions,
  all: readonly facts.PanelAnswer[],
  divergence: facts.Divergence,
): Promise<readonly facts.CrossReply[]> {
  if (!divergence.triggered || divergence.skipped !== null) return [];
  const { scenario } = floor.state;
  const { attempt } = divergence;
  const answers = listAnswered(all);
  const seats = answers.map(({ panelist }) => panelist);
  const ids = scenario.verdicts.map(({ id }) => id);
  const labels = anonymise
    ? createNeutralLabels(floor.state, seats, `panelists' labels ${attempt}`)
    : createOpenLabels(floor.state, seats);
  const brought = { brought: renderAdded(floor), data: collectAddedData(floor) };
  const shown = { scenario, answers, divergence, labels, ...brought };
  const replies = await floor.parallel(
    answers.map((own) => async (branch: Floor) => {
      const turn = await branch.turn(own.panelist, askCross(own, shown));
      const heard =
        turn.status === "spoke"
          ? { reply: turn.reply, raw: turn.message.content }
          : { error: turn.status === "absent" ? turn.reason : "passed" };
      return createCrossReply(own, heard, ids, labels.reveal);
    }),
    { speakers: seats, ballot: "closing" },
  );
  await facts.panelCrossExamined.record(floor, { attempt, replies: [...replies] });
  return replies;
}
