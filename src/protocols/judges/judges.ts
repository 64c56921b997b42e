/**
 * The judges protocol: judges answer alone, an unsure panel is asked again, and a chair combines
 * the last answers without a vote. Read runJudges first.
 */

import { decide } from "../../engine/meeting/decide.ts";
import { listActiveMembers, mustEnd } from "../../engine/money/limits.ts";
import { CHAIR, chooseAgentModel, createAgentSeat } from "../../engine/people/process-agents.ts";
import { createSingleVoterRules } from "../../engine/perspective/meeting-rules.ts";
import { defineProtocol } from "../../engine/protocol/define-protocol.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import { PROTOCOL_VERSIONS } from "../../engine/transcript/versions.ts";
import { alignLists } from "../../lists.ts";
import { NONE, type Scenario, type Seat } from "../../scenario/schema/scenario.ts";
import { toPlainId } from "../../text/plain.ts";
import { askChair, askJudge, type Synthesis } from "./instructions.ts";
import { checkJudges, type JudgesOptions, judgesOptions } from "./options.ts";
import * as report from "./report.ts";

/** Judges answer alone. An unsure panel is asked again as a whole; a chair puts the last answers together. */
export const judges = defineProtocol({
  name: "judges",
  version: PROTOCOL_VERSIONS.judges,
  builtIn: true,
  summary:
    "Judges answer independently. An unsure panel answers again. A chair writes a summary and has no vote.",
  options: judgesOptions,
  agents: createChair,
  expectedCalls: estimateCalls,
  rules: () => JUDGES_RULES,
  check: checkJudges,
  tell: report.tellJudges,
  fixedOrder: "judges answer alone, all at once",
  run: runJudges,
});

async function runJudges(floor: Floor, options: JudgesOptions): Promise<Outcome> {
  let panel: JudgePanel = {};
  for (let iteration = 1; iteration <= options.maxIterations; iteration++) {
    panel = await askPanel(floor);
    const aggregate = report.computeMeanConfidence(panel);
    const reached = report.isConfident(aggregate, options.threshold);
    const { threshold } = options;
    await report.iterationJudged.record(floor, {
      iteration,
      judges: panel,
      aggregate,
      threshold,
      reached,
    });
    if (reached || listActiveMembers(floor.state).length === 0 || mustEnd(floor.state)) break;
  }
  const summed = await hearChair(floor, panel);
  await report.panelConcluded.record(floor, {
    final: summed?.synthesis ?? null,
    agreed: [...(summed?.agreed ?? [])],
    disputed: [...(summed?.disputed ?? [])],
    recommendation:
      summed === null || summed.recommendation === NONE ? null : summed.recommendation,
  });
  return addRecommendation(decide(floor.state), summed);
}

type JudgePanel = Readonly<Record<string, report.Judged>>;

async function askPanel(floor: Floor): Promise<JudgePanel> {
  const { scenario } = floor.state;
  const asked = listActiveMembers(floor.state);
  const answers = await floor.parallel(
    asked.map((id) => async (branch: Floor): Promise<report.Judged> => {
      const turn = await branch.turn(id, askJudge(scenario, id));
      const nothing = { status: "absent", verdict: null, confidence: null } as const;
      if (turn.status === "passed") return { ...nothing, error: "passed" };
      if (turn.status === "absent") return { ...nothing, error: turn.reason };
      const { verdict, abstains, confidence } = turn.message;
      return { status: "ok", verdict, confidence: abstains ? 0 : confidence, error: null };
    }),
    { speakers: asked, ballot: "closing" },
  );
  const judged = new Map(alignLists(asked, answers));
  return Object.fromEntries(scenario.members.map(({ id }) => [id, judged.get(id) ?? DROPPED_OUT]));
}

const DROPPED_OUT: report.Judged = {
  status: "absent",
  verdict: null,
  confidence: null,
  error: "dropped out",
};

async function hearChair(floor: Floor, panel: JudgePanel): Promise<Synthesis | null> {
  if (Object.values(panel).every(({ status }) => status !== "ok")) return null;
  const turn = await floor.turn(CHAIR.id, askChair(floor.state, panel));
  if (turn.status !== "spoke") return null;
  await floor.announce(CHAIR.id, { kind: "synthesis", text: turn.reply.synthesis, about: [] });
  return turn.reply;
}

/** The judges decide. If the chair disagrees, the record shows it. */
function addRecommendation(outcome: Outcome, summed: Synthesis | null): Outcome {
  if (summed === null) return { ...outcome, reason: `${outcome.reason}; without a chair's text` };
  const { recommendation } = summed;
  const recommends =
    recommendation === NONE
      ? "the chair recommends nothing"
      : `the chair recommends ${toPlainId(recommendation)}`;
  return { ...outcome, reason: `${outcome.reason}; ${recommends}` };
}

function createChair({ chair }: JudgesOptions, { members }: Scenario): Seat[] {
  const manner =
    "Plain and fair: states what all judges see, what only one sees, and what follows.";
  return [createAgentSeat({ ...CHAIR, manner }, chair.model ?? chooseAgentModel(members))];
}

/** Share of simulated panels that are unsure enough to be asked once more. */
const ASKED_AGAIN = 0.6;

function estimateCalls({ maxIterations }: JudgesOptions, { members }: Scenario) {
  const further = (maxIterations - 1) * ASKED_AGAIN;
  return {
    low: members.length + 1,
    expected: Math.round(members.length * (1 + further)) + 1,
    high: members.length * maxIterations + 1,
    growth: 0,
    instruction: 750,
    reply: 460,
  };
}

const JUDGES_RULES = createSingleVoterRules(
  "Judges answer independently and do not see each other's answers. The chair sees them when everyone has answered.",
);
