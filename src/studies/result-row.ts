import { z } from "zod";
import { outcomeSchema } from "../transcript/events.ts";

const stanceSchema = z.object({
  verdict: z.string().nullable(),
  confidence: z.number().nullable(),
});

const courseSchema = z.object({
  /** The private opening ballot; null where none was cast. */
  opening: stanceSchema.nullable(),
  /** The first verdict it stated aloud; null where it never did. */
  first: stanceSchema.nullable(),
  /** Where it stood in the end: by closing ballot, else by the debate. */
  final: stanceSchema.nullable(),
  /** What the end stands by. */
  finalBy: z.enum(["ballot", "debate"]).nullable(),
  messages: z.int(),
  words: z.int(),
});

export const resultRowSchema = z.object({
  scenario: z.string(),
  arm: z.string(),
  subject: z.string(),
  seed: z.int(),
  /** failed: it could not be brought to its end; `reason` says why, and `--retry-failed` goes on with it. */
  status: z.enum(["closed", "failed"]),
  reason: z.string().nullable(),
  /** null where it failed. */
  outcome: outcomeSchema.nullable(),
  /** What the opening ballots alone come to by the same rule; null where none were held. */
  openingOutcome: outcomeSchema.nullable(),
  /** By member, in the order of the seats. */
  members: z.record(z.string(), courseSchema),
  simulated: z.boolean(),
  /** Messages and notices, passes and absences left out. */
  messages: z.int(),
  absences: z.int(),
  calls: z.int(),
  failedCalls: z.int(),
  tokens: z.object({ input: z.int(), cacheRead: z.int(), output: z.int() }),
  /** null where a price is unknown. */
  dollars: z.number().nullable(),
  /** Wall time of the model calls. */
  seconds: z.number(),
  /** SHA-256 of the last line of its transcript; null where it has none. */
  head: z.string().nullable(),
  /** Folder of its transcript within the study's. */
  path: z.string(),
});

/** One line of `results.jsonl`: a meeting that closed or failed, and all that is counted of it. */
export type ResultRow = Readonly<z.infer<typeof resultRowSchema>>;

/** Which meeting of a study it is. */
export type MeetingKey = Pick<ResultRow, "scenario" | "arm" | "subject" | "seed">;

/** The meeting whose transcript lies at a path of the study's folder, which ends as `keyOf` has it. */
export function keyAt(path: string): MeetingKey {
  const [scenario = "", arm = "", subject = "", seed = ""] = path.split("/").slice(-4);
  return { scenario, arm, subject, seed: Number(seed) };
}

export function keyOf({ scenario, arm, subject, seed }: MeetingKey): string {
  return `${scenario}/${arm}/${subject}/${seed}`;
}
