import { defineProtocol } from "../engine/meeting/contract/define-protocol.ts";
import type { Floor } from "../engine/meeting/contract/floor.ts";
import { levelOf } from "../engine/meeting/money/criticality.ts";
import { mustEnd } from "../engine/meeting/money/limits.ts";
import type { Outcome } from "../engine/transcript/events.ts";
import type { Scenario } from "../scenario/schema/scenario.ts";
import { BY_RULE } from "./chamber/agents.ts";
import { contextTokens } from "./chamber/context.ts";
import { sessionOpened } from "./chamber/facts.ts";
import { hearEntries } from "./chamber/founder/entries.ts";
import { CHAMBER_HOUSE } from "./chamber/house.ts";
import { closingInWords, factInWords } from "./chamber/narrate.ts";
import { type ChamberOptions, chamberOptions, checkChamber } from "./chamber/options.ts";
import { arbitrate } from "./chamber/phases/arbitrate.ts";
import { askPanel } from "./chamber/phases/ask-panel.ts";
import { assessDivergence } from "./chamber/phases/assess-divergence.ts";
import { conclude, failQuorum } from "./chamber/phases/conclude.ts";
import { crossExamine } from "./chamber/phases/cross-examine.ts";
import { settle } from "./chamber/phases/settle.ts";
import { priorSynthesis } from "./chamber/prior.ts";
import { chamberExhibits } from "./chamber/report/exhibits.ts";
import { chamberOutputs } from "./chamber/report/outputs.ts";
import { chamberAgents } from "./chamber/seats.ts";
import { answeredIn, finalsOf, outcomeOf } from "./chamber/standing.ts";
import { chamberColumns, chamberStatus } from "./chamber/table.ts";

/** A panel answers alone. Where answers diverge it is cross-examined once; an arbiter keeps the differences. */
export const chamber = defineProtocol({
  name: "chamber",
  version: 5,
  builtIn: true,
  summary:
    "A panel answers alone and is cross-examined once where it diverges; an arbiter keeps every view that differs.",
  options: chamberOptions,
  agents: chamberAgents,
  expectedCalls: chamberCalls,
  people: ({ founder }) => (founder ? [founder.person] : []),
  isPanel: true,
  arbiterOption: ["arbiter", "model"],
  acceptedBy: "--option founder.person=NAME",
  prior: priorSynthesis,
  house: () => CHAMBER_HOUSE,
  columns: chamberColumns,
  check: checkChamber,
  status: chamberStatus,
  exhibits: chamberExhibits,
  closing: closingInWords,
  narrate: factInWords,
  fixedOrder: "a chamber asks its panel in an order of its own",
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
    const { scenario } = floor.state;
    const seated = scenario.members.length;
    const outcome = outcomeOf(scenario, finals, arbitrated, { seated });
    const accepted = outcomeOf(scenario, finals, arbitrated, { seated, isAccepted: true });
    const mayRerun = attempt <= options.maxReruns && !mustEnd(floor.state);
    const next = await settle(floor, options, { arbitrated, outcome, accepted, level, mayRerun });
    if (next.asksAgain) continue;
    return conclude(floor, { answers, arbitrated, attempt, ...next });
  }
}

async function openSession(floor: Floor, options: ChamberOptions) {
  const { scenario, proposer } = floor.state;
  const { level, because } = levelOf(scenario, proposer);
  const tokens = contextTokens(scenario);
  const { maxContextTokens } = options;
  await sessionOpened.record(floor, {
    level,
    because: [...because],
    trigger: proposer === null ? "founder" : "pipeline",
    contextTokens: tokens,
    maxContextTokens,
  });
  return { level };
}

function chamberCalls(
  { classifier, maxReruns, founder, maxCrossRounds }: ChamberOptions,
  { members }: Scenario,
) {
  const agents = classifier.model === BY_RULE ? 1 : 2;
  const once = members.length * (1 + maxCrossRounds) + agents;
  return {
    low: members.length + agents,
    expected: once,
    high: once * (founder ? 1 + maxReruns : 1),
    growth: 0,
  };
}
