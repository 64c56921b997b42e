import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Built, buildProgram } from "../support/built-program.ts";
import { cli, type Ran, workFolder } from "./cli.ts";

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

let built: Built;
beforeAll(() => {
  built = buildProgram();
}, 120_000);

afterEach(() => {
  if (isRoot) process.seteuid?.(0);
});

const STUDY = "title: T\nscenario: ./scenarios/small\nseeds: 1..2\narms:\n  open: {}\n";
const CASE = { HOME: "home" };

/** A project with a closed meeting, a suspended one, a study of which nothing ran, and a proposal of an agent. */
async function project(): Promise<string> {
  const cwd = workFolder({ "study.yaml": STUDY, "mine.md": "The only line\n" });
  const script = join(cwd, "scenarios/small/script.yaml");
  writeFileSync(
    join(cwd, "mine.script.yaml"),
    readFileSync(script, "utf8").replaceAll("paper.md", "mine.md"),
  );
  cpSync("transcripts/hiring-sample", join(cwd, "transcripts/whole"), { recursive: true });
  const record = join(cwd, "transcripts/stopped/events.jsonl");
  mkdirSync(join(cwd, "transcripts/stopped"));
  const lines = readFileSync(join(cwd, "transcripts/whole/events.jsonl"), "utf8").split(/(?<=\n)/);
  writeFileSync(record, lines.slice(0, 40).join(""));
  mkdirSync(join(cwd, "home"));
  await cli(["run", "hiring", "--by", "kai"], { cwd, env: CASE });
  const seats = ["run", "small", "--member", "chen=agent:kai", "--output", "transcripts/seats"];
  const stopSignal = () => AbortSignal.abort("SIGTERM");
  await cli(seats, { cwd, env: CASE, stopSignal });
  return cwd;
}

/** Every command that writes, as called in the project. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  run: ["run", "small", "--seed", "7"],
  "run into a folder": ["run", "small", "--seed", "7", "--output", "new/folder"],
  "run for an agent": ["run", "investment", "--by", "kai"],
  ask: ["ask", "Should we go?", "--document", "mine.md", "--model", "simulated", "--yes"],
  resume: ["resume", "transcripts/stopped"],
  act: ["act", "transcripts/stopped", "--interject", "Is this on?", "--as", "ada"],
  fork: ["fork", "transcripts/whole", "--at", "4"],
  "show -o": ["show", "transcripts/whole", "--format", "csv", "-o", "new/table.csv"],
  report: ["report", "transcripts/whole"],
  "report -o": ["report", "transcripts/whole", "--format", "adr", "-o", "new/decision.md"],
  "verify --write": ["verify", "transcripts/whole", "--write"],
  outcome: ["outcome", "transcripts/whole", "It worked.", "--right", "yes"],
  "new scenario": ["new", "scenario", "office-move"],
  "new persona": ["new", "persona", "head-of-operations"],
  "new study": ["new", "study", "names"],
  "new copy": ["new", "scenario", "mine", "--from", "small"],
  "study run": ["study", "run", "study.yaml", "--output", "held"],
  "approvals --decline": ["approvals", "--decline", "--because", "no"],
  "mcp --seats": ["mcp", "--seats", "transcripts/seats", "--renew", "chen"],
};

/** They only delete, for which a full disk has room. */
const DELETING: typeof COMMANDS = {
  erase: ["erase", "transcripts/whole", "--yes"],
};

function requireRefusal({ code, out, err }: Ran, reason: RegExp): void {
  expect(err + out).toMatch(reason);
  expect(err + out).not.toMatch(/fault of boardroom|\n {4}at |undefined/);
  expect([2, 4], err).toContain(code);
}

function listAll(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
}

function changeEach(path: string, change: (path: string) => void): void {
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path)) changeEach(join(path, name), change);
  change(path);
}

describe("a folder that may only be read", () => {
  test.each(Object.entries({ ...COMMANDS, ...DELETING }))("%s", async (_, argv) => {
    const cwd = await project();
    if (isRoot) changeEach(cwd, (path) => chownSync(path, NOBODY, NOBODY));
    const before = listAll(cwd);
    changeEach(cwd, (path) => chmodSync(path, lstatSync(path).isDirectory() ? 0o500 : 0o400));
    if (isRoot) process.seteuid?.(NOBODY);
    const ran = await cli(argv, { cwd, env: CASE });
    if (isRoot) process.seteuid?.(0);
    requireRefusal(ran, /: cannot be written: permission denied \(EACCES\)[.\n]/);
    expect(listAll(cwd)).toEqual(before);
    changeEach(cwd, (path) => chmodSync(path, 0o700));
  });
});

describe("a disk that is full", () => {
  test.each(Object.entries(COMMANDS))("%s", async (_, argv) => {
    const cwd = await project();
    const before = listAll(cwd);
    const words = ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, built.bin, ...argv];
    const { status, stdout, stderr } = spawnSync("bash", words, {
      cwd,
      env: CASE,
      encoding: "utf8",
    });
    const ran = { code: status ?? -1, out: stdout, err: stderr };
    requireRefusal(ran, /: cannot be written: no space is left \(EFBIG\)[.\n]/);
    const written = listAll(cwd).filter((path) => !before.includes(path));
    const isFile = (path: string) => lstatSync(join(cwd, path)).size > 0 && path.includes(".");
    expect(written.filter(isFile)).toEqual([]);
  });
});
