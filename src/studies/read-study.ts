import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { foldTranscript } from "../engine/transcript/folding/fold.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { BoardroomError } from "../errors.ts";
import { STOPPED_FILE, STUDY_FILE } from "../home/records/find-transcripts.ts";
import { readRecord } from "../showing/read-record.ts";
import { type ResultRow, resultRowSchema, STUDY_FORMAT, type Study, type StudyStopped } from "./study.ts";

/** Everything known of a study. */
export type StudyRecord = {
  readonly study: Study;
  readonly stopped: StudyStopped | null;
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
  const stopped = stoppedIn(folder);
  const counted = stopped && new Set(study.seeds.slice(0, stopped.seeds));
  return {
    study,
    stopped,
    rows: () => rowsIn(folder, counted),
    meeting: async ({ path }) => foldTranscript((await readRecord(join(folder, path))).events),
  };
}

function resultFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^results(?:-\d+-of-\d+)?\.jsonl$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Meetings beyond an early stop were under way when it came: they are kept, and not counted. */
async function* rowsIn(
  folder: string,
  counted: ReadonlySet<number> | null,
): AsyncGenerator<ResultRow, void, undefined> {
  for (const file of resultFiles(folder))
    for await (const row of rowsOf(file)) if (counted === null || counted.has(row.seed)) yield row;
}

function stoppedIn(folder: string): StudyStopped | null {
  const file = join(folder, STOPPED_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as StudyStopped) : null;
}

/** A last line without its end is still being written, or its writer was stopped. */
async function* rowsOf(file: string): AsyncGenerator<ResultRow, void, undefined> {
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
