/**
 * The options of the judges protocol, the form of an answer in the record, and the checks before a
 * meeting.
 */

import { z } from "zod";
import { CHAIR } from "../../engine/people/process-agents.ts";
import { createMistake, createWarning, type Warning } from "../../engine/protocol/protocol.ts";
import { dropMissing } from "../../lists.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";

export const answerSchema = z.object({
  analysis: z.string().trim().min(1),
  findings: z.array(z.object({ ref: z.string(), quote: z.string(), says: z.string() })),
  grades: z.record(z.string(), z.int()).optional(),
  verdict: z.string(),
  wouldChange: z.string().nullish(),
  confidence: z.union([z.number(), z.string()]).nullish(),
});

export const judgesOptions = z.strictObject({
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe("Mean confidence from which the panel is not asked again"),
  maxIterations: z
    .int()
    .min(1)
    .max(20)
    .default(2)
    .describe("How often the whole panel answers at most"),
  chair: z
    .strictObject({
      model: z
        .string()
        .min(1)
        .optional()
        .describe("provider:model; default that of the first judge"),
    })
    .prefault({})
    .describe("Who combines the last answers"),
});
export type JudgesOptions = z.infer<typeof judgesOptions>;

export function checkJudges(_: JudgesOptions, { members }: Scenario): Warning[] {
  const ids = members.map(({ id }) => id);
  const mistake = createMistake(
    `a judge sits as "${CHAIR.id}", the seat of the chair`,
    "Give that member another id.",
  );
  return dropMissing([ids.includes(CHAIR.id) && mistake, ...checkPanelSize(ids.length)]);
}

function checkPanelSize(count: number): Warning[] {
  if (count < 3)
    return [
      createWarning(`a panel of ${count}: no majority can form`, "Seat three judges or more."),
    ];
  if (count % 2 === 0)
    return [createWarning(`a panel of ${count} can tie`, "Seat an odd number of judges.")];
  return [];
}
