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
import { STOPPED_FILE, STUDY_FILE } from "../../home/records/find-transcripts.ts";
import { readStudy } from "../read-study.ts";
import { digestOf, type ResultRow, type Shard, type Study, type StudyStopped } from "../study.ts";

export type StudyFolder = {
  readonly folder: string;
  readonly stopped: StudyStopped | null;
  rows(): AsyncGenerator<ResultRow, void, undefined>;
  add(row: ResultRow): void;
  dropFailed(): void;
  end(stopped: StudyStopped): void;
  close(): void;
};

/** Refuses a folder that was begun with another study. */
export function openFolder(folder: string, study: Study, shard?: Shard): StudyFolder {
  requireSame(folder, study);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Shards may run beside each other, but no shard twice.
  const locked = shard ? join(folder, `shard-${shard.nth}-of-${shard.of}`) : folder;
  mkdirSync(locked, { recursive: true, mode: 0o700 });
  const lock = lockTranscript(locked);
  writeFileSync(join(folder, STUDY_FILE), `${JSON.stringify(study, null, 2)}\n`, { mode: 0o600 });
  const results = join(folder, shard ? `results-${shard.nth}-of-${shard.of}.jsonl` : "results.jsonl");
  cutTornLine(results);
  return {
    folder,
    stopped: readStudy(folder).stopped,
    rows: () => readStudy(folder).rows(),
    add: (row) => appendFileSync(results, `${JSON.stringify(row)}\n`, { mode: 0o600 }),
    dropFailed: () => withoutFailed(results),
    end: (stopped) =>
      writeFileSync(join(folder, STOPPED_FILE), `${JSON.stringify(stopped, null, 2)}\n`, { mode: 0o600 }),
    close: () => lock.release(),
  };
}

function requireSame(folder: string, study: Study): void {
  if (!existsSync(join(folder, STUDY_FILE))) return;
  const begun = readStudy(folder).study;
  const found = differences(begun, study);
  if (found.length === 0 && begun.digest === study.digest) return;
  const what = found.length > 0 ? found : ["something that its arms read is another"];
  throw new BoardroomError("study-changed", {
    place: { file: folder },
    message: `the study differs from the one that began this folder: ${what.join("; ")}`,
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

function differences(begun: Study, now: Study): string[] {
  return [
    ...named(
      "scenario",
      begun.scenarios,
      now.scenarios,
      ({ name }) => name,
      ({ digest }) => digest,
    ),
    ...listed("subject", begun.subjects, now.subjects),
    ...seeds(begun.seeds, now.seeds),
    ...named(
      "arm",
      begun.arms,
      now.arms,
      ({ name }) => name,
      ({ changes }) => digestOf(changes),
    ),
    ...(begun.until && !now.until ? ["until: was taken out"] : []),
    ...(now.until && digestOf(begun.until) !== digestOf(now.until) ? ["until: is another"] : []),
  ];
}

function seeds(begun: readonly number[], now: readonly number[]): string[] {
  if (digestOf(begun) === digestOf(now)) return [];
  const added = now.filter((seed) => !begun.includes(seed)).length;
  const gone = begun.filter((seed) => !now.includes(seed)).length;
  return added + gone === 0 ? ["seeds are in another order"] : [`seeds: ${added} added, ${gone} taken out`];
}

function listed(what: string, begun: readonly string[], now: readonly string[]): string[] {
  const added = now.filter((each) => !begun.includes(each)).map((each) => `${what} ${each} was added`);
  const gone = begun.filter((each) => !now.includes(each)).map((each) => `${what} ${each} was taken out`);
  return [...added, ...gone];
}

function named<Item>(
  what: string,
  begun: readonly Item[],
  now: readonly Item[],
  nameOf: (item: Item) => string,
  digest: (item: Item) => string,
): string[] {
  const changed = now.filter((item) => {
    const before = begun.find((each) => nameOf(each) === nameOf(item));
    return before !== undefined && digest(before) !== digest(item);
  });
  return [
    ...listed(what, begun.map(nameOf), now.map(nameOf)),
    ...changed.map((item) => `${what} ${nameOf(item)} is another`),
  ];
}
