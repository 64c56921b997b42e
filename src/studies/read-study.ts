import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { lockTranscript } from "../engine/transcript/lock.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { BoardroomError } from "../errors.ts";
import { STUDY_FILE } from "../home/records/find-transcripts.ts";
import { readRecord } from "../showing/read-record.ts";
import { digestOf, type ResultRow, resultRowSchema, STUDY_FORMAT, type Study } from "./study.ts";

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

const RESULTS_FILE = "results.jsonl";

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

export type StudyFolder = {
  readonly folder: string;
  rows(): AsyncGenerator<ResultRow, void, undefined>;
  add(row: ResultRow): void;
  dropFailed(): void;
  close(): void;
};

/** Refuses a folder that was begun with another study. */
export function openFolder(folder: string, study: Study): StudyFolder {
  requireSame(folder, study);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockTranscript(folder);
  writeFileSync(join(folder, STUDY_FILE), `${JSON.stringify(study, null, 2)}\n`, { mode: 0o600 });
  const results = join(folder, RESULTS_FILE);
  cutTornLine(results);
  return {
    folder,
    rows: () => readStudy(folder).rows(),
    add: (row) => appendFileSync(results, `${JSON.stringify(row)}\n`, { mode: 0o600 }),
    dropFailed: () => withoutFailed(results),
    close: () => lock.release(),
  };
}

function requireSame(folder: string, study: Study): void {
  if (!existsSync(join(folder, STUDY_FILE))) return;
  const begun = readStudy(folder).study;
  const parts = (["scenarios", "subjects", "seeds", "arms"] as const).filter(
    (part) => digestOf(begun[part]) !== digestOf(study[part]),
  );
  if (parts.length === 0 && begun.digest === study.digest) return;
  throw new BoardroomError("study-changed", {
    place: { file: folder },
    message: `the study differs from the one that began this folder: ${parts.join(", ") || "a file that its arms read"}`,
    remedy: `Take the change back, or begin another folder: --output ${basename(folder)}-2.`,
  });
}

/** A killed run may leave half a line; its meeting is counted again from its transcript. */
function cutTornLine(file: string): void {
  if (!existsSync(file)) return;
  const { size } = statSync(file);
  const from = Math.max(0, size - MOST_OF_A_LINE);
  const tail = Buffer.alloc(size - from);
  const opened = openSync(file, "r");
  try {
    readSync(opened, tail, 0, tail.length, from);
  } finally {
    closeSync(opened);
  }
  const whole = from + tail.lastIndexOf("\n") + 1;
  if (whole < size) truncateSync(file, whole);
}

/** Bytes of one result at most: a meeting of a hundred members. */
const MOST_OF_A_LINE = 256 * 1024;

function withoutFailed(file: string): void {
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const kept = lines.filter((line) => line !== "" && (JSON.parse(line) as ResultRow).status !== "failed");
  writeFileSync(`${file}.tmp`, kept.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}
