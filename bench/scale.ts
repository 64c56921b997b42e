import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../test/cluster/postgres.ts";
import { workerNode } from "../test/cluster/workers.ts";
import type { Bench, Finding } from "./bench.ts";
import { built, PROGRAM } from "./product.ts";

const { openDatabase } = await built<typeof import("../src/cluster/database.ts")>("cluster/database");

const MEETINGS = 60;

export const bench: Bench = {
  name: "scale",
  about: `a study of ${MEETINGS} simulated meetings in processes of one machine, and by workers over PostgreSQL on the same machine`,
  async run() {
    const postgres = startPostgres();
    const cwd = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
    try {
      writeFileSync(
        join(cwd, "study.yaml"),
        `title: Seeds\nscenario: hiring\nseeds: 1..${MEETINGS}\narms: {all: {}}\n`,
      );
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
  run("worker", "--setup");
  const one = run("study", "run", "--processes", "1", "--out", "one");
  const two = run("study", "run", "--processes", "2", "--out", "two");
  const workers = [begin(), begin()];
  const byWorkers = run("study", "run", "--on", "postgres", "--out", "three");
  const database = await openDatabase({ address, connections: 2 });
  const [stored] = await database.query<{ bytes: string }>(
    "select pg_total_relation_size('boardroom.lines') + pg_total_relation_size('boardroom.meetings') as bytes",
  );
  const heads = (folder: string) =>
    readFileSync(join(cwd, folder, "results.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { head: string }).head)
      .sort();
  if (String(heads("one")) !== String(heads("three"))) throw new Error("the meetings came out otherwise");

  const death = await fromDeath(database, () => {
    writeFileSync(
      join(cwd, "study.yaml"),
      "title: Death\nscenario: hiring\nseeds: 1001..1030\narms: {all: {}}\n",
    );
    run("study", "run", "--on", "postgres", "--detach", "--out", "death");
    return workers;
  });
  for (const worker of workers) worker.kill("SIGKILL");
  await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, "exit")));
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
      what: "a study by two workers over PostgreSQL",
      against: "in two processes",
      measured: two / byWorkers,
      unit: "times as fast",
      target: null,
      detail: `with submitting and taking in: ${rate(byWorkers)} to ${rate(two)}`,
    },
    {
      what: "a meeting in the database",
      against: "nothing",
      measured: Number(stored?.bytes) / MEETINGS / 1024,
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

type Child = ReturnType<typeof spawn>;
type Claims = readonly { readonly id: string; readonly claim: string }[];

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
