import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProgram } from "../support/built-program.ts";
import { openTerminals, requireTmux } from "./terminal.ts";

requireTmux();
const cwd = mkdtempSync(join(tmpdir(), "boardroom-people-"));
let program: ReturnType<typeof buildProgram>;
let terminals: ReturnType<typeof openTerminals>;
beforeAll(() => {
  program = buildProgram();
  terminals = openTerminals();
}, 120_000);
afterAll(() => {
  terminals.close();
  rmSync(cwd, { recursive: true, force: true });
});

const start = (argv: string) =>
  terminals.open(`${process.execPath} ${program.bin} ${argv}`, { cwd, columns: 120, rows: 40 });
const answersIn = (folder: string) =>
  readTranscript(join(cwd, folder)).events.filter(({ type }) => type === "human.answered");

describe("a person on a real terminal", () => {
  it("writes in the full-screen view", async () => {
    const on = start("watch hiring --seed 7 --member sarah-chen=human:ngo --output shown");
    await on.until("YOUR TURN");
    on.keys("Enter");
    await on.until("ngo has the floor as Dr. Sarah");
    for (const line of ["/verdict HIRE", "/because The grants are real.", "."]) {
      on.type(line);
      on.keys("Enter");
    }
    await on.until("ngo answered");
    on.keys("C-c");
    await on.until("exit 130");
    expect(answersIn("shown")[0]).toMatchObject({ person: "ngo", answer: { verdict: "HIRE" } });
  });
});
