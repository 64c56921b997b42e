import type { PgBoss } from "pg-boss";
import { BoardroomError } from "../../errors.ts";
import { type Database, optional } from "./database.ts";
import { QUEUE_SCHEMA } from "./tables.ts";

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
  serve(places: number, hold: (meeting: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

type QueuedMeeting = { readonly meeting: string };

export async function openQueue(
  database: Database,
  { isSetUp = false }: { readonly isSetUp?: boolean } = {},
): Promise<Queue> {
  const { PgBoss: Boss } = await optional("pg-boss", () => import("pg-boss"));
  const boss: PgBoss = new Boss({
    db: { executeSql: async (sql, values) => ({ rows: [...(await database.query(sql, values))] }) },
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
    async serve(places, hold) {
      const options = {
        batchSize: 1,
        localConcurrency: places,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
      } as const;
      await boss.work<QueuedMeeting>(QUEUE, options, async (jobs) => {
        for (const { data } of jobs) await hold(data.meeting);
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: LONGEST_SECONDS * 1_000 }),
  };
}

/** Throws if the queue does not support this Node version. */
export function requireQueueNode(node: string): void {
  const [major = 0, minor = 0] = node.replace(/^v/, "").split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  throw new BoardroomError("database-unready", {
    message: `studies on many machines need Node ${QUEUE_NODE} or later; this is ${node}`,
    remedy: "Run this command by a later Node. Everything else runs on this one.",
  });
}
