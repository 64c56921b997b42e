// How critical a decision is, from what is stated about it: who may decide, and when a person must
// take part.

import {
  type Assessment,
  assessmentSchema,
  type Proposer,
  type StatedAssessment,
} from "../../scenario/schema/assessment.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { isAtLeast, isAtMost, isBelow } from "../protocol/compare.ts";

/** 1: an agent decides alone. 2: a panel decides without a person. 3: a person takes part. */
export type Level = 1 | 2 | 3;

export type Criticality = { level: Level; because: readonly string[] };

export type CaseFacts = { isGoNoGo?: boolean; isManual?: boolean };

/** Unknown answers raise the level. */
export function classifyCriticality(
  assessment: Assessment,
  { isGoNoGo, isManual }: CaseFacts = {},
): Criticality {
  const { reversible, goNoGo, strategic, reputational } = assessment;
  const reasons = [
    [goNoGo === true || isGoNoGo, "it decides whether to go ahead"],
    [goNoGo === "unknown" && !isGoNoGo, "it may decide whether to go ahead"],
    [reversible === false, "it cannot be taken back"],
    [strategic === true, "it is strategic"],
    [strategic === "unknown", "it may be strategic"],
    [reputational === true, "it touches the reputation"],
    [reputational === "unknown", "it may touch the reputation"],
    [isManual, "a person opened it"],
  ] as const;
  const high = listReasons(reasons);
  if (high.length > 0) return { level: 3, because: high };
  const short = listReasonsForOthers(assessment);
  if (short.length === 0)
    return { level: 1, because: ["every condition for deciding alone is met"] };
  if (reversible === true) return { level: 2, because: [...short, "it can be taken back"] };
  return { level: 3, because: [...short, "whether it can be taken back is unknown"] };
}

/** An agent's statement can raise the level and never lowers it. */
export function chooseLevel(
  { criticality, verdicts }: Scenario,
  proposer: Proposer | null = null,
): Criticality {
  const { data: declared } = assessmentSchema.safeParse(criticality ?? {});
  if (!declared) return { level: 3, because: ["its assessment cannot be read"] };
  const ids = verdicts.map(({ id }) => id);
  const known = {
    isGoNoGo: ids.includes("GO") && ids.includes("NO_GO"),
    isManual: proposer === null,
  };
  const own = classifyCriticality(declared, known);
  const stated = classifyCriticality({ ...declared, ...keepStated(proposer?.criticality) }, known);
  return stated.level > own.level ? stated : own;
}

function keepStated(stated: StatedAssessment = {}): StatedAssessment {
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
}

/** Out of 10: an arbiter this sure settles a matter of level 2 without a person. */
const ACCEPTED_FROM = 8;

/** The level once the outcome is known: an unsure panel passes its decision to a person. */
export function raiseLevel(level: Level, confidence: number | null): Level {
  return level === 2 && (confidence === null || isBelow(confidence, ACCEPTED_FROM)) ? 3 : level;
}

function listReasonsForOthers(given: Assessment): string[] {
  const {
    agentConfidence,
    agentConfidenceMin,
    conflictingEvidence,
    judgeScore,
    impactIfWrong,
    factual,
  } = given;
  const isSure = agentConfidence !== undefined && isAtLeast(agentConfidence, agentConfidenceMin);
  const isJudged = judgeScore !== undefined && isAtLeast(judgeScore, 6);
  const isCheap = impactIfWrong !== undefined && isAtMost(impactIfWrong, 5);
  const sum = impactIfWrong === undefined ? "an unknown sum" : `$${impactIfWrong}`;
  return listReasons([
    [
      !isSure,
      `the agent's confidence is ${agentConfidence ?? "unknown"}, below ${agentConfidenceMin}`,
    ],
    [conflictingEvidence === true, "evidence conflicts"],
    [conflictingEvidence === undefined, "whether evidence conflicts is unknown"],
    [!isJudged, `the judges' score is ${judgeScore ?? "unknown"}, below 6 of 10`],
    [!isCheap, `being wrong may cost ${sum}`],
    [factual !== true, "it is no question of fact"],
  ]);
}

function listReasons(
  reasons: readonly (readonly [isGiven: boolean | undefined, words: string])[],
): string[] {
  return reasons.flatMap(([isGiven, words]) => (isGiven ? [words] : []));
}
