import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Meeting } from "../../engine/meeting/open-meeting.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { createFile, JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { removeFile } from "../../files.ts";
import { type Io, nodeVersion, print } from "../../home/process/io.ts";
import { sleep } from "../../models/contract/sleep.ts";
import { emptyRow, rowOf } from "../results.ts";
import type { Executor, JobResult, Study, StudyJob } from "../study.ts";
import { type Database, type DatabaseFlags, requireAddress, requirePackages } from "./database.ts";
import {
  type ClusterMeeting,
  cancelStudy,
  clusterName,
  meetingsOf,
  requeue,
  type StudyPlace,
  setSharedBudget,
  submitMeeting,
} from "./meetings.ts";
import { withDatabase } from "./tables.ts";
import { openQueue, type Queue, readRecord, requireQueueNode } from "./workers.ts";

export type OnDatabaseFlags = DatabaseFlags & {
  on?: "postgres";
  detach?: boolean;
  /** Takes in what has ended, puts nothing there and waits for nothing. */
  isFetched?: boolean;
  retryFailed?: boolean;
};

/** Throws before anything is read or asked. */
export async function requireDatabase(io: Io, flags: OnDatabaseFlags): Promise<void> {
  if (flags.on === undefined) return;
  requireAddress(io, flags);
  requireQueueNode(nodeVersion);
  await requirePackages();
}

type ByWorkers = {
  flags: OnDatabaseFlags;
  study: Study;
  folder: string;
  /** Dollars of all meetings together. */
  upTo: number;
  open: (job: StudyJob) => Meeting;
  codeOf: (job: StudyJob) => string | null;
};

const CONNECTIONS = 4;
const LOOK_MS = 1_000;
const TOGETHER = 100;

export function cancelOnDatabase(
  io: Io,
  study: Pick<Study, "name" | "digest">,
  flags: DatabaseFlags,
): Promise<number> {
  return withDatabase(io, flags, 1, (database) => cancelStudy(database, clusterName(study)));
}

/** Puts the meetings into the database, where workers run them, and takes each in as it ends. */
export function runByWorkers(
  io: Io,
  { flags, study, folder, upTo, open, codeOf }: ByWorkers,
): { executor: Executor; spent: () => number } {
  const name = clusterName(study);
  let spent = 0;

  async function runJobs(
    database: Database,
    queue: Queue,
    jobs: Iterable<StudyJob>,
    onResult: (result: JobResult) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (Number.isFinite(upTo) && !flags.isFetched) await setSharedBudget(database, name, upTo);
    const handOver = async (ids: readonly string[]): Promise<void> => {
      await requeue(database, ids);
      await queue.put(ids);
    };
    const left = new Map<string, StudyJob>();
    const recorded = new Map(
      (await meetingsOf(database, name)).map((meeting) => [meeting.path, meeting]),
    );
    const waiting: string[] = [];
    let added = 0;
    for (const job of jobs) {
      if (signal.aborted) return;
      left.set(job.path, job);
      const known = recorded.get(job.path);
      if (flags.isFetched || (known && isOver(known, flags))) continue;
      waiting.push(known?.id ?? (await submitMeeting(database, placeOf(job), open(job))));
      added += 1;
      if (waiting.length >= TOGETHER) await handOver(waiting.splice(0));
    }
    await handOver(waiting.splice(0));
    if (added > 0) print(io.stderr, [`Meetings in the database for workers: ${added}.`]);
    for (;;) {
      await takeIn(database, left, onResult);
      if (flags.isFetched || flags.detach || left.size === 0 || signal.aborted) break;
      await sleep(LOOK_MS, signal);
    }
    if (signal.aborted && !io.stopSignal().aborted && left.size > 0)
      await cancelStudy(database, name);
  }

  function placeOf(job: StudyJob): StudyPlace {
    return { study: name, path: job.path, code: codeOf(job) };
  }

  async function takeIn(
    database: Database,
    left: Map<string, StudyJob>,
    onResult: (result: JobResult) => void,
  ): Promise<void> {
    const meetings = (await meetingsOf(database, name)).filter(({ path }) => left.has(path));
    for (const meeting of meetings) {
      const { status } = meeting;
      const job = left.get(meeting.path);
      const isEnded = isOver(meeting, {}) || (!flags.isFetched && STOPPED.has(status));
      if (!job || !isEnded) continue;
      left.delete(meeting.path);
      const result = await resultOf(database, meeting, job, join(folder, meeting.path));
      if ("row" in result) spent += result.row.dollars ?? 0;
      onResult(result);
    }
  }

  return {
    spent: () => spent,
    executor: {
      async run(jobs, onResult, signal) {
        await withDatabase(io, flags, CONNECTIONS, async (database) => {
          const queue = await openQueue(database);
          await runJobs(database, queue, jobs, onResult, signal).finally(() => queue.stop());
        });
      },
    },
  };
}

function isOver({ status }: ClusterMeeting, { retryFailed = false }: OnDatabaseFlags): boolean {
  return status === "closed" || (status === "failed" && !retryFailed);
}

const STOPPED: ReadonlySet<string> = new Set(["suspended", "cancelled"]);

async function resultOf(
  database: Database,
  { id, path, status, reason, head }: ClusterMeeting,
  job: StudyJob,
  place: string,
): Promise<JobResult> {
  if (STOPPED.has(status))
    return { job, stopped: reason ?? "the study was cancelled", isFinal: true };
  const { key, cell } = job;
  const record = await readRecord(database, id);
  if (!isUnchanged(place, head)) write(place, record);
  const ended = {
    key,
    path,
    head,
    status: status === "closed" ? "closed" : "failed",
    reason,
  } as const;
  if (record === "") return { job, row: emptyRow(ended) };
  return { job, row: rowOf(ended, foldTranscript(readTranscript(place).events), cell.protocol) };
}

/** An earlier record, of a meeting that had failed, makes way. */
function isUnchanged(place: string, head: string): boolean {
  if (!existsSync(join(place, JOURNAL_FILE))) return false;
  if (readTranscript(place).head === head) return true;
  removeFile(place);
  return false;
}

function write(place: string, record: string): void {
  const file = createFile(place);
  try {
    file.write(Buffer.from(record));
    file.sync();
  } finally {
    file.close();
  }
}
