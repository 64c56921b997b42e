import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { board, openMeeting } from "boardroom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBuiltInRegistry } from "../../src/simulated/behaviours/registry.ts";
import { cancelStudy, listMeetings } from "../../src/studies/cluster/meetings.ts";
import { workFolder } from "../cli/cli.ts";
import { slowProvider } from "../support/slow-provider.ts";
import { readTestVariable } from "../support/variables.ts";
import { meetings, smallCase } from "./matters.ts";
import { crash, startCluster, type TestCluster } from "./workers.ts";

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.end());

const simulated = createBuiltInRegistry({ env: {}, settings: {} });

test("a study put there and left is taken in by the same results as one held here", async () => {
  const study =
    "title: Seeds\nscenario: small\nseeds: 1..6\narms: {all: {}, blind: {visibility: sealed}}\n";
  const cwd = workFolder({ "study.yaml": study });
  const run = (...argv: string[]) => cluster.run(["study", ...argv], cwd);
  expect(run("run", "--output", "here")).toMatchObject({ code: 0 });
  const left = run("run", "--output", "there", "--on", "postgres", "--detach");
  expect(left.err).toContain("Meetings in the database for workers: 12.");
  expect(run("cancel").out).toBe("12 meetings cancelled.\n");
  run("run", "--output", "there", "--on", "postgres", "--detach");
  const worker = cluster.start(2, cwd);
  const rows = (folder: string) => {
    const file = join(cwd, folder, "results.jsonl");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").sort() : [];
  };
  while (rows("there").length < 12) {
    const fetched = run("fetch", "--output", "there");
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

test("a study submitted with a model is fetched and cancelled as printed, and no command asks for approval again", () => {
  const study =
    "title: Paid\nscenario: small\nseeds: 1..2\narms: {all: {}, blind: {visibility: sealed}}\n";
  const settings = 'providers: {local: {baseUrl: "http://127.0.0.1:9/v1"}}\n';
  const cwd = workFolder({ "study.yaml": study, "boardroom.yaml": settings });
  const run = (...argv: string[]) => cluster.run(["study", ...argv], cwd);
  const model = ["--model", "local:one", "--approve", "--because", "a test"];
  const left = run("run", "study.yaml", ...model, "--on", "postgres", "--detach");
  expect(left.err).toContain("Meetings in the database for workers: 4.");
  // What is in study.json is enough.
  for (const name of ["study.yaml", "scenarios", "personas"])
    rmSync(join(cwd, name), { recursive: true });
  const fetched = run("fetch", "study.yaml");
  expect(fetched.code, fetched.err).toBe(0);
  expect(fetched.err).not.toMatch(/approval|Run them/);
  expect(run("cancel", "study.yaml").out).toBe("4 meetings cancelled.\n");
});

test("no worker runs a paid meeting whose approval is not in the database", async () => {
  const provider = await slowProvider({ pauseMs: 1 });
  const settings = `providers: {local: {baseUrl: "${provider.url}"}}\n`;
  const study = "title: Unapproved\nscenario: small\nseeds: 1..2\narms: {all: {}}\n";
  const cwd = workFolder({ "unapproved.yaml": study, "boardroom.yaml": settings });
  const model = ["--model", "local:one", "--approve", "--because", "a test"];
  const run = ["study", "run", "unapproved.yaml", ...model, "--on", "postgres", "--detach"];
  expect((await cluster.begin(run, cwd)).code).toBe(0);
  const [row] = await cluster.database.query<{ study: string }>(
    "select study from boardroom.meetings where study like 'unapproved %'",
  );
  await cluster.database.query("delete from boardroom.purses where name = $1", [row?.study]);
  const worker = cluster.start(1, cwd);
  const reason = expect.stringContaining("no approval of this study is in the database");
  expect(await cluster.ended(row?.study ?? "")).toMatchObject([
    { status: "suspended", reason },
    { status: "suspended", reason },
  ]);
  expect(provider.seen).toEqual([]);
  await crash(worker);
  await provider.close();
});

/** Seconds. `BOARDROOM_AWAY=30` for a whole trial. A silence is reported after five. */
const AWAY = Number(readTestVariable("BOARDROOM_AWAY"));
/** Meetings enough for a fast machine not to have run all when the database goes away. */
const SEEDS = 32;

let here: readonly string[] | undefined;

test.each([
  ["away", AWAY || 4],
  ["hang", AWAY || 8],
] as const)(
  "a study whose database is gone (%s) for %i s says so, waits for it and loses nothing",
  async (how, seconds) => {
    const study = `title: Away\nscenario: hiring\nseeds: 1..${SEEDS}\narms: {all: {}}\n`;
    const cwd = workFolder({ "study.yaml": study });
    const file = (folder: string) => join(cwd, folder, "results.jsonl");
    const rows = (folder: string) =>
      existsSync(file(folder)) ? readFileSync(file(folder), "utf8").trim().split("\n").sort() : [];
    if (!here)
      expect(cluster.run(["study", "run", "--output", "here"], cwd)).toMatchObject({ code: 0 });
    here ??= rows("here");
    const worker = cluster.start(1, cwd);
    const running = cluster.begin(["study", "run", "--output", "there", "--on", "postgres"], cwd);
    while (rows("there").length < 3) await pause(50);
    await cluster[how](seconds);
    const { code, err } = await running;
    expect(code, err).toBe(0);
    expect(err).toMatch(/The database cannot be used \(.+\); waiting for it\./);
    expect(rows("there")).toEqual(here);
    await crash(worker);
  },
);

test("a cancelled study asks nobody any more, and holds nothing", async () => {
  const provider = await slowProvider({ pauseMs: 40 });
  const cwd = workFolder({
    "boardroom.yaml": `providers: {local: {baseUrl: "${provider.url}"}}\n`,
  });
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
  await cluster.submit(
    "other",
    meetings(1, (seed) =>
      openMeeting({
        scenario,
        protocol: board,
        seed,
        createModel: (seat, at) => simulated.create({ spec: seat.model, seat, scenario: at }),
      }),
    ),
  );
  // No program writes a record that it cannot read, so the rows are those of a later program.
  const [own, other] = [0, 1].map((later) => `board@${board.version + later}`);
  await cluster.database.query(
    `update boardroom.lines set text = replace(text, '${own}', '${other}') where line = 1
     and meeting in (select id from boardroom.meetings where study = 'other')`,
  );
  await cluster.database.query(
    `update boardroom.lines set hash = encode(sha256(convert_to(text, 'UTF8')), 'hex') where line = 1
     and meeting in (select id from boardroom.meetings where study = 'other')`,
  );
  await cluster.database.query(
    `update boardroom.meetings set protocol = '${other}' where study = 'other'`,
  );
  const worker = cluster.start(1, cwd);
  const told = async () => (await listMeetings(cluster.database, "other"))[0];
  while ((await told())?.reason === null) await pause(200);
  await crash(worker);
  expect(await told()).toMatchObject({
    status: "queued",
    reason: expect.stringContaining("written by version"),
  });
});

const ownProtocol = (end: string) => `export default ({ decide, defineProtocol, runBallot, z }) =>
  defineProtocol({
    name: "mine", version: 1, summary: "Everybody speaks once, then all vote.", options: z.strictObject({}),
    async run(floor) {
      for (const { id } of floor.state.scenario.members) await floor.turn(id, { kind: "floor", text: "State your case." });
      await runBallot(floor, "${end}");
      return decide(floor.state);
    },
  });
`;

test("a protocol of one's own is held by the very same file alone, and any other worker leaves it and says why", async () => {
  const files = (protocol: string) => ({
    "own.yaml": "code: {protocols: [./mine.mjs]}\n",
    "mine.mjs": protocol,
    "study.yaml": "title: Own\nscenario: small\nseeds: 1..2\narms: {own: {protocol: mine}}\n",
  });
  const [submitter, same] = [
    workFolder(files(ownProtocol("closing"))),
    workFolder(files(ownProtocol("closing"))),
  ];
  const [changed, without] = [
    workFolder(files(`// mended\n${ownProtocol("closing")}`)),
    workFolder(),
  ];
  const run = (...more: string[]) =>
    cluster.run(
      ["study", "run", "--output", "there", "--on", "postgres", "--config", "own.yaml", ...more],
      submitter,
    );
  expect(run("--detach")).toMatchObject({ code: 0 });
  const [{ study = "" } = {}] = await cluster.database.query<{ study: string }>(
    "select study from boardroom.meetings where protocol = 'mine@1'",
  );
  const told = async () =>
    (await listMeetings(cluster.database, study)).map(({ status, reason }) => ({ status, reason }));
  const delayed =
    "from boardroom_queue.job where state = 'created' and start_after > now() + interval '5 s'";
  for (const [cwd, more, why] of [
    [changed, ["--config", "own.yaml"], "the file of the protocol mine is another here"],
    [without, [], "the protocol mine is not known here"],
  ] as const) {
    const worker = cluster.start(1, cwd, ...more);
    while (!(await told()).every(({ reason }) => reason?.includes(why))) await pause(100);
    // They are offered again after some time. The test does not wait for it.
    while ((await cluster.database.query(`select id ${delayed}`)).length < 2) await pause(50);
    await crash(worker);
    await cluster.database.query(
      "update boardroom_queue.job set start_after = now() where state = 'created'",
    );
    expect((await told()).map(({ status }) => status)).toEqual(["queued", "queued"]);
  }
  const worker = cluster.start(1, same, "--config", "own.yaml");
  const followed = run();
  expect(followed.code, followed.err).toBe(0);
  await crash(worker);
});

async function askedFor(seen: readonly unknown[], count: number): Promise<void> {
  while (seen.length < count) await pause(20);
}
