import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Meeting } from "boardroom";
import { type Database, openDatabase } from "../../src/studies/cluster/database.ts";
import {
  type ClusterMeeting,
  listMeetings,
  setSharedBudget,
  submitMeeting,
} from "../../src/studies/cluster/meetings.ts";
import { openQueue, type Queue } from "../../src/studies/cluster/workers.ts";
import { buildProgram } from "../support/built-program.ts";
import { readTestVariable } from "../support/variables.ts";
import { startPostgres } from "./postgres.ts";

/** A database of a test's own, prepared as a person prepares it, and workers that can be done anything to. */
export type TestCluster = {
  address: string;
  database: Database;
  queue: Queue;
  /** Stops the database at once, and starts it again. */
  restart(): void;
  /** Stops the database, and starts it again after so many seconds. */
  away(seconds: number): Promise<void>;
  /** Lets the database answer nothing for so many seconds, with its connections open. */
  hang(seconds: number): Promise<void>;
  /** Puts meetings there, each under its name. */
  submit(study: string, meetings: ReadonlyMap<string, Meeting>): Promise<void>;
  start(atOnce: number, cwd: string, ...more: readonly string[]): ChildProcess;
  /** Runs a command to its end, by the Node that workers run on. */
  run(argv: readonly string[], cwd: string): { code: number | null; out: string; err: string };
  /** Begins a command, as `run` runs it; resolves when it has ended. */
  begin(argv: readonly string[], cwd: string): Promise<{ code: number | null; err: string }>;
  ended(study: string): Promise<readonly ClusterMeeting[]>;
  end(): Promise<void>;
};

/** A Node that the queue runs on: the tests' own where it is late enough. */
export function workerNode(): string {
  const named = readTestVariable("BOARDROOM_WORKER_NODE");
  if (named) return named;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return process.execPath;
  throw new Error("BOARDROOM_WORKER_NODE must name a Node of version 22.12 or later");
}

export async function startCluster(): Promise<TestCluster> {
  const postgres = startPostgres();
  const built = buildProgram();
  const node = workerNode();
  const env = { BOARDROOM_DATABASE_URL: postgres.address, NO_COLOR: "1" };
  const prepared = spawnSync(node, [built.bin, "worker", "--setup"], { env, encoding: "utf8" });
  if (prepared.status !== 0) throw new Error(prepared.stderr);
  const database = await openDatabase({ address: postgres.address, connections: 4 });
  const queue = await openQueue(database);
  const workers = new Set<ChildProcess>();
  return {
    address: postgres.address,
    database,
    queue,
    restart() {
      postgres.stop();
      postgres.start();
    },
    async away(seconds) {
      postgres.stop();
      await pause(seconds * 1000);
      postgres.start();
    },
    async hang(seconds) {
      postgres.hang(true);
      await pause(seconds * 1000);
      postgres.hang(false);
    },
    async submit(study, meetings) {
      await setSharedBudget(database, study, Number.POSITIVE_INFINITY);
      const ids: string[] = [];
      for (const [path, meeting] of meetings)
        ids.push(await submitMeeting(database, { study, path, code: null }, meeting));
      await queue.put(ids);
    },
    start(atOnce, cwd, ...more) {
      const worker = spawn(node, [built.bin, "worker", "--at-once", String(atOnce), ...more], {
        ...{ cwd, env },
        stdio: ["ignore", "ignore", "inherit"],
      });
      workers.add(worker);
      return worker;
    },
    run(argv, cwd) {
      const { status, stdout, stderr } = spawnSync(node, [built.bin, ...argv], {
        cwd,
        env,
        encoding: "utf8",
      });
      return { code: status, out: stdout, err: stderr };
    },
    async begin(argv, cwd) {
      const child = spawn(node, [built.bin, ...argv], {
        cwd,
        env,
        stdio: ["ignore", "ignore", "pipe"],
      });
      let err = "";
      child.stderr.on("data", (text) => (err += text));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, err };
    },
    async ended(study) {
      for (;;) {
        const meetings = await listMeetings(database, study);
        if (meetings.every(({ status }) => status !== "queued" && status !== "held"))
          return meetings;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    async end() {
      for (const worker of workers) if (worker.exitCode === null) worker.kill("SIGKILL");
      await queue.stop();
      await database.close();
      postgres.end();
    },
  };
}

/** Ends a worker as a crash of its machine would. */
export async function crash(worker: ChildProcess): Promise<void> {
  worker.kill("SIGKILL");
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
}
