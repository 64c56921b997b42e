// Hands the meetings of a study to workers through a database, and takes each record into the
// study's folder as its meeting ends. workers.ts runs them.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Meeting } from "../../engine/meeting/open-meeting.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { createFile, JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { removeFile } from "../../files.ts";
import { type Io, nodeVersion, print } from "../../home/process/io.ts";
import { sleep } from "../../models/contract/sleep.ts";
import { createEmptyRow, createRow } from "../results.ts";
import type { Executor, JobResult, MeetingKey, ResultRow, Study, StudyJob } from "../study.ts";
import { type Database, type DatabaseFlags, requireAddress, requirePackages } from "./database.ts";
import {
  type ClusterMeeting,
  cancelStudy,
  listMeetings,
  nameInDatabase,
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
  findCode: (job: StudyJob) => string | null;
};

const CONNECTIONS = 4;
const LOOK_MS = 1_000;
const TOGETHER = 100;

/** Puts the meetings into the database, where workers run them, and takes each in as it ends. */
export function runByWorkers(
  io: Io,
  { flags, study, folder, upTo, open, findCode }: ByWorkers,
): { executor: Executor; spent: () => number } {
  const name = nameInDatabase(study);
  let spent = 0;

  async function runJobs(
    database: Database,
    queue: Queue,
    jobs: Iterable<StudyJob>,
    onResult: (result: JobResult) => void,
    signal: AbortSignal,
  ): Promise<void> {
    await setSharedBudget(database, name, upTo);
    const handOver = async (ids: readonly string[]): Promise<void> => {
      await requeue(database, ids);
      await queue.put(ids);
    };
    const left = new Map<string, StudyJob>();
    const recorded = new Map(
      (await listMeetings(database, name)).map((meeting) => [meeting.path, meeting]),
    );
    const waiting: string[] = [];
    let added = 0;
    for (const job of jobs) {
      if (signal.aborted) return;
      left.set(job.path, job);
      const known = recorded.get(job.path);
      if (known && isOver(known, flags)) continue;
      waiting.push(known?.id ?? (await submitMeeting(database, describePlace(job), open(job))));
      added += 1;
      if (waiting.length >= TOGETHER) await handOver(waiting.splice(0));
    }
    await handOver(waiting.splice(0));
    if (added > 0) print(io.stderr, [`Meetings in the database for workers: ${added}.`]);
    for (;;) {
      await takeIn(database, left, onResult);
      if (flags.detach || left.size === 0 || signal.aborted) break;
      await sleep(LOOK_MS, signal);
    }
    if (signal.aborted && !io.stopSignal().aborted && left.size > 0)
      await cancelStudy(database, name);
  }

  function describePlace(job: StudyJob): StudyPlace {
    return { study: name, path: job.path, code: findCode(job) };
  }

  async function takeIn(
    database: Database,
    left: Map<string, StudyJob>,
    onResult: (result: JobResult) => void,
  ): Promise<void> {
    const meetings = (await listMeetings(database, name)).filter(({ path }) => left.has(path));
    for (const meeting of meetings) {
      const { status } = meeting;
      const job = left.get(meeting.path);
      const isEnded = isOver(meeting, {}) || STOPPED.has(status);
      if (!job || !isEnded) continue;
      left.delete(meeting.path);
      if (STOPPED.has(status)) {
        const stopped = meeting.reason ?? "the study was cancelled";
        onResult({ job, stopped, isFinal: true });
        continue;
      }
      const { key, cell } = job;
      const row = await takeInMeeting(database, meeting, { folder, key, protocol: cell.protocol });
      spent += row.dollars ?? 0;
      onResult({ job, row });
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

export function isOver(
  { status }: ClusterMeeting,
  { retryFailed = false }: OnDatabaseFlags,
): boolean {
  return status === "closed" || (status === "failed" && !retryFailed);
}

const STOPPED: ReadonlySet<string> = new Set(["suspended", "cancelled"]);

type Taking = { folder: string; key: MeetingKey; protocol: Protocol | undefined };

/** Writes the record of a meeting that has ended into the study's folder, and counts it. */
export async function takeInMeeting(
  database: Database,
  { id, path, status, reason, head }: ClusterMeeting,
  { folder, key, protocol }: Taking,
): Promise<ResultRow> {
  const place = join(folder, path);
  const record = await readRecord(database, id);
  if (!isUnchanged(place, head)) write(place, record);
  const ended = {
    key,
    path,
    head,
    status: status === "closed" ? "closed" : "failed",
    reason,
  } as const;
  if (record === "") return createEmptyRow(ended);
  const { events } = readTranscript(place);
  return createRow(ended, { state: foldTranscript(events), events }, protocol);
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
