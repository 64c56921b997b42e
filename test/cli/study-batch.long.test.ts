import { join } from "node:path";
import { type ResultRow, readStudy, readTranscript } from "boardroom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type BatchServer, startBatchServer } from "../support/batch-server.ts";
import { type Built, buildProgram } from "../support/built-program.ts";
import { eventsOf } from "../support/meetings.ts";
import { cli, workFolder } from "./cli.ts";

const STUDY = `title: By batch
scenario: ./scenarios/small
seeds: 1..3
arms:
  open: {}
  sealed: { visibility: sealed }
`;
const CLAUDE = "anthropic:claude-sonnet-5-5";
const GPT = "openai:gpt-6.1-sol";

let built: Built;
beforeAll(() => {
  built = buildProgram();
}, 120_000);

let server: BatchServer;
beforeEach(async () => {
  server = await startBatchServer();
});
afterEach(() => server.close());

const listArguments = (model: string, ...more: string[]) => [
  ...["study", "run", "study.yaml", "--output", "held", "--batch", "--model", model, ...more],
];

function run(cwd: string, model: string, more: Parameters<typeof cli>[1] = {}, ...argv: string[]) {
  const env = { ...server.env, XDG_STATE_HOME: cwd };
  return cli(listArguments(model, ...argv), { cwd, env, ...more });
}

async function listRows(cwd: string): Promise<ResultRow[]> {
  const rows = [];
  for await (const row of readStudy(join(cwd, "held")).rows()) rows.push(row);
  return rows;
}

const countCalls = () => server.batches.reduce((sum, { calls }) => sum + calls.length, 0);

function countDistinctCalls(): number {
  return new Set(server.batches.flatMap(({ calls }) => calls.map(({ id }) => id))).size;
}

test.each([CLAUDE, GPT])(
  "the meetings of a study advance together by batches, at half the price: %s",
  async (model) => {
    const cwd = workFolder({ "study.yaml": STUDY });
    const { code, err } = await run(cwd, model);
    expect(code, err).toBe(0);
    const rows = await listRows(cwd);
    expect(rows.map(({ status }) => status)).toEqual(Array(6).fill("closed"));
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    expect(countCalls()).toBe(calls);
    // The first batch has the opening votes of all members of all meetings.
    expect(server.batches[0]?.calls).toHaveLength(18);
    expect(server.batches.length).toBeLessThan(calls / 4);
    for (const { path } of rows) {
      const { events } = readTranscript(join(cwd, "held", path));
      // 1,000 tokens in at $1 and 100 out at $5 a million: half the price of both models.
      for (const { cost } of eventsOf(events, "call.answered")) expect(cost).toBeCloseTo(0.0015, 9);
      expect((await cli(["verify", join("held", path)], { cwd })).code).toBe(0);
    }
    const [{ body } = { body: {} }] = server.batches[0]?.calls ?? [];
    expect(JSON.stringify(body)).not.toMatch(/cache_control|"stream"|prompt_cache_key/);
  },
  60_000,
);

test("a study that is killed while it waits gets the answers of the same batch, and pays for no call twice", async () => {
  const cwd = workFolder({ "study.yaml": STUDY });
  const env = { ...server.env, XDG_STATE_HOME: cwd, HOME: cwd };
  // Killed in the batch of the opening votes, and in the one after it.
  for (const batches of [1, 2]) {
    server.manners.isHeld = server.batches.length + 1 === batches;
    const life = built.start(listArguments(CLAUDE), cwd, undefined, env);
    let isOver = false;
    void life.ended.then(() => (isOver = true));
    while (server.batches.length < batches && !isOver) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      server.manners.isHeld = server.batches.length + 1 === batches;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    life.kill();
    expect((await life.ended).signal).toBe("SIGKILL");
    for (const batch of server.batches) batch.status = "done";
  }
  server.manners.isHeld = false;
  const { code, err } = await run(cwd, CLAUDE);
  expect(code, err).toBe(0);
  const rows = await listRows(cwd);
  expect(rows).toHaveLength(6);
  expect(countCalls()).toBe(rows.reduce((sum, row) => sum + row.calls, 0));
  expect(countDistinctCalls()).toBe(countCalls());
}, 120_000);

test("Ctrl-C leaves the batch at the provider, and records nothing", async () => {
  const cwd = workFolder({ "study.yaml": STUDY });
  server.manners.isHeld = true;
  const stop = new AbortController();
  const running = run(cwd, CLAUDE, { stopSignal: () => stop.signal });
  while (server.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort("SIGINT");
  const { code, err } = await running;
  expect(code, err).toBe(130);
  expect(err).toContain("The study stopped: SIGINT. The same command continues.");
  server.manners.isHeld = false;
  for (const batch of server.batches) batch.status = "done";
  expect((await run(cwd, CLAUDE)).code).toBe(0);
  const rows = await listRows(cwd);
  expect(countCalls()).toBe(rows.reduce((sum, row) => sum + row.calls, 0));
  expect(rows.every(({ failedCalls }) => failedCalls === 0)).toBe(true);
}, 60_000);

test.each([CLAUDE, GPT])(
  "calls that fail in a batch are asked again with the next one: %s",
  async (model) => {
    const cwd = workFolder({ "study.yaml": STUDY });
    server.manners.fate = ({ id }, nth) => {
      if (id !== "batch_1") return "answered";
      return nth === 0 ? "overloaded" : nth === 1 ? "expired" : "answered";
    };
    const { code, err } = await run(cwd, model);
    expect(code, err).toBe(0);
    const rows = await listRows(cwd);
    expect(rows.reduce((sum, row) => sum + row.failedCalls, 0)).toBe(2);
    expect(rows.reduce((sum, row) => sum + row.absences, 0)).toBe(0);
  },
  60_000,
);

test("a call that is refused for good leaves its member absent, as without batches", async () => {
  const cwd = workFolder({ "study.yaml": STUDY });
  server.manners.fate = ({ id }, nth) => (id === "batch_1" && nth === 0 ? "refused" : "answered");
  const { code, err } = await run(cwd, CLAUDE);
  expect(code, err).toBe(0);
  expect((await listRows(cwd)).reduce((sum, row) => sum + row.absences, 0)).toBe(1);
}, 60_000);

test.each([CLAUDE, GPT])(
  "a cancelled batch stops the study, and the next run sends its calls again: %s",
  async (model) => {
    const cwd = workFolder({ "study.yaml": STUDY });
    server.manners.isHeld = true;
    const running = run(cwd, model);
    while (server.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const env = { ...server.env, XDG_STATE_HOME: cwd };
    const cancel = ["study", "cancel", "study.yaml", "--output", "held", "--batch"];
    expect((await cli(cancel, { cwd, env })).out).toBe("1 batch cancelled.\n");
    expect((await cli(cancel, { cwd, env })).out).toBe("0 batches cancelled.\n");
    const { code, err } = await running;
    expect(err).toContain("The study stopped: batch batch_1 was cancelled. The same command");
    expect(code).toBe(4);
    server.manners.isHeld = false;
    expect((await run(cwd, model)).code).toBe(0);
    expect(server.batches[1]?.calls).toHaveLength(18);
  },
  60_000,
);

test("a provider that is down while the study waits is asked again, and a refused key stops the study", async () => {
  const cwd = workFolder({ "study.yaml": STUDY });
  server.manners.lookStatus = 503;
  const running = run(cwd, CLAUDE);
  while (server.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 600));
  server.manners.lookStatus = 401;
  const { code, err } = await running;
  expect(code).toBe(4);
  expect(err).toContain("The study stopped: 401 not now. The same command continues.");
  server.manners.lookStatus = 200;
  expect((await run(cwd, CLAUDE)).code).toBe(0);
  const rows = await listRows(cwd);
  expect(countCalls()).toBe(rows.reduce((sum, row) => sum + row.calls, 0));
}, 60_000);

test("no arm, seed or repetition shares an answer with another", async () => {
  const cwd = workFolder({ "study.yaml": STUDY });
  expect((await run(cwd, CLAUDE)).code).toBe(0);
  expect(countDistinctCalls()).toBe(countCalls());
}, 60_000);
