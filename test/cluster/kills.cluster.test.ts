import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { board, openMeeting, runMeeting } from "boardroom";
import { drawFrom } from "boardroom/extend";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scenario } from "../../src/scenario/schema/scenario.ts";
import { createBuiltInRegistry } from "../../src/simulated/behaviours/registry.ts";
import { listMeetings } from "../../src/studies/cluster/meetings.ts";
import { parseRecord, readRecord } from "../../src/studies/cluster/workers.ts";
import { workFolder } from "../cli/cli.ts";
import { SEED } from "../support/seed.ts";
import { slowProvider } from "../support/slow-provider.ts";
import { meetings, smallCase } from "./matters.ts";
import { crash, startCluster, type TestCluster } from "./workers.ts";

const seed = SEED ?? String(randomInt(1_000_000));
/** Workers that each of the two tests kills: ten in all. */
const KILLS = 5;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.end());

/** When to kill: counts of what has happened, up to so many, in order. */
function moments(test: string, most: number): readonly number[] {
  const drawn = Array.from({ length: KILLS }, (_, kill) => drawFrom(seed, test, `kill ${kill}`));
  return drawn.map((each) => 10 + Math.floor(each * (most - 10))).toSorted((a, b) => a - b);
}

const simulated = createBuiltInRegistry({ env: {}, settings: {} });

test(`200 simulated meetings come to the same heads as on one machine, whatever happens to workers and database (PROPERTY_SEED=${seed})`, async () => {
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

  const done = cluster.ended("simulated");
  // One that sleeps for longer than its sign of life is waited for wakes late, and finds its claims gone.
  // The others begin after it: they could take every meeting before it is caught with one.
  const sleeper = cluster.start(2, cwd);
  const asleep = await stopWhileHolding(sleeper);
  const workers = [cluster.start(2, cwd), cluster.start(2, cwd)];
  for (const [kill, after] of moments("simulated", 150).entries()) {
    await someHeld("simulated", after);
    const at = Math.floor(drawFrom(seed, "simulated", `which ${kill}`) * workers.length);
    const [hit] = workers.splice(at, 1, cluster.start(2, cwd));
    if (hit) await crash(hit);
    if (kill % 2 === 1) cluster.restart();
  }
  await handedOver(asleep);
  sleeper.kill("SIGCONT");
  const ended = await done;
  await Promise.all([...workers, sleeper].map(crash));

  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => "closed"));
  expect(ended).toHaveLength(200);
  for (const [index, { id, path, head }] of ended.entries()) {
    const { meeting } = await runMeeting(setup(index + 1));
    expect(head, path).toBe(meeting.journal.head);
    if (index % 20 === 0)
      expect(parseRecord(await readRecord(cluster.database, id), path)).toEqual(
        meeting.journal.events,
      );
  }
});

test(`of 50 meetings with a provider no call is made again but those in flight at a crash (PROPERTY_SEED=${seed})`, async () => {
  const crashes: number[] = [];
  const askedAt: number[] = [];
  const provider = await slowProvider({
    pauseMs: 40,
    onAsked: () => askedAt.push(performance.now()),
  });
  const cwd = workFolder({
    "boardroom.yaml": `providers: {local: {baseUrl: "${provider.url}"}}\n`,
  });
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
  for (const [kill, after] of moments("provider", 400).entries()) {
    await askedFor(provider.seen, after);
    crashes.push(performance.now());
    await crash(worker);
    worker = cluster.start(25, cwd);
    if (kill === 1) cluster.restart();
  }
  const ended = await done;
  await Promise.all([crash(worker), crash(other)]);
  await provider.close();

  expect(ended.map(({ status, reason }) => [status, reason])).toEqual(
    ended.map(() => ["closed", null]),
  );
  const recorded = new Map<string, number>();
  for (const { id, path } of ended) {
    for (const event of parseRecord(await readRecord(cluster.database, id), path))
      if (event.type === "call.answered")
        recorded.set(event.requestId ?? "", (recorded.get(event.requestId ?? "") ?? 0) + 1);
  }
  expect(new Set(recorded.values())).toEqual(new Set([1]));
  const answered = provider.seen.filter(({ id }) => recorded.has(id));
  expect(new Set(answered.map(({ question }) => question)).size).toBe(answered.length);
  // What was lost was asked shortly before a crash, and once more afterwards.
  const lost = provider.seen.flatMap(({ id }, index) =>
    recorded.has(id) ? [] : [askedAt[index] ?? 0],
  );
  expect(lost.length).toBeGreaterThan(0);
  for (const at of lost)
    expect(crashes.some((crashed) => at <= crashed && at > crashed - 5_000)).toBe(true);
});

async function someHeld(study: string, count: number): Promise<void> {
  for (;;) {
    const all = await listMeetings(cluster.database, study);
    if (all.filter(({ status }) => status === "closed").length >= count) return;
    await pause(100);
  }
}

type HeldBy = { id: string; claim: string; status?: string };

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

/** Resolves when others have taken these meetings over. On a slow machine the end of one can arrive late: it is closed. */
async function handedOver(held: readonly HeldBy[]): Promise<void> {
  for (const { id, claim } of held)
    for (;;) {
      const [now] = await cluster.database.query<HeldBy>(
        "select id, claim, status from boardroom.meetings where id = $1",
        [id],
      );
      if (now && (BigInt(now.claim) > BigInt(claim) || now.status === "closed")) break;
      await pause(200);
    }
}

async function askedFor(seen: readonly unknown[], count: number): Promise<void> {
  while (seen.length < count) await pause(20);
}
