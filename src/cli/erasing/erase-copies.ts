import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { STOPPED_FILE, STUDY_FILE } from "../../studies/read-study.ts";
import { APPROVALS_FOLDER } from "../money/approvals-store.ts";
import { forgetNote, noteFilesOf } from "../records/memory-store.ts";
import { eraseFolder, tombstoneOf } from "../records/tombstone.ts";
import type { Io } from "../terminal/io.ts";
import type { FoundCopies } from "./find-copies.ts";
import { recordsIn } from "./which-meetings.ts";

/** What was erased beside the records and the files made of them. */
export type AlsoErased = {
  readonly notes: number;
  readonly rows: number;
  /** Files that say what there is leave for, of the meetings that are gone. */
  readonly approvals: number;
  /** Folders of studies in which something is left. */
  readonly leftStudies: readonly string[];
};

/** Erases what was found, the records last: what is stopped in the middle can be asked for again. */
export async function eraseCopies(
  io: Io,
  { records, traces, made, studies }: FoundCopies,
  { at, ledgers }: { readonly at: string; readonly ledgers: readonly string[] },
): Promise<AlsoErased> {
  for (const path of made) {
    rmSync(path, { force: true });
    dropEmpty(dirname(path));
  }
  const heads = traces.flatMap(({ head }) => head ?? []);
  const notes = await noteFilesOf(io, heads);
  for (const file of notes) await forgetNote({ file });
  const rows = studies.reduce((sum, folder) => sum + dropRows(folder, heads), 0);
  const ids = traces.flatMap((each) => each.approvals);
  const approvals = ledgers.reduce((sum, folder) => sum + dropApprovals(folder, ids), 0);
  for (const record of records) eraseFolder(record, tombstoneOf(record, at));
  const leftStudies = studies.filter((folder) => !isEmptied(folder));
  return { notes: notes.length, rows, approvals, leftStudies };
}

function dropEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Results of a study: a line is the meeting whose head it names. */
function dropRows(folder: string, heads: readonly string[]): number {
  let dropped = 0;
  for (const name of readdirSync(folder).filter(isResults)) {
    const file = join(folder, name);
    const lines = readFileSync(file, "utf8").split("\n");
    const kept = lines.filter((line) => !heads.some((head) => line.includes(head)));
    if (kept.length === lines.length) continue;
    dropped += lines.length - kept.length;
    writeFileSync(`${file}.tmp`, kept.join("\n"), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  }
  return dropped;
}

/** A study of which no meeting and no result is left goes with the last of them. */
function isEmptied(folder: string): boolean {
  const names = readdirSync(folder);
  const results = names.filter((name) => isResults(name));
  const isEmpty =
    recordsIn(folder).length === 0 && results.every((name) => readFileSync(join(folder, name), "utf8") === "");
  if (isEmpty)
    for (const name of [STUDY_FILE, STOPPED_FILE, ...results]) rmSync(join(folder, name), { force: true });
  return isEmpty;
}

function isResults(name: string): boolean {
  return /^results.*\.jsonl$/.test(name);
}

function dropApprovals(ledger: string, ids: readonly string[]): number {
  const folder = join(ledger, APPROVALS_FOLDER);
  if (ids.length === 0 || !existsSync(folder)) return 0;
  const files = readdirSync(folder).filter((name) => ids.some((id) => name.startsWith(`${id}.`)));
  for (const name of files) rmSync(join(folder, name));
  return files.length;
}
