import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../src/studies/cluster/database.ts";
import { startPostgres } from "../test/cluster/postgres.ts";
import { workerNode } from "../test/cluster/workers.ts";
import type { Bench, Finding } from "./bench.ts";
import { PROGRAM } from "./product.ts";

const MEETINGS = 60;

export const bench: Bench = {
  name: "scale",
  about: `a study of ${MEETINGS} simulated meetings in processes of one machine, and by workers over PostgreSQL on the same machine`,
  async run() {
    const postgres = startPostgres();
    const cwd = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
    try {
      return await compare(cwd, postgres.address);
    } finally {
      rmSync(cwd, { recursive: true });
      postgres.end();
    }
  },
};

async function compare(cwd: string, address: string): Promise<readonly Finding[]> {
  const node = workerNode();
  const env = { BOARDROOM_DATABASE_URL: address, NO_COLOR: "1" };
  const bin = fileURLToPath(PROGRAM);
  const run = (...argv: string[]) => {
    const began = performance.now();
    const { status, stderr } = spawnSync(node, [bin, ...argv], { cwd, env, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - began;
  };
  const begin = () => spawn(node, [bin, "worker", "--at-once", "1"], { cwd, env, stdio: "ignore" });
  const ask = (first: number, count = MEETINGS) =>
    writeFileSync(
      join(cwd, "study.yaml"),
      `title: Seeds\nscenario: hiring\nseeds: ${first}..${first + count - 1}\narms: {all: {}}\n`,
    );
  ask(1);
  run("worker", "--setup");
  const one = run("study", "run", "--processes", "1", "--output", "one");
  const two = run("study", "run", "--processes", "2", "--output", "two");
  const database = await openDatabase({ address, connections: 2 });
  const workers = [begin()];
  const before = await doneBy(database);
  const byOne = run("study", "run", "--on", "postgres", "--output", "three");
  const after = await doneBy(database);
  workers.push(begin());
  ask(101);
  const byTwo = run("study", "run", "--on", "postgres", "--output", "four");
  const [stored] = await database.query<{ bytes: string }>(
    "select pg_total_relation_size('boardroom.lines') + pg_total_relation_size('boardroom.meetings') as bytes",
  );
  const heads = (folder: string) =>
    readFileSync(join(cwd, folder, "results.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { head: string }).head)
      .sort();
  if (String(heads("one")) !== String(heads("three")))
    throw new Error("the meetings came out otherwise");

  const death = await fromDeath(database, () => {
    ask(1001, 30);
    run("study", "run", "--on", "postgres", "--detach", "--output", "death");
    return workers;
  });
  for (const worker of workers) worker.kill("SIGKILL");
  await Promise.all(
    workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, "exit")),
  );
  await database.close();
  const rate = (ms: number) => `${((MEETINGS * 1000) / ms).toFixed(1)} a second`;
  return [
    {
      what: "a study in two processes",
      against: "in one process",
      measured: one / two,
      unit: "times as fast",
      target: null,
      detail: `with starting: ${rate(two)} to ${rate(one)}`,
    },
    {
      what: "a study by one worker over PostgreSQL",
      against: "in one process",
      measured: one / byOne,
      unit: "times as fast",
      target: null,
      detail: `with submitting and taking in: ${rate(byOne)} to ${rate(one)}`,
    },
    {
      what: "a study by two workers over PostgreSQL",
      against: "by one worker",
      measured: byOne / byTwo,
      unit: "times as fast",
      target: null,
      detail: `with submitting and taking in: ${rate(byTwo)} to ${rate(byOne)}`,
    },
    {
      what: "a study by two workers over PostgreSQL",
      against: "in two processes",
      measured: two / byTwo,
      unit: "times as fast",
      target: null,
      detail: `with submitting and taking in: ${rate(byTwo)} to ${rate(two)}`,
    },
    {
      what: "statements a meeting, from submitting to taking in",
      against: "nothing",
      measured: (after.statements - before.statements) / MEETINGS,
      unit: "",
      target: null,
      detail: "with the queue's own, its looking for work included",
    },
    {
      what: "written to the database's log a meeting",
      against: "nothing",
      measured: (after.bytes - before.bytes) / MEETINGS / 1024,
      unit: "KiB",
      target: null,
    },
    {
      what: "a meeting in the database",
      against: "nothing",
      measured: Number(stored?.bytes) / (2 * MEETINGS) / 1024,
      unit: "KiB",
      target: null,
    },
    {
      what: "from a worker's death to its meeting in other hands",
      against: "nothing",
      measured: death / 1000,
      unit: "s",
      target: null,
    },
  ];
}

type Done = { statements: number; bytes: number };

/** Statements, each a transaction of its own, and bytes of its log that a database has seen; counted about a second late. */
async function doneBy(database: Awaited<ReturnType<typeof openDatabase>>): Promise<Done> {
  await pause(2_000);
  const [row] = await database.query<{ statements: string; bytes: string }>(
    `select xact_commit as statements, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes
      from pg_stat_database where datname = current_database()`,
  );
  return { statements: Number(row?.statements), bytes: Number(row?.bytes) };
}

type Child = ReturnType<typeof spawn>;
type Claims = readonly { id: string; claim: string }[];

/** Kills the first worker in the middle of a meeting, and tells how long it lay there. */
async function fromDeath(
  database: Awaited<ReturnType<typeof openDatabase>>,
  submit: () => readonly Child[],
): Promise<number> {
  const [first] = submit();
  let held: Claims = [];
  while (held.length === 0) {
    first?.kill("SIGSTOP");
    await pause(200);
    held = await database.query(
      "select id, claim from boardroom.meetings where status = 'held' and worker like $1",
      [`% ${first?.pid}`],
    );
    if (held.length === 0) first?.kill("SIGCONT");
    await pause(20);
  }
  first?.kill("SIGKILL");
  const died = performance.now();
  for (;;) {
    const [now] = (await database.query("select id, claim from boardroom.meetings where id = $1", [
      held[0]?.id,
    ])) as Claims;
    if (BigInt(now?.claim ?? 0) > BigInt(held[0]?.claim ?? 0)) return performance.now() - died;
    await pause(50);
  }
}
