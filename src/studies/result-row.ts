import { z } from "zod";
import { outcomeSchema } from "../engine/transcript/events.ts";

const stanceSchema = z.object({
  verdict: z.string().nullable(),
  confidence: z.number().nullable(),
});

const courseSchema = z.object({
  opening: stanceSchema.nullable(),
  first: stanceSchema.nullable(),
  final: stanceSchema.nullable(),
  finalBy: z.enum(["ballot", "debate"]).nullable(),
  messages: z.int(),
  words: z.int(),
});

export const resultRowSchema = z.object({
  scenario: z.string(),
  arm: z.string(),
  subject: z.string(),
  seed: z.int(),
  /** `failed`: `reason` says why, and `--retry-failed` goes on with it. */
  status: z.enum(["closed", "failed"]),
  reason: z.string().nullable(),
  outcome: outcomeSchema.nullable(),
  openingOutcome: outcomeSchema.nullable(),
  members: z.record(z.string(), courseSchema),
  simulated: z.boolean(),
  /** Without notices, passes and absences. */
  messages: z.int(),
  absences: z.int(),
  calls: z.int(),
  failedCalls: z.int(),
  tokens: z.object({ input: z.int(), cacheRead: z.int(), output: z.int() }),
  dollars: z.number().nullable(),
  seconds: z.number(),
  /** SHA-256 of the last line of its transcript; null where it has none. */
  head: z.string().nullable(),
  /** Folder of its transcript within the study's. */
  path: z.string(),
});

/** One line of `results.jsonl`: a meeting that closed or failed, and its counts. */
export type ResultRow = Readonly<z.infer<typeof resultRowSchema>>;

export type MeetingKey = Pick<ResultRow, "scenario" | "arm" | "subject" | "seed">;

/** The meeting whose transcript lies at a path of the study's folder, which ends as `keyOf` has it. */
export function keyAt(path: string): MeetingKey {
  const [scenario = "", arm = "", subject = "", seed = ""] = path.split("/").slice(-4);
  return { scenario, arm, subject, seed: Number(seed) };
}

export function keyOf({ scenario, arm, subject, seed }: MeetingKey): string {
  return `${scenario}/${arm}/${subject}/${seed}`;
}
