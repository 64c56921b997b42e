import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { board, type Meeting, openMeeting, runMeeting } from "boardroom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelStudy, meetingsOf } from "../../src/cluster/meetings.ts";
import { eventsOf, readRecord } from "../../src/cluster/records.ts";
import { createBuiltInRegistry } from "../../src/models/registry/built-in.ts";
import { findScenario, loadScenario } from "../../src/scenario/loading/load.ts";
import type { Scenario } from "../../src/scenario/schema/scenario.ts";
import { workFolder } from "../cli/cli.ts";
import { slowProvider } from "../support/slow-provider.ts";
import { crash, startCluster, type TestCluster } from "./workers.ts";

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.end());

async function smallCase(cwd: string, messages: number): Promise<Scenario> {
  const scenario = await loadScenario(await findScenario("small", { cwd }));
  return { ...scenario, limits: { ...scenario.limits, messages } };
}

/** So many meetings, each about a question of its own, so that no two of them ask a model the same. */
function meetings(count: number, open: (seed: number) => Meeting): ReadonlyMap<string, Meeting> {
  return new Map(Array.from({ length: count }, (_, index) => [`meetings/${index + 1}`, open(index + 1)]));
}

const simulated = createBuiltInRegistry({ env: {}, settings: {} });

test("200 simulated meetings come to the same heads as on one machine, whatever happens to workers and database", async () => {
  const cwd = workFolder();
  const scenario = await smallCase(cwd, 12);
  const setup = (seed: number) => ({
    ...{ scenario, protocol: board, seed },
    createModel: (seat: Scenario["members"][number], at: Scenario) =>
      simulated.create({ spec: seat.model, seat, scenario: at }),
  });
  await cluster.submit(
    "simulated",
    meetings(200, (seed) => openMeeting(setup(seed))),
  );

  let first = cluster.start(2, cwd);
  const second = cluster.start(2, cwd);
  const done = cluster.ended("simulated");
  await someHeld("simulated", 5);
  // One that sleeps for longer than its sign of life is waited for wakes late, and finds its claims gone.
  const asleep = await stopWhileHolding(second);
  for (let kill = 0; kill < 2; kill++) {
    await crash(first);
    first = cluster.start(2, cwd);
    cluster.restart();
    await pause(1_000);
  }
  await handedOver(asleep);
  second.kill("SIGCONT");
  const ended = await done;
  await Promise.all([crash(first), crash(second)]);

  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => "closed"));
  expect(ended).toHaveLength(200);
  for (const [index, { id, path, head }] of ended.entries()) {
    const { meeting } = await runMeeting(setup(index + 1));
    expect(head, path).toBe(meeting.journal.head);
    if (index % 20 === 0)
      expect(eventsOf(await readRecord(cluster.database, id), path)).toEqual(meeting.journal.events);
  }
});

test("of 50 meetings with a provider no call is made again but those in flight at a crash", async () => {
  const crashes: number[] = [];
  const askedAt: number[] = [];
  const provider = await slowProvider({ pauseMs: 40, onAsked: () => askedAt.push(performance.now()) });
  const cwd = workFolder({ "boardroom.yaml": `providers: {local: {baseUrl: "${provider.url}"}}\n` });
  const scenario = await smallCase(cwd, 12);
  const members = scenario.members.map((seat) => ({ ...seat, model: "local:one" }));
  const local = createBuiltInRegistry({
    env: {},
    settings: { providers: { local: { baseUrl: provider.url } } },
  });
  await cluster.submit(
    "provider",
    meetings(50, (seed) =>
      openMeeting({
        scenario: { ...scenario, members, question: `Is paper ${seed} good enough?` },
        ...{ protocol: board, seed },
        createModel: (seat, at) => local.create({ spec: seat.model, seat, scenario: at }),
      }),
    ),
  );

  let worker = cluster.start(25, cwd);
  const other = cluster.start(25, cwd);
  const done = cluster.ended("provider");
  for (let kill = 0; kill < 3; kill++) {
    await askedFor(provider.seen, provider.seen.length + 40);
    crashes.push(performance.now());
    await crash(worker);
    worker = cluster.start(25, cwd);
    if (kill === 1) cluster.restart();
  }
  const ended = await done;
  await Promise.all([crash(worker), crash(other)]);
  await provider.close();

  expect(ended.map(({ status, reason }) => [status, reason])).toEqual(ended.map(() => ["closed", null]));
  const recorded = new Map<string, number>();
  for (const { id, path } of ended) {
    for (const event of eventsOf(await readRecord(cluster.database, id), path))
      if (event.type === "call.answered")
        recorded.set(event.requestId ?? "", (recorded.get(event.requestId ?? "") ?? 0) + 1);
  }
  expect(new Set(recorded.values())).toEqual(new Set([1]));
  const answered = provider.seen.filter(({ id }) => recorded.has(id));
  expect(new Set(answered.map(({ question }) => question)).size).toBe(answered.length);
  // What was lost was asked shortly before a crash, and once more afterwards.
  const lost = provider.seen.flatMap(({ id }, index) => (recorded.has(id) ? [] : [askedAt[index] ?? 0]));
  expect(lost.length).toBeGreaterThan(0);
  for (const at of lost) expect(crashes.some((crashed) => at <= crashed && at > crashed - 5_000)).toBe(true);
});

test("a study put there and left is taken in by the same results as one held here", async () => {
  const study = "title: Seeds\nscenario: small\nseeds: 1..6\narms: {all: {}, blind: {visibility: sealed}}\n";
  const cwd = workFolder({ "study.yaml": study });
  const run = (...argv: string[]) => cluster.run(["study", ...argv], cwd);
  expect(run("run", "--out", "here")).toMatchObject({ code: 0 });
  const left = run("run", "--out", "there", "--on", "postgres", "--detach");
  expect(left.err).toContain("12 meetings lie in the database");
  expect(run("cancel").out).toBe("12 meetings cancelled.\n");
  run("run", "--out", "there", "--on", "postgres", "--detach");
  const worker = cluster.start(2, cwd);
  const rows = (folder: string) => {
    const file = join(cwd, folder, "results.jsonl");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").sort() : [];
  };
  while (rows("there").length < 12) {
    const fetched = run("fetch", "--out", "there");
    expect(fetched.code, fetched.err).toBe(0);
  }
  expect(rows("there")).toEqual(rows("here"));
  for (const row of rows("here")) {
    const { path } = JSON.parse(row) as { path: string };
    const bytes = (folder: string) => readFileSync(join(cwd, folder, path, "events.jsonl"), "utf8");
    expect(bytes("there")).toBe(bytes("here"));
  }
  await crash(worker);
});

test("a cancelled study asks nobody any more, and holds nothing", async () => {
  const provider = await slowProvider({ pauseMs: 40 });
  const cwd = workFolder({ "boardroom.yaml": `providers: {local: {baseUrl: "${provider.url}"}}\n` });
  const scenario = await smallCase(cwd, 200);
  const members = scenario.members.map((seat) => ({ ...seat, model: "local:one" }));
  const local = createBuiltInRegistry({
    env: {},
    settings: { providers: { local: { baseUrl: provider.url } } },
  });
  await cluster.submit(
    "cancelled",
    meetings(30, (seed) =>
      openMeeting({
        scenario: { ...scenario, members, question: `Is paper ${seed} good enough?` },
        ...{ protocol: board, seed },
        createModel: (seat, at) => local.create({ spec: seat.model, seat, scenario: at }),
      }),
    ),
  );
  const worker = cluster.start(10, cwd);
  await askedFor(provider.seen, 10);
  await cancelStudy(cluster.database, "cancelled");
  const ended = await cluster.ended("cancelled");
  expect(ended.filter(({ status }) => status === "cancelled").length).toBeGreaterThan(20);
  await pause(1_500);
  const asked = provider.seen.length;
  await pause(1_500);
  expect(provider.seen.length).toBe(asked);
  await crash(worker);
  await provider.close();
});

test("a meeting of another version of its protocol is left for a machine that has it", async () => {
  const cwd = workFolder();
  const scenario = await smallCase(cwd, 12);
  const other = { ...board, version: board.version + 1 };
  await cluster.submit(
    "other",
    meetings(1, (seed) =>
      openMeeting({
        ...{ scenario, protocol: other, seed },
        createModel: (seat, at) => simulated.create({ spec: seat.model, seat, scenario: at }),
      }),
    ),
  );
  const worker = cluster.start(1, cwd);
  const told = async () => (await meetingsOf(cluster.database, "other"))[0];
  while ((await told())?.reason === null) await pause(200);
  await crash(worker);
  expect(await told()).toMatchObject({ status: "queued", reason: expect.stringContaining("board") });
});

async function someHeld(study: string, count: number): Promise<void> {
  for (;;) {
    const all = await meetingsOf(cluster.database, study);
    if (all.filter(({ status }) => status === "closed").length >= count) return;
    await pause(100);
  }
}

type HeldBy = { readonly id: string; readonly claim: string };

/** Stops a process in the middle of a meeting, and resolves with what it was holding. */
async function stopWhileHolding(worker: ChildProcess): Promise<readonly HeldBy[]> {
  for (;;) {
    worker.kill("SIGSTOP");
    // What it had sent before it was stopped arrives.
    await pause(300);
    const held = await cluster.database.query<HeldBy>(
      "select id, claim from boardroom.meetings where status = 'held' and worker like $1",
      [`% ${worker.pid}`],
    );
    if (held.length > 0) return held;
    worker.kill("SIGCONT");
    await pause(30);
  }
}

/** Resolves when others have taken these meetings over. */
async function handedOver(held: readonly HeldBy[]): Promise<void> {
  for (const { id, claim } of held)
    for (;;) {
      const [now] = await cluster.database.query<HeldBy>(
        "select id, claim from boardroom.meetings where id = $1",
        [id],
      );
      if (now && BigInt(now.claim) > BigInt(claim)) break;
      await pause(200);
    }
}

async function askedFor(seen: readonly unknown[], count: number): Promise<void> {
  while (seen.length < count) await pause(20);
}
