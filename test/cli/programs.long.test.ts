// A meeting on two programs is stopped by Ctrl-C, killed and resumed, and leaves no process behind.

import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Built, buildProgram } from "../support/built-program.ts";
import {
  FAKE_AGENT,
  listLivingAgents,
  listProgramFolders,
  readAgentLog,
} from "../support/programs.ts";
import { workFolder } from "./cli.ts";

let built: Built;
beforeAll(() => {
  built = buildProgram();
}, 120_000);

function placeMeeting(modes: readonly [string, string]) {
  const cwd = workFolder();
  const log = join(cwd, "log.jsonl");
  const [one, other] = modes.map((mode) => ({
    command: [process.execPath, FAKE_AGENT, mode],
    env: { FAKE_AGENT_LOG: log },
  }));
  const plain = { ...other, speaks: "text" };
  writeFileSync(join(cwd, "own.yaml"), JSON.stringify({ programs: { one, other: plain } }));
  const temporary = join(cwd, "scenarios");
  const env = { HOME: cwd, BOARDROOM_CONFIG: "own.yaml", TMPDIR: temporary };
  const argv = ["run", "small", "--model", "program:one", "--member", "kumar=program:other"];
  const readRecord = () => readFileSync(join(cwd, "t/events.jsonl"), "utf8");
  const countSessions = () => readAgentLog(log).filter(({ sessionId }) => sessionId).length;
  const countPrompts = () => readAgentLog(log).filter(({ prompt }) => prompt).length;
  return {
    cwd,
    log,
    env,
    argv: [...argv, "-o", "t"],
    temporary,
    readRecord,
    countPrompts,
    countSessions,
  };
}

describe("a meeting on two programs", () => {
  it.each([
    ["Ctrl-C", "SIGINT", 130],
    ["SIGKILL", "SIGKILL", null],
  ] as const)("goes on after %s with the same beginning", async (_, signal, code) => {
    const { cwd, log, env, argv, temporary, readRecord, countPrompts } = placeMeeting([
      "slow",
      "text",
    ]);
    const first = built.start(argv, cwd, () => {}, env);
    await expect.poll(countPrompts, { timeout: 20_000 }).toBeGreaterThan(4);
    process.kill(first.pid, signal);
    expect(await first.ended).toMatchObject({ code });
    await expect.poll(() => listLivingAgents(log), { timeout: 5_000 }).toEqual([]);
    const before = readRecord();
    if (signal === "SIGINT") expect(listProgramFolders(temporary)).toEqual([]);
    const next = built.start(["resume", "t"], cwd, () => {}, env);
    expect(await next.ended).toMatchObject({ code: 0 });
    const after = readRecord();
    expect(after.startsWith(before.slice(0, before.lastIndexOf("\n") + 1))).toBe(true);
    expect(after).toContain('"meeting.closed"');
    expect(listLivingAgents(log)).toEqual([]);
    const verified = built.start(["verify", "t"], cwd, () => {}, env);
    expect(await verified.ended).toMatchObject({ code: 0 });
  });

  it("leaves no program behind if a second Ctrl-C ends it at once", async () => {
    const { cwd, log, env, argv, temporary, countSessions } = placeMeeting(["silent+deaf", "text"]);
    const { pid, ended } = built.start(argv, cwd, () => {}, env);
    await expect.poll(countSessions, { timeout: 20_000 }).toBeGreaterThan(0);
    process.kill(pid, "SIGINT");
    await expect.poll(() => readAgentLog(log).some(({ cancelled }) => cancelled)).toBe(true);
    process.kill(pid, "SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
    await expect.poll(() => listLivingAgents(log)).toEqual([]);
    expect(listProgramFolders(temporary)).toEqual([]);
  });

  it("removes the folder that a killed process left a day ago, and no other", async () => {
    const { cwd, env, argv, temporary } = placeMeeting(["honest", "text"]);
    for (const name of ["boardroom-program-old", "boardroom-program-new", "other-old"])
      mkdirSync(join(temporary, name));
    const before = new Date(Date.now() - 25 * 3_600_000);
    for (const name of ["boardroom-program-old", "other-old"])
      utimesSync(join(temporary, name), before, before);
    expect(await built.start(argv, cwd, () => {}, env).ended).toMatchObject({ code: 0 });
    expect(listProgramFolders(temporary)).toEqual(["boardroom-program-new"]);
    expect(readdirSync(temporary)).toContain("other-old");
  });

  it("ends within three seconds of Ctrl-C although its program ignores SIGTERM", async () => {
    const { cwd, log, env, argv, temporary, countSessions } = placeMeeting([
      "silent+deaf+child",
      "text",
    ]);
    const { pid, ended } = built.start(argv, cwd, () => {}, env);
    await expect.poll(countSessions, { timeout: 20_000 }).toBeGreaterThan(0);
    const before = Date.now();
    process.kill(pid, "SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
    expect(Date.now() - before).toBeLessThan(3_000);
    expect(readAgentLog(log)).toContainEqual(expect.objectContaining({ cancelled: "s1" }));
    expect(listLivingAgents(log)).toEqual([]);
    expect(listProgramFolders(temporary)).toEqual([]);
  });
});
