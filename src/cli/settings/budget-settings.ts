import { z } from "zod";

/** `budget:` of boardroom.yaml: dollars. */
export const budgetSchema = z.strictObject({
  meeting: z.number().positive().optional().describe("Most dollars of one meeting"),
  day: z.number().positive().optional().describe("Most dollars of all meetings in one UTC day"),
  project: z.number().positive().optional().describe("Most dollars of all meetings of this project"),
});
export type BudgetSettings = z.infer<typeof budgetSchema>;
