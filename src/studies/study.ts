// What a study is and what it writes: study.json, one row a meeting, and the jobs of its executors.

import { z } from "zod";
import type { Protocol } from "../engine/protocol/protocol.ts";
import { digest, outcomeSchema } from "../engine/transcript/events.ts";
import type { Scenario } from "../scenario/schema/scenario.ts";
import { hashJson } from "../text/sha256.ts";
import { armSchema } from "./arms.ts";

export const STUDY_FORMAT = 1;

export const OWN_SUBJECT = "own";

const studiedScenarioSchema = z.object({
  name: z.string(),
  title: z.string(),
  question: z.string(),
  protocol: z.string(),
  verdicts: z
    .array(z.object({ id: z.string(), side: z.enum(["for", "against", "neutral"]) }))
    .readonly(),
  members: z.array(z.object({ id: z.string(), name: z.string() })).readonly(),
  /** SHA-256 of the scenario and all that it reads. */
  digest: z.string(),
});
export type StudiedScenario = z.infer<typeof studiedScenarioSchema>;

/** An arm that was made by the study; `of` names the arm it differs from. */
const madeArmSchema = z.discriminatedUnion("by", [
  z.object({ by: z.literal("orders"), of: z.string(), nth: z.int() }),
  z.object({ by: z.literal("controls"), of: z.string(), control: z.string() }),
  z.object({ by: z.literal("models"), of: z.string(), model: z.string() }),
]);
export type MadeArm = z.infer<typeof madeArmSchema>;

const limit = z.number().min(0).nullable();

/** `study.json`: what a study asked for when it began. Reports, `fetch` and `cancel` need nothing else. */
export const studySchema = z.object({
  format: z.literal(STUDY_FORMAT),
  /** Of its file: lowercase letters, digits and hyphens. */
  name: z.string(),
  title: z.string(),
  /** SHA-256 of what decides its meetings: scenarios, subjects, seeds, arms and all that they read. */
  digest: z.string(),
  scenarios: z.array(studiedScenarioSchema).readonly(),
  /** Names of the documents judged; `own` alone where the study names none. */
  subjects: z.array(z.string()).readonly(),
  seeds: z.array(z.int()).readonly(),
  arms: z
    .array(
      z.object({
        name: z.string(),
        changes: armSchema,
        /** Null if the study's file has it. */
        made: madeArmSchema.nullable(),
      }),
    )
    .readonly(),
  /** Pairs of arms; the second is compared with the first. */
  compare: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  /** The right option or side, by subject, or by scenario if the study names no subjects. */
  truth: z.record(z.string(), z.string()),
  /** Null: no limit. `meetings`: a study that asks for more is not begun. `concurrency`: meetings under way at once. */
  limits: z.object({ meetings: limit, dollars: limit, concurrency: limit }),
  /** Of every member, if the command named it. Later commands on the same study read it here. */
  model: z.string().optional(),
  /** Of a board test: the paper whose changed copies are in this folder. */
  paper: z.object({ name: z.string(), sha256: digest, fileSha256: digest.optional() }).optional(),
  /** The command that continues a ranking, whose arms are candidates. */
  ranking: z
    .object({
      scenario: z.string(),
      documents: z.array(z.string()).readonly(),
      flags: z.record(z.string(), z.unknown()),
    })
    .optional(),
});
export type Study = z.infer<typeof studySchema>;
export type StudyLimits = Study["limits"];
export type Arm = Study["arms"][number];

export function findTruth(
  { truth }: Study,
  { scenario, subject }: { scenario: string; subject: string },
): string | null {
  return truth[subject === OWN_SUBJECT ? scenario : subject] ?? null;
}

const stanceSchema = z.object({
  verdict: z.string().nullable(),
  confidence: z.number().nullable(),
});

const courseSchema = z.object({
  opening: stanceSchema.nullable(),
  first: stanceSchema.nullable(),
  /** Its last spoken verdict. */
  said: stanceSchema.nullable(),
  final: stanceSchema.nullable(),
  finalBy: z.enum(["ballot", "debate"]).nullable(),
  /** The message that it named for its last change of mind, with a passage that was found there. */
  movedBy: z.string().nullable(),
  messages: z.int(),
  words: z.int(),
});

export const resultRowSchema = z.object({
  scenario: z.string(),
  arm: z.string(),
  subject: z.string(),
  seed: z.int(),
  /** `failed`: `reason` says why, and `--retry-failed` continues it. */
  status: z.enum(["closed", "failed"]),
  reason: z.string().nullable(),
  outcome: outcomeSchema.nullable(),
  openingOutcome: outcomeSchema.nullable(),
  /** Why the debate ended: all or all but one withdrew, a limit was reached, or another reason. Null without a debate. */
  ended: z.enum(["withdrew", "limit", "other"]).nullable(),
  members: z.record(z.string(), courseSchema),
  simulated: z.boolean(),
  /** Without notices, passes and absences. */
  messages: z.int(),
  absences: z.int(),
  calls: z.int(),
  failedCalls: z.int(),
  /** Calls of the opening vote, failed ones among them. */
  voteCalls: z.int(),
  tokens: z.object({ input: z.int(), cacheRead: z.int(), output: z.int() }),
  /** A loss would raise what the study may still spend. */
  dollars: z.number().min(0).nullable(),
  seconds: z.number(),
  /** SHA-256 of the last line of its transcript; null if it has none. */
  head: digest.nullable(),
  /** Folder of its transcript within the study's: scenario, arm, subject and seed. */
  path: z.string().regex(/^meetings(?:\/(?!\.)[^/\\]+){4}$/),
});

/** One line of `results.jsonl`: a meeting that closed or failed, and its counts. */
export type ResultRow = Readonly<z.infer<typeof resultRowSchema>>;

export type MeetingKey = Pick<ResultRow, "scenario" | "arm" | "subject" | "seed">;

export function formatKey({ scenario, arm, subject, seed }: MeetingKey): string {
  return `${scenario}/${arm}/${subject}/${seed}`;
}

export type StudyCell = {
  scenario: string;
  arm: string;
  subject: string;
  input: Scenario;
  protocol: Protocol;
};

export type StudyJob = {
  key: MeetingKey;
  cell: StudyCell;
  path: string;
};

export type OpenedStudy = { study: Study; cells: readonly StudyCell[] };

export function* listJobs(opened: OpenedStudy): Generator<StudyJob> {
  for (const seed of opened.study.seeds) {
    for (const cell of opened.cells) {
      const key = { scenario: cell.scenario, arm: cell.arm, subject: cell.subject, seed };
      yield { key, cell, path: `meetings/${formatKey(key)}` };
    }
  }
}

export type JobResult =
  | { job: StudyJob; row: ResultRow }
  /** Stopped; continues with the next run and is not counted. */
  | {
      job: StudyJob;
      stopped: string;
      isFinal: boolean;
      /** The command by which a person answers, if the meeting waits for one. */
      answeredBy?: string;
    };

/** Pulls jobs as it has room, so that memory stays small. Continues a meeting that was begun.
 * When the signal aborts, it takes no more jobs, lets running calls end, and resolves. */
export interface Executor {
  run(
    jobs: Iterable<StudyJob>,
    onResult: (result: JobResult) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** A test of the board between two runs does not make another study. */
export function hashCase({ seed: _, boardTest: __, ...input }: Scenario): string {
  return hashJson(input);
}
