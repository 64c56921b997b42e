import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";
import { writeWhole } from "../terminal/write-file.ts";

/** What lies in the folder of several candidates, and says how to go on with them. */
const BATCH_FILE = "candidates.json";

const candidateSchema = z.strictObject({
  /** Of its folders and in the table. */
  id: z.string().min(1),
  name: z.string().min(1),
  file: z.string().min(1),
  sha256: z.string().length(64),
});

const batchSchema = z.strictObject({
  version: z.literal(1),
  scenario: z.string().min(1),
  /** As they were given, but for the documents. */
  flags: z.record(z.string(), z.unknown()),
  seeds: z.array(z.union([z.int(), z.string().min(1)])).min(1),
  rank: z.boolean(),
  candidates: z.array(candidateSchema).min(1),
});

/** Several candidates under equal conditions: one meeting each for every seed. */
export type CandidateBatch = z.infer<typeof batchSchema>;
export type BatchCandidate = z.infer<typeof candidateSchema>;

/** Whether a folder holds several candidates in place of one meeting. */
export function isBatch({ cwd }: Pick<Io, "cwd">, folder: string): boolean {
  return existsSync(join(resolve(cwd, folder), BATCH_FILE));
}

/** Where one of its meetings lies. */
export function meetingFolder(
  folder: string,
  candidate: Pick<BatchCandidate, "id">,
  seed: string | number,
): string {
  return join(folder, `${candidate.id}-${String(seed).replaceAll(/[^A-Za-z0-9-]+/g, "-")}`);
}

export function readBatch({ cwd }: Pick<Io, "cwd">, folder: string): CandidateBatch {
  const file = join(folder, BATCH_FILE);
  try {
    return batchSchema.parse(JSON.parse(readFileSync(resolve(cwd, file), "utf8")));
  } catch (cause) {
    throw new BoardroomError(
      "usage",
      {
        place: { file },
        message: "it does not say which candidates and seeds it is over",
        remedy: "Hold them anew in another folder: boardroom run SCENARIO --documents FILES.",
      },
      { cause },
    );
  }
}

export async function writeBatch(io: Pick<Io, "cwd">, folder: string, batch: CandidateBatch): Promise<void> {
  mkdirSync(resolve(io.cwd, folder), { recursive: true, mode: 0o700 });
  await writeWhole(io, join(folder, BATCH_FILE), `${JSON.stringify(batch, null, 2)}\n`);
}
