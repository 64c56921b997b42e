// A worker: takes meetings from the queue, runs them, and writes each line of their records to the
// database. `boardroom worker` starts it.

import { type MeetingResult, resumeMeeting } from "../../engine/meeting/open-meeting.ts";
import type { Ports } from "../../engine/meeting/runtime.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { createMemoryJournal, type Journal } from "../../engine/transcript/journal.ts";
import { createLineReader } from "../../engine/transcript/read.ts";
import { BoardroomError } from "../../errors.ts";
import { type Database, importOptional } from "./database.ts";
import { type Claim, type ClusterStatus, claim, letGo, openSharedBudget } from "./meetings.ts";
import { QUEUE_SCHEMA } from "./tables.ts";

type WorkerSetup = RunningWorker & {
  queue: Queue;
  places: number;
  onClaimed: (claim: Exclude<LetGoMeeting, null>) => void;
  /** Takes no more meetings, lets running calls end and returns unfinished meetings. */
  signal: AbortSignal;
};

/** Seconds until a meeting that this worker cannot hold is offered again. */
const FOREIGN_SECONDS = 15;

export async function work(setup: WorkerSetup): Promise<void> {
  const { queue, places, signal, onClaimed } = setup;
  const ports = { ...setup.ports, drain: signal };
  async function run(id: string): Promise<void> {
    const left = await runClaimed({ ...setup, ports }, id);
    if (left === null) return;
    if (left.status === "queued") await queue.put([id], left.isForeign ? FOREIGN_SECONDS : 0);
    onClaimed(left);
  }
  await queue.serve(places, run);
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  await queue.stop();
}

type RunningWorker = {
  database: Database;
  worker: string;
  /** By recorded name (`board@3`) and the submitter's own code; throws if this machine has not the same. */
  findProtocol: (recorded: string, code: string | null) => Protocol;
  /** `drain` ends the meeting between two effects. */
  ports: Omit<Ports, "journal" | "flush" | "sharedBudget" | "inbox">;
};

type LetGoMeeting =
  | {
      path: string;
      status: ClusterStatus;
      reason: string | null;
      /** This machine has another version or code of the protocol, or none. */
      isForeign: boolean;
    }
  /** Another worker has it, or nothing is left to do. */
  | null;

const NEVER = new AbortController().signal;

/** Lines that a free meeting may be ahead of its record. */
const AHEAD = 60;

async function runClaimed(setup: RunningWorker, id: string): Promise<LetGoMeeting> {
  const { database, worker } = setup;
  const claimed = await claim(database, id, worker);
  if (claimed === null) return null;
  const held = { id, claim: claimed.claim };
  const { path } = claimed;
  const end = async (
    as: ClusterStatus,
    reason: string | null,
    isForeign = false,
  ): Promise<LetGoMeeting> => {
    const status = await letGo(database, held, as, reason);
    return status && { path, status, reason, isForeign };
  };
  try {
    const events = parseRecord(await readRecord(database, id), path);
    const journal = createMemoryJournal(events, claimed.head);
    const record = createRecorder(database, held, journal);
    const sharedBudget = await openSharedBudget(
      database,
      claimed.study,
      held,
      setup.ports.drain ?? NEVER,
    );
    // Whoever can add a row of a meeting has not approved its price.
    if (sharedBudget === null && !isFree(events)) return await end("suspended", UNAPPROVED);
    // Free members say the same again, so their words need no wait.
    const flush = isFree(events) ? () => record.flushFrom(AHEAD) : record.flush;
    const meeting = resumeMeeting({
      ...setup.ports,
      protocol: setup.findProtocol(claimed.protocol, claimed.code),
      journal,
      flush,
      sharedBudget: sharedBudget ?? undefined,
    });
    const result = await meeting.run();
    await record.flush();
    return await end(toStatus(result), "reason" in result ? result.reason : null);
  } catch (error) {
    if (error instanceof ClaimLost) return null;
    // Without the database this worker cannot know the state: another one continues.
    if (error instanceof BoardroomError && error.code === "database-not-ready") throw error;
    if (error instanceof BoardroomError && FOREIGN.has(error.code))
      return end("queued", error.message, true);
    return end("failed", error instanceof Error ? error.message : String(error));
  }
}

const UNAPPROVED =
  "no approval of this study is in the database. Submit it: boardroom study run FILE --on postgres --approve";

/** Another machine may have these, or this one after its settings are fixed. */
const FOREIGN: ReadonlySet<string> = new Set([
  "transcript-version",
  "protocol-version",
  "unknown-protocol",
  "unknown-model",
  "missing-key",
]);

function isFree([opened]: readonly MeetingEvent[]): boolean {
  return opened?.type === "meeting.opened" && opened.simulated;
}

function toStatus({ status }: MeetingResult): ClusterStatus {
  switch (status) {
    case "closed":
      return "closed";
    case "waiting":
    case "suspended":
      return "suspended";
    case "adjourned":
    case "aborted":
      return "queued";
    default:
      return status satisfies never;
  }
}

class ClaimLost extends Error {
  constructor() {
    super("another worker has this meeting");
    this.name = "ClaimLost";
  }
}

export async function readRecord(database: Database, meeting: string): Promise<string> {
  const lines = await database.query<{ text: string }>(
    "select text from boardroom.lines where meeting = $1 order by line",
    [meeting],
  );
  return lines.map(({ text }) => `${text}\n`).join("");
}

export function parseRecord(record: string, path: string): readonly MeetingEvent[] {
  return createLineReader(path).read(Buffer.from(record));
}

type Recorder = {
  /** Resolves when all events so far are recorded; throws `ClaimLost`. */
  flush(): Promise<void>;
  flushFrom(lines: number): Promise<void>;
};

function createRecorder(database: Database, { id, claim }: Claim, journal: Journal): Recorder {
  let written = journal.events.length;
  let head = journal.head;
  let last: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const added = journal.events.slice(written);
    if (added.length === 0) return;
    const next = journal.head;
    const lines = added.map((event) => JSON.stringify(event));
    const [row] = await database.query<{ append: string }>(
      "select boardroom.append($1, $2, $3, $4, $5) as append",
      [id, claim, written + 1, head, lines],
    );
    if (row?.append === "lost") throw new ClaimLost();
    if (row?.append === "other")
      throw new Error(`the database has a different transcript of meeting ${id}`);
    written += added.length;
    head = next;
  }

  function flush(): Promise<void> {
    last = last.then(write);
    return last;
  }
  return {
    flush,
    async flushFrom(lines) {
      if (journal.events.length - written >= lines) await flush();
    },
  };
}

const QUEUE = "meetings";

/** Seconds without a sign of life until other workers may take its meetings; pg-boss takes no less. */
const HEARTBEAT_SECONDS = 10;

/** A longer meeting is handed out again, and its first holder loses the claim. */
const LONGEST_SECONDS = 23 * 3_600;

/** The first Node that pg-boss runs on. */
const QUEUE_NODE = "22.12.0";

export interface Queue {
  /** Each meeting once, however often it is put while it waits. */
  put(meetings: readonly string[], afterSeconds?: number): Promise<void>;
  serve(places: number, run: (meeting: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

type QueuedMeeting = { meeting: string };

/** What is used of the package pg-boss. Its own types are not installed with Boardroom. */
type PgBossModule = { PgBoss: new (options: object) => PgBoss };
type PgBoss = {
  on(event: "error", listener: () => void): void;
  start(): Promise<unknown>;
  stop(options: object): Promise<void>;
  createQueue(name: string, options: object): Promise<void>;
  insert(name: string, jobs: object[]): Promise<unknown>;
  work(
    name: string,
    options: object,
    run: (jobs: { data: QueuedMeeting }[]) => Promise<void>,
  ): Promise<unknown>;
};

export async function openQueue(
  database: Database,
  { isSetUp = false }: { isSetUp?: boolean } = {},
): Promise<Queue> {
  const { PgBoss } = await importOptional<PgBossModule>("pg-boss");
  const boss = new PgBoss({
    db: {
      executeSql: async (sql: string, values?: unknown[]) => ({
        rows: [...(await database.query(sql, values))],
      }),
    },
    schema: QUEUE_SCHEMA,
    migrate: isSetUp,
    createSchema: isSetUp,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // What a restart of the database interrupts is asked again, so nothing is lost with it.
    persistWarnings: false,
  });
  boss.on("error", () => {});
  await boss.start();
  if (isSetUp)
    await boss.createQueue(QUEUE, {
      policy: "stately",
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: LONGEST_SECONDS,
      retryLimit: 1_000_000,
      retryDelay: 0,
      retentionSeconds: 365 * 24 * 3_600,
    });
  return {
    async put(meetings, afterSeconds = 0) {
      const jobs = meetings.map((meeting) => ({
        data: { meeting },
        singletonKey: meeting,
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      }));
      if (jobs.length > 0) await boss.insert(QUEUE, jobs);
    },
    async serve(places, run) {
      const options = {
        batchSize: 1,
        localConcurrency: places,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
      } as const;
      await boss.work(QUEUE, options, async (jobs) => {
        for (const { data } of jobs) await run(data.meeting);
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: LONGEST_SECONDS * 1_000 }),
  };
}

/** Throws if the queue does not support this Node version. */
export function requireQueueNode(node: string): void {
  const [major = 0, minor = 0] = node.replace(/^v/, "").split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  throw new BoardroomError("database-not-ready", {
    message: `studies on many machines need Node ${QUEUE_NODE} or later; this is ${node}`,
    remedy: "Run this command by a later Node. Everything else runs on this one.",
  });
}
