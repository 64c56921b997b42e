import { z } from "zod";
import type { Scenario } from "../scenario/scenario.ts";
import { atLeast, atMost, below } from "./compare.ts";

/** 1: an agent decides alone. 2: a panel decides without a person. 3: a person takes part. */
export type Level = 1 | 2 | 3;

const knownOrNot = z.union([z.boolean(), z.literal("unknown")]);

/** What is known of how much hangs on a matter; what is left out is not assumed in anybody's favour. */
export const assessmentSchema = z.strictObject({
  agentConfidence: z.number().min(0).max(1).optional().describe("How sure the asking agent is, 0 to 1"),
  agentConfidenceMin: z.number().min(0).max(1).default(0.8).describe("From here on an agent may decide alone"),
  conflictingEvidence: z.boolean().optional().describe("Whether pieces of evidence contradict one another"),
  judgeScore: z.number().min(0).max(10).optional().describe("Score of the judges, out of 10"),
  impactIfWrong: z
    .number()
    .min(0)
    .optional()
    .describe("Dollars lost if the answer is wrong; not the call's price"),
  factual: z.boolean().optional().describe("Whether one right answer exists that can be looked up"),
  reversible: z.boolean().optional().describe("Whether the decision can be taken back"),
  strategic: knownOrNot.default(false).describe("Whether it sets a direction for long"),
  reputational: knownOrNot.default(false).describe("Whether the name of the house depends on it"),
  manual: z.boolean().default(false).describe("Whether a person opened the session by hand"),
});
export type Assessment = z.infer<typeof assessmentSchema>;

export type Criticality = { readonly level: Level; readonly because: readonly string[] };

/** The level that an assessment comes to; whatever is unclear counts upward. `isGoNoGo`: it decides about going ahead. */
export function classify(assessment: Assessment, isGoNoGo: boolean): Criticality {
  const { reversible, strategic, reputational, manual } = assessment;
  const high = [
    ...(isGoNoGo ? ["it decides whether to go ahead"] : []),
    ...(reversible === false ? ["it cannot be taken back"] : []),
    ...(strategic === true ? ["it is strategic"] : strategic === "unknown" ? ["it may be strategic"] : []),
    ...(reputational === true
      ? ["it touches the reputation"]
      : reputational === "unknown"
        ? ["it may touch the reputation"]
        : []),
    ...(manual ? ["a person opened it"] : []),
  ];
  if (high.length > 0) return { level: 3, because: high };
  const short = shortOfAlone(assessment);
  if (short.length === 0) return { level: 1, because: ["every condition for deciding alone is met"] };
  if (reversible === true) return { level: 2, because: [...short, "it can be taken back"] };
  return { level: 3, because: [...short, "whether it can be taken back is unknown"] };
}

/** The level of the matter in a scenario, from what `options.criticality` says of it. */
export function levelOf({ options, verdicts }: Pick<Scenario, "options" | "verdicts">): Criticality {
  const stated = assessmentSchema.safeParse(options.criticality ?? {});
  const ids = verdicts.map(({ id }) => id);
  const isGoNoGo = ids.includes("GO") && ids.includes("NO_GO");
  if (!stated.success) return { level: 3, because: ["its assessment cannot be read"] };
  return classify(stated.data, isGoNoGo);
}

/** Out of 10: an arbiter at least so sure settles a matter of level 2 without a person. */
const ACCEPTED_FROM = 8;

/** A panel's answer on level 2 is accepted by itself; one of an arbiter less sure goes up to level 3. */
export function levelAfter(level: Level, confidence: number | null): Level {
  return level === 2 && (confidence === null || below(confidence, ACCEPTED_FROM)) ? 3 : level;
}

/** What is missing for an agent to decide alone; empty where nothing is. */
function shortOfAlone(given: Assessment): string[] {
  const { agentConfidence, agentConfidenceMin, conflictingEvidence, judgeScore, impactIfWrong, factual } =
    given;
  const sure = agentConfidence !== undefined && atLeast(agentConfidence, agentConfidenceMin);
  const judged = judgeScore !== undefined && atLeast(judgeScore, 6);
  const cheap = impactIfWrong !== undefined && atMost(impactIfWrong, 5);
  return [
    ...(sure ? [] : [`the agent's confidence is ${agentConfidence ?? "unknown"}, below ${agentConfidenceMin}`]),
    ...(conflictingEvidence === false
      ? []
      : [conflictingEvidence ? "evidence conflicts" : "whether evidence conflicts is unknown"]),
    ...(judged ? [] : [`the judges' score is ${judgeScore ?? "unknown"}, below 6 of 10`]),
    ...(cheap
      ? []
      : [`being wrong may cost ${impactIfWrong === undefined ? "an unknown sum" : `$${impactIfWrong}`}`]),
    ...(factual === true ? [] : ["it is no question of fact"]),
  ];
}
