import { z } from "zod";

export const knownOutcomeSchema = z.strictObject({
  head: z.string(),
  turnedOut: z.string(),
  right: z.boolean().nullable(),
});
export type KnownOutcome = z.infer<typeof knownOutcomeSchema>;
