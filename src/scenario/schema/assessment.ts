// The schema of `criticality`: how important a question is, as a scenario or an agent states it.
// `engine/money` finds the level from it.

import { z } from "zod";

const knownOrNot = z.union([z.boolean(), z.literal("unknown")]);

const agentConfidence = z.number().min(0).max(1).describe("How sure the asking agent is, 0 to 1");
const conflictingEvidence = z
  .boolean()
  .describe("Whether pieces of evidence contradict one another");
const judgeScore = z.number().min(0).max(10).describe("Score of the judges, out of 10");
const impactIfWrong = z
  .number()
  .min(0)
  .describe("Dollars lost if the answer is wrong; not the call's price");
const factual = z.boolean().describe("Whether one right answer exists that can be looked up");
const reversible = z.boolean().describe("Whether the decision can be taken back");
const goNoGo = knownOrNot.describe(
  "Whether it is a go/no-go decision, independent of the option names",
);
const strategic = knownOrNot.describe("Whether it sets a long-term direction");
const reputational = knownOrNot.describe("Whether your reputation depends on it");

/** How important the question is. A missing answer counts as the worse one. */
export const assessmentSchema = z.strictObject({
  agentConfidence: agentConfidence.optional(),
  agentConfidenceMin: z
    .number()
    .min(0)
    .max(1)
    .default(0.8)
    .describe("Confidence from which an agent can decide alone"),
  conflictingEvidence: conflictingEvidence.optional(),
  judgeScore: judgeScore.optional(),
  impactIfWrong: impactIfWrong.optional(),
  factual: factual.optional(),
  reversible: reversible.optional(),
  goNoGo: goNoGo.default("unknown"),
  strategic: strategic.default(false),
  reputational: reputational.default(false),
});
export type Assessment = z.infer<typeof assessmentSchema>;
export type Declared = z.input<typeof assessmentSchema>;

export const statedAssessmentSchema = assessmentSchema
  .omit({ agentConfidenceMin: true })
  .extend({ goNoGo, strategic, reputational })
  .partial();
export type StatedAssessment = z.infer<typeof statedAssessmentSchema>;

export const proposerSchema = z.object({
  kind: z.literal("agent").describe("Who it is"),
  name: z.string().trim().min(1).describe("Its name"),
  criticality: statedAssessmentSchema
    .optional()
    .describe("Can raise the scenario's level, never lower it"),
});
export type Proposer = z.infer<typeof proposerSchema>;
