// The later result of a decision, as a person recorded it: outcome.json next to the transcript.

import { join, resolve } from "node:path";
import { z } from "zod";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { MOST_OF_TEXT, readUtf8 } from "../../files.ts";
import { findSide, type Scenario } from "../../scenario/schema/scenario.ts";
import { parseJson } from "../../text/json-in.ts";
import { createUsageError, type Io } from "../process/io.ts";

export const OUTCOME_FILE = "outcome.json";

const knownOutcomeSchema = z.strictObject({
  /** The transcript's hash when it was recorded. */
  head: z.string(),
  turnedOut: z.string(),
  right: z.boolean().nullable(),
});
export type KnownOutcome = z.infer<typeof knownOutcomeSchema>;

/** Null if none is recorded. Throws `usage` if the file is damaged. */
export async function readOutcome({ cwd }: Io, folder: string): Promise<KnownOutcome | null> {
  const file = join(folder, OUTCOME_FILE);
  const createReadError = () =>
    createUsageError(
      "the outcome file cannot be read",
      "Remove the file, and record it again.",
      file,
    );
  try {
    return knownOutcomeSchema.parse(parseJson(readUtf8(resolve(cwd, file), MOST_OF_TEXT)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw createReadError();
  }
}

type Decided = Pick<MeetingState, "outcome"> & { scenario: Scenario };

/** Null if the result is unknown or the position took no side. */
export function judgeVerdict(
  state: Decided,
  verdict: string | null,
  known: KnownOutcome,
): boolean | null {
  const { outcome, scenario } = state;
  if (known.right === null || verdict === null || outcome === null) return null;
  if (outcome.option !== null) return (verdict === outcome.option) === known.right;
  const side = findSide(scenario.verdicts, verdict) ?? "neutral";
  if (side === "neutral" || outcome.side === null || outcome.side === "neutral") return null;
  return (side === outcome.side) === known.right;
}
