import { z } from "zod";

/** What became of a decision, as a person recorded it later. */
export const knownOutcomeSchema = z.strictObject({
  /** Head hash of the transcript whose decision it is. */
  head: z.string(),
  turnedOut: z.string(),
  /** Whether the decision was right; null where that was not said. */
  right: z.boolean().nullable(),
});
export type KnownOutcome = z.infer<typeof knownOutcomeSchema>;
