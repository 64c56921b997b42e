import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type KnownOutcome, knownOutcomeSchema } from "../../showing/memory/notes.ts";
import { parseJson } from "../../text/json-in.ts";
import type { Io } from "../process/io.ts";
import { usage } from "../process/usage.ts";

export const OUTCOME_FILE = "outcome.json";

export async function readOutcome({ cwd }: Pick<Io, "cwd">, folder: string): Promise<KnownOutcome | null> {
  const file = join(folder, OUTCOME_FILE);
  const text = await readFile(resolve(cwd, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw unreadable(file);
  });
  if (text === null) return null;
  const read = knownOutcomeSchema.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw unreadable(file);
}

function unreadable(file: string) {
  return usage("the outcome file cannot be read", "Remove the file, and record it again.", file);
}
