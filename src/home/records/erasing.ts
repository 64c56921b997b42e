import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { JOURNAL_FILE, STUDY_FILE, TOMBSTONE_FILE } from "../../engine/transcript/journal-file.ts";
import { isOutside } from "../../scenario/files/paths.ts";
import { openApprovals } from "../money/approvals.ts";
import { type Io, usage } from "../process/io.ts";
import { findTranscripts } from "./find-transcripts.ts";
import { forgetNote, noteFilesOf } from "./memory-store.ts";
import { eraseFolder, tombstoneOf } from "./transcript-folder.ts";

type NamedMeetings = {
  /** Absolute paths of their records. */
  readonly records: readonly string[];
  /** Digests of those that were erased before. */
  readonly gone: readonly string[];
};

export async function namedMeetings(
  io: Pick<Io, "cwd" | "env" | "config">,
  asked: readonly string[],
  withErased: boolean,
): Promise<NamedMeetings> {
  const named = (await findTranscripts(io, asked)).map((shown) => {
    const folder = resolve(io.cwd, shown);
    const records = existsSync(join(folder, STUDY_FILE)) ? recordsIn(folder) : [];
    const gone = filesIn(folder, TOMBSTONE_FILE);
    if (existsSync(join(folder, JOURNAL_FILE))) return { records: [folder], gone };
    if (records.length === 0 && gone.length > 0 && !withErased)
      throw usage(`${shown} was erased already`, "Only erased.json is left.");
    if (records.length + gone.length === 0)
      throw usage(`no meeting found in ${shown}`, `Name a folder that contains ${JOURNAL_FILE}.`);
    return { records, gone };
  });
  const gone = withErased ? named.flatMap((each) => each.gone) : [];
  return {
    records: named.flatMap(({ records }) => records),
    gone: gone.flatMap((file) => /"id": "([0-9a-f]{16,64})"/.exec(readFileSync(file, "utf8"))?.[1] ?? []),
  };
}

/** Compares when a record was last written: meeting time is not the time of day. */
export function olderMeetings(folder: string, before: number): readonly string[] {
  return recordsIn(folder)
    .filter((path) => statSync(join(path, JOURNAL_FILE)).mtimeMs < before)
    .toSorted();
}

function recordsIn(folder: string): readonly string[] {
  return filesIn(folder, JOURNAL_FILE).map((file) => dirname(file));
}

function filesIn(folder: string, called: string): readonly string[] {
  return (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
    .filter((name) => basename(name) === called)
    .map((name) => join(folder, name));
}

type Marks = {
  readonly head: string | null;
  readonly id: string | null;
  readonly approvals: readonly string[];
  readonly subjects: readonly string[];
};

function marksOf(folder: string): Marks {
  try {
    const { events, head } = readTranscript(folder);
    const { meeting, scenario } = foldTranscript(events);
    return {
      ...{ head, id: meeting },
      approvals: events.flatMap((event) => (event.type === "meeting.approved" ? [event.id] : [])),
      subjects: scenario.documents.flatMap(({ subject, sha256 }) => (subject ? [sha256] : [])),
    };
  } catch {
    return { head: null, id: null, approvals: [], subjects: [] };
  }
}

/** Digits of a hash that reports print. */
const OF_HEAD = 12;
const OF_MEETING = 8;

type ErasePlan = {
  readonly records: readonly string[];
  readonly marks: readonly Marks[];
  /** Reports and exports that name the records, in the folders of transcripts and studies. */
  readonly pages: readonly string[];
  readonly notes: readonly string[];
  readonly studies: readonly string[];
  /** Other records that contain some of these, or judged the same document. */
  readonly others: readonly string[];
};

type EraseScope = { readonly asked: readonly string[]; readonly root: string; readonly withSubject: boolean };

/** Changes nothing. */
export async function planErasing(io: Io, { asked, root, withSubject }: EraseScope): Promise<ErasePlan> {
  const first = asked.map(marksOf);
  const subjects = first.flatMap((each) => each.subjects);
  const near = [...new Set([root, ...studiesIn(io.cwd), ...asked.flatMap((record) => studyOf(record) ?? [])])];
  const known = [...new Set(near.flatMap(recordsIn))].filter((record) => !asked.includes(record));
  const naming = (words: readonly string[]) =>
    known.filter((record) => includesAny(join(record, JOURNAL_FILE), words));
  // A record also contains what its priors and the notes shown to its members say.
  const same = naming(subjects);
  const related = [...new Set([...same, ...naming([...first, ...same.map(marksOf)].flatMap(namesOf))])];
  const records = withSubject ? [...asked, ...related] : asked;
  const marks = records.map(marksOf);
  const heads = marks.flatMap(({ head }) => head ?? []);
  const names = [
    ...heads.map((head) => head.slice(0, OF_HEAD)),
    ...marks.flatMap(({ id }) => id?.slice(0, OF_MEETING) ?? []),
    ...(withSubject ? subjects : []),
  ];
  const studies = [...new Set(records.flatMap((record) => studyOf(record) ?? []))];
  return {
    ...{ records, marks, studies, others: withSubject ? [] : related },
    // Other folders are the user's own: a file there that names a record may be notes.
    pages: [root, ...studies].flatMap(pagesIn).filter((file) => includesAny(file, names)),
    notes: await noteFilesOf(io, heads),
  };
}

function namesOf({ head, id }: Marks): readonly string[] {
  return [head?.slice(0, OF_HEAD), id].filter((each) => typeof each === "string");
}

/** Studies lie where `study run` puts them: next to each other in the current folder. */
function studiesIn(cwd: string): readonly string[] {
  return readdirSync(cwd)
    .map((name) => join(cwd, name))
    .filter((folder) => existsSync(join(folder, STUDY_FILE)));
}

function studyOf(record: string): string | null {
  for (let folder = dirname(record); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, STUDY_FILE))) return folder;
  return null;
}

function pagesIn(folder: string): readonly string[] {
  return (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && /\.(?:html|md|json|csv)$/.test(entry.name))
    .filter(({ name }) => ![STUDY_FILE, TOMBSTONE_FILE].includes(name))
    .map(({ name }) => join(folder, name));
}

function includesAny(file: string, words: readonly string[]): boolean {
  const text = readFileSync(file, "utf8");
  return words.some((word) => text.includes(word));
}

type AlsoErased = {
  readonly rows: number;
  readonly approvals: number;
  readonly leftStudies: readonly string[];
};

type EraseHow = { readonly at: string; readonly root: string };

/** Records go last, so that an erasure that stops midway can be repeated. */
export async function erasePlanned(
  { records, marks, pages, notes, studies }: ErasePlan,
  { at, root, withSubject }: EraseHow & Pick<EraseScope, "withSubject">,
): Promise<AlsoErased> {
  for (const page of pages) rmSync(page, { force: true });
  for (const file of notes) await forgetNote({ file });
  const heads = marks.flatMap(({ head }) => head ?? []);
  const rows = studies.reduce((sum, folder) => sum + dropRows(folder, heads), 0);
  const ids = marks.flatMap((each) => each.approvals);
  const approvals = await openApprovals(root).drop(ids);
  for (const record of records) {
    const parent = studyOf(record) ?? (isOutside(root, record) ? dirname(record) : root);
    eraseFolder(record, tombstoneOf(record, at), withSubject ? parent : null);
  }
  return { rows, approvals, leftStudies: studies.filter((folder) => !isEmptied(folder)) };
}

function dropRows(folder: string, heads: readonly string[]): number {
  let dropped = 0;
  for (const file of resultsIn(folder)) {
    const lines = readFileSync(file, "utf8").split("\n");
    const kept = lines.filter((line) => !heads.some((head) => line.includes(head)));
    if (kept.length === lines.length) continue;
    dropped += lines.length - kept.length;
    writeFileSync(`${file}.tmp`, kept.join("\n"), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  }
  return dropped;
}

function isEmptied(folder: string): boolean {
  const results = resultsIn(folder);
  const isEmpty = recordsIn(folder).length === 0 && results.every((file) => statSync(file).size === 0);
  const rest = [join(folder, STUDY_FILE)];
  if (isEmpty) for (const file of [...rest, ...results]) rmSync(file, { force: true });
  return isEmpty;
}

function resultsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^results.*\.jsonl$/.test(name))
    .map((name) => join(folder, name));
}
