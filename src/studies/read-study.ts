import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { foldTranscript } from "../engine/transcript/folding/fold.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { BoardroomError } from "../errors.ts";
import { STUDY_FILE } from "../home/records/find-transcripts.ts";
import { readRecord } from "../showing/read-record.ts";
import { type ResultRow, resultRowSchema, STUDY_FORMAT, type Study } from "./study.ts";

/** Everything known of a study. */
export type StudyRecord = {
  readonly study: Study;
  /** One row a meeting, in the order they ended. Streamed, so that memory does not grow. */
  rows(): AsyncGenerator<ResultRow, void, undefined>;
  meeting(row: Pick<ResultRow, "path">): Promise<MeetingState>;
};

/** Opens the folder that `boardroom study run` wrote, finished or not, and writes nothing.
 * Throws `study-not-found`, or `study-damaged` with file and line. */
export function readStudy(folder: string): StudyRecord {
  const file = join(folder, STUDY_FILE);
  if (!existsSync(file)) {
    throw new BoardroomError("study-not-found", {
      message: `there is no study in ${folder}: it has no ${STUDY_FILE}`,
      remedy: "Name the folder that boardroom study run wrote.",
    });
  }
  const study = studyIn(readFileSync(file, "utf8"), file);
  return {
    study,
    rows: () => rowsIn(join(folder, RESULTS_FILE)),
    meeting: async ({ path }) => foldTranscript((await readRecord(join(folder, path))).events),
  };
}

export const RESULTS_FILE = "results.jsonl";

/** A last line without its end is still being written, or its writer was stopped. */
async function* rowsIn(file: string): AsyncGenerator<ResultRow, void, undefined> {
  if (!existsSync(file)) return;
  let line = 0;
  let held: string | null = null;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const text of lines) {
    if (held !== null) yield rowIn(held, file, line);
    line++;
    held = text;
  }
  const last = held === null ? null : attempt(held);
  if (last) yield last;
}

function rowIn(text: string, file: string, line: number): ResultRow {
  const row = attempt(text);
  if (row) return row;
  throw new BoardroomError("study-damaged", {
    place: { file, line },
    message: "this line is no result of a meeting",
    remedy: "Restore the file from a copy, or delete the line: the meeting is then counted again.",
  });
}

function attempt(text: string): ResultRow | null {
  try {
    return resultRowSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function studyIn(text: string, file: string): Study {
  const damaged = (message: string) =>
    new BoardroomError("study-damaged", { place: { file }, message, remedy: "Restore the file from a copy." });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged("this is no JSON");
  }
  const { format } = (value ?? {}) as { readonly format?: unknown };
  if (format !== STUDY_FORMAT) throw damaged(`this is no study of format ${STUDY_FORMAT}`);
  return value as Study;
}
