import { z } from "zod";

export const knownOutcomeSchema = z.strictObject({
  /** Head hash of the transcript whose decision it is. */
  head: z.string(),
  turnedOut: z.string(),
  right: z.boolean().nullable(),
});
export type KnownOutcome = z.infer<typeof knownOutcomeSchema>;
