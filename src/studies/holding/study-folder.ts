import {
  appendFileSync,
  closeSync,
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
import { lockTranscript } from "../../engine/transcript/lock.ts";
import { BoardroomError } from "../../errors.ts";
import { STUDY_FILE } from "../../home/records/find-transcripts.ts";
import { RESULTS_FILE, readStudy } from "../read-study.ts";
import { digestOf, type ResultRow, type Study } from "../study.ts";

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
