import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readStudy } from "boardroom";
import { drawFrom } from "boardroom/extend";
import { beforeAll, expect, test } from "vitest";
import { type Built, buildProgram } from "../support/built-program.ts";
import { SEED } from "../support/seed.ts";
import { workFolder } from "./cli.ts";

const seed = SEED ?? String(randomInt(1_000_000));
const LIVES = 6;

let built: Built;
beforeAll(() => {
  built = buildProgram();
}, 120_000);

const STUDY = `title: Killed
scenario: ./scenarios/small
seeds: 1..30
arms:
  open: {}
  sealed: { visibility: sealed }
`;

const argv = ["study", "run", "study.yaml", "--output", "held", "--processes", "2"];

async function headsIn(cwd: string): Promise<readonly (readonly [string, string | null])[]> {
  const heads: [string, string | null][] = [];
  for await (const { path, head } of readStudy(join(cwd, "held")).rows()) heads.push([path, head]);
  return heads.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function linesIn(cwd: string): number {
  const file = join(cwd, "held/results.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout
    .split("\n")
    .map(Number)
    .filter((each) => each > 0);
}

async function live(
  cwd: string,
  after: number,
  act: (life: { pid: number; kill: () => void }) => void,
) {
  const life = built.start(argv, cwd);
  const from = linesIn(cwd);
  let isOver = false;
  const ended = life.ended.finally(() => {
    isOver = true;
  });
  while (!isOver && linesIn(cwd) < from + after)
    await new Promise((resolve) => setTimeout(resolve, 5));
  if (!isOver) act(life);
  return ended;
}

test(`a study that is killed again and again comes to the same meetings as one that was not (PROPERTY_SEED=${seed})`, async () => {
  const [whole, cut] = [workFolder({ "study.yaml": STUDY }), workFolder({ "study.yaml": STUDY })];
  expect((await built.start(argv, whole).ended).code).toBe(0);
  let kills = 0;
  for (let nth = 0; nth < LIVES; nth++) {
    const after = Math.floor(drawFrom(seed, `life ${nth}`, "after") * 9);
    const { signal } = await live(cut, after, ({ kill }) => kill());
    if (signal === "SIGKILL") kills += 1;
  }
  expect(kills).toBeGreaterThan(2);
  const last = await built.start(argv, cut).ended;
  expect(last.code, last.err).toBe(0);
  expect(await headsIn(cut)).toEqual(await headsIn(whole));
}, 240_000);

test(`a process that is killed alone gives its meetings to another (PROPERTY_SEED=${seed})`, async () => {
  const cwd = workFolder({ "study.yaml": STUDY });
  const after = 1 + Math.floor(drawFrom(seed, "child", "after") * 10);
  const { code, err } = await live(cwd, after, ({ pid }) => {
    const [one] = childrenOf(pid);
    if (one !== undefined) process.kill(one, "SIGKILL");
  });
  expect(code, err).toBe(0);
  expect(err).not.toContain("failed");
  expect(await headsIn(cwd)).toHaveLength(60);
}, 120_000);
