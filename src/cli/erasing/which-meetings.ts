import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { STUDY_FILE } from "../../studies/read-study.ts";
import { JOURNAL_FILE, TOMBSTONE_FILE } from "../../transcript/journal-file.ts";
import { hasWriter } from "../../transcript/lock.ts";
import { findTranscripts } from "../records/find-transcripts.ts";
import type { Io } from "../terminal/io.ts";
import { usage } from "../terminal/usage.ts";

type NamedMeetings = {
  /** Absolute paths of their records. */
  readonly records: readonly string[];
  /** Digests of those that were erased before, where their tombstones are asked for. */
  readonly gone: readonly string[];
};

/** The meetings that are named; of a study's results, all of them. */
export async function namedMeetings(
  io: Pick<Io, "cwd">,
  asked: readonly string[],
  { withErased = false } = {},
): Promise<NamedMeetings> {
  const folders = await findTranscripts(io, asked);
  const gone = withErased ? folders.flatMap((folder) => erasedIn(resolve(io.cwd, folder))) : [];
  const records = folders.flatMap((folder) => {
    const path = resolve(io.cwd, folder);
    const within = isWhole(path) ? recordsIn(path) : [];
    if (within.length > 0) return within;
    if (!existsSync(join(path, JOURNAL_FILE)) && withErased && erasedIn(path).length > 0) return [];
    requireMeeting(path, folder);
    return [path];
  });
  return { records, gone };
}

/** Digests of meetings of which a tombstone is left in a folder; one of a damaged record has none. */
function erasedIn(folder: string): readonly string[] {
  return filesIn(folder, TOMBSTONE_FILE).flatMap(
    (file) => /"id": "([0-9a-f]{16,64})"/.exec(readFileSync(file, "utf8"))?.[1] ?? [],
  );
}

function isWhole(path: string): boolean {
  return existsSync(join(path, STUDY_FILE));
}

function requireMeeting(path: string, folder: string): void {
  if (existsSync(join(path, TOMBSTONE_FILE)))
    throw usage(`${folder} was erased already`, "Nothing is left of it but its tombstone.");
  if (!existsSync(join(path, JOURNAL_FILE)))
    throw usage(`${folder} holds no meeting`, `Name a folder that holds ${JOURNAL_FILE}.`);
}

/** Those whose record was last written to before this moment: meeting time is not the time of day. */
export function olderMeetings(folders: readonly string[], before: number): readonly string[] {
  return folders
    .flatMap(recordsIn)
    .filter((path) => statSync(join(path, JOURNAL_FILE)).mtimeMs < before)
    .toSorted();
}

/** Folders of all records within a folder. */
export function recordsIn(folder: string): readonly string[] {
  return filesIn(folder, JOURNAL_FILE).map((file) => dirname(file));
}

function filesIn(folder: string, called: string): readonly string[] {
  return (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
    .filter((name) => name === called || name.endsWith(`/${called}`))
    .map((name) => join(folder, name));
}

/** The folder of a study that a record stands in; null where it stands alone. */
export function wholeOf(record: string): string | null {
  for (let folder = dirname(record); folder !== dirname(folder); folder = dirname(folder))
    if (isWhole(folder)) return folder;
  return null;
}

export function requireNoWriter(path: string, shown: string): void {
  if (hasWriter(path))
    throw usage("a process is holding this meeting", "Stop it first, or wait until it has ended.", shown);
}
