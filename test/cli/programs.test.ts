// Members on programs, as a user meets them: settings, doctor, check, a meeting and what it costs.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { VerdictTable } from "boardroom";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopModelPrograms } from "../../src/home/process/model-programs.ts";
import { FAKE_AGENT, listLivingAgents, readAgentLog } from "../support/programs.ts";
import { cli, workFolder } from "./cli.ts";

const AGENT = `[${JSON.stringify(process.execPath)}, ${JSON.stringify(FAKE_AGENT)}`;

/** A folder with the user's settings: the programs good, plain, stray (uses a tool), out (no sign-in) and gone. */
function placePrograms(more = "") {
  const cwd = workFolder();
  const log = join(cwd, "log.jsonl");
  const env = `env: {FAKE_AGENT_LOG: ${JSON.stringify(log)}}`;
  const programs = `programs:
  good: {command: ${AGENT}, honest], ${env}}
  plain: {command: ${AGENT}, text], speaks: text, ${env}}
  stray: {command: ${AGENT}, tool], ${env}}
  out: {command: ${AGENT}, auth], ${env}}
  gone: {command: [no-such-program]}
${more}`;
  mkdirSync(join(cwd, "home/.config/boardroom"), { recursive: true });
  writeFileSync(join(cwd, "home/.config/boardroom/boardroom.yaml"), programs);
  onTestFinished(stopModelPrograms);
  const io = { cwd, env: { HOME: join(cwd, "home"), PATH: "/nowhere" } };
  return { ...io, log, run: (...argv: string[]) => cli(argv, io) };
}

/** A meeting on the program good, with chen on another one. */
const writeRun = (other: string) =>
  `run small --model program:good --member chen=program:${other} -o t`.split(" ");

const PAID = "paid by your plan, not counted";

describe("settings of programs", () => {
  it("are refused in a project's file", async () => {
    const { cwd, run } = placePrograms();
    writeFileSync(join(cwd, "boardroom.yaml"), "programs: {mine: {command: [sh]}}\n");
    const { code, err } = await run("check", "small", "--model", "program:good");
    expect(code).toBe(2);
    expect(err).toContain(`boardroom.yaml: "programs:" is not allowed in a project's`);
    expect(err).toContain("~/.config/boardroom/boardroom.yaml, or use a file with --config");
  });

  it("are taken from the file of --config", async () => {
    const { cwd, run } = placePrograms();
    writeFileSync(join(cwd, "own.yaml"), `programs: {other: {command: ${AGENT}, text]}}\n`);
    const { out } = await run("doctor", "--offline", "--config", "own.yaml");
    expect(out).toMatch(/program:other {2,}found {2,}acp/);
    expect(out).not.toContain("program:good");
  });

  it.each([
    ["[./agent]", "absolute path"],
    ["[]", "programs.bad.command"],
  ])("refuse the command %s", async (command, message) => {
    const { run } = placePrograms(`  bad: {command: ${command}}\n`);
    const { code, err } = await run("doctor", "--offline");
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("before a meeting", () => {
  it("doctor lists programs and starts none", async () => {
    const { run, log } = placePrograms();
    const { out } = await run("doctor", "--offline");
    expect(out).toMatch(/program:good {2,}found {2,}acp/);
    expect(out).toMatch(/program:plain {2,}found {2,}text/);
    expect(out).toMatch(/program:gone {2,}not found {2,}acp {2,}no-such-program/);
    expect(readAgentLog(log)).toEqual([]);
  });

  it("a name that is not in the settings is refused, with the known ones", async () => {
    const { run } = placePrograms();
    const { code, err } = await run("run", "small", "--model", "program:godo");
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/"godo" not found\n {2}Did you mean good/),
    ]);
    const named = await run("run", "small", "--model", "program:plain/large");
    expect(named.err).toContain('program "plain" speaks text, which names no model');
  });

  it("a program that is not on this computer is refused before anything is asked", async () => {
    const { run } = placePrograms();
    const { code, err } = await run("run", "small", "--model", "program:gone");
    expect(code).toBe(2);
    expect(err).toContain("program:gone cannot be started: no-such-program was not found");
    expect(err).toContain("correct programs.gone.command");
  });

  it("check names no price", async () => {
    const { run } = placePrograms();
    const { code, out } = await run("check", "small", "--model", "program:good");
    expect(code).toBe(0);
    expect(out).toContain(PAID);
    expect(out).not.toContain("$");
    const mixed = await run(
      "check",
      "small",
      "--model",
      "program:good",
      "--member",
      "chen=openai:gpt-6-sol",
    );
    expect(mixed.out).toMatch(/In all: \$.*, and programs paid by your plan, not counted/);
  });

  it("a limit in dollars is refused, and the message names --max-messages", async () => {
    const { run } = placePrograms();
    const { code, err } = await run(
      "run",
      "small",
      "--model",
      "program:good",
      "--max-dollars",
      "2",
    );
    expect(code).toBe(2);
    expect(err).toContain(
      `A limit in dollars cannot be kept: program:good (chen, kumar, watson) is ${PAID}`,
    );
    expect(err).toContain("--max-messages N");
  });

  it("completion offers the programs", async () => {
    const { run } = placePrograms();
    const { out } = await run("completion", "names", "models");
    expect(out.split("\n")).toEqual(
      expect.arrayContaining(["auto", "program:good", "program:plain"]),
    );
  });
});

describe("a meeting on programs", () => {
  it("has no price on any surface", async () => {
    const { run, log, cwd } = placePrograms();
    const argv = writeRun("plain");
    const { code, out, err } = await run(...argv);
    expect([code, err]).toEqual([0, expect.stringContaining(`; ${PAID}`)]);
    expect(out).toMatch(/Approved by the person who ran it at \S+, paid by your plan, not counted/);
    expect(out).toContain(`tokens unknown; cost ${PAID}`);
    const report = await run("report", "t", "--format", "md");
    expect(report.out).toContain(PAID);
    const costs = await run("list", "meetings", "--costs", "t");
    expect(costs.out).toMatch(/–\s+\d+ paid by your plan, not counted/);
    for (const text of [out, report.out, costs.out]) expect(text).not.toContain("$");
    const verdicts = readFileSync(join(cwd, "t/verdicts.json"), "utf8");
    const { meetings } = JSON.parse(verdicts) as { meetings: VerdictTable[] };
    const { spending, members } = meetings[0]!;
    expect(spending).toMatchObject({ cost: null, byPlan: spending.calls });
    expect(members.every(({ cost, byPlan }) => cost === null && byPlan! > 0)).toBe(true);
    expect((await run("verify", "t")).out).toContain("Nothing differs");
    await stopModelPrograms();
    expect(listLivingAgents(log)).toEqual([]);
  });

  it("marks a member absent whose program uses a tool, with the reason", async () => {
    const { run } = placePrograms();
    const argv = writeRun("stray");
    const { out } = await run(...argv);
    expect(out).toContain("stray used a tool (cat /etc/passwd), so its turn does not count");
  });

  it("is suspended if a program is not signed in, with the remedy", async () => {
    const { run } = placePrograms();
    const { code, err } = await run("run", "small", "--model", "program:out", "-o", "t");
    expect(code).toBe(4);
    expect(err).toContain(
      "out is not signed in (Authentication required): start it once by itself",
    );
  });

  it("is tried by doctor, without a price", async () => {
    const { run } = placePrograms();
    const { code, out, err } = await run("doctor", "--try", "program:good");
    expect([code, err]).toEqual([0, expect.stringContaining(`; ${PAID}`)]);
    expect(out).toMatch(/Dollars by the tokens {2,}paid by your plan, not counted/);
  });

  it("is marked in a study, whose figures have no dollars", async () => {
    const { cwd, run, log } = placePrograms();
    const study = "title: T\nscenario: small\nseeds: 1..2\narms:\n  base: {model: program:good}\n";
    writeFileSync(join(cwd, "study.yaml"), study);
    const note = "A program's own settings and files on this computer can influence its answers.";
    const checked = await run("check", "study.yaml");
    expect(checked.out).toContain(`Cost: ${PAID}.`);
    expect(checked.out).toContain(`program:good: ${PAID}. ${note}`);
    expect((await run("study", "run", "study.yaml", "-o", "s")).code).toBe(0);
    const { out } = await run("study", "report", "s");
    expect(out).toContain(note);
    expect(checked.out + out).not.toContain("$");
    const processes = readAgentLog(log).filter(({ initialize }) => initialize);
    expect(processes.length).toBeLessThanOrEqual(2);
  });
});
