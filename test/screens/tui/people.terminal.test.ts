import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProgram } from "../../support/built-program.ts";
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

const start = (argv: string, size = { columns: 120, rows: 40 }) =>
  terminals.open(`${process.execPath} ${program.bin} ${argv}`, { cwd, ...size });
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

  it.each([
    { columns: 60, rows: 15 },
    { columns: 80, rows: 24 },
    { columns: 120, rows: 36 },
  ])("is refused four times at $columns x $rows and loses nothing", async (size) => {
    const folder = `refused-${size.columns}`;
    const on = start(
      `watch hiring --seed 7 --member sarah-chen=human:ngo --output ${folder}`,
      size,
    );
    const write = (...lines: readonly string[]) => {
      for (const line of lines) {
        on.type(line);
        on.keys("Enter");
      }
    };
    await on.until("YOUR TURN");
    on.keys("Enter");
    await on.until("STRONG_NO_HIRE");
    write("/verdict PERHAPS", "/because The grants are real.", "/change No grants.", ".");
    await on.until('"PERHAPS" is not');
    write("/verdict QUITE", ".");
    await on.until('"QUITE" is not');
    write("/sure 7", ".");
    await on.until("/sure needs a number");
    write("/sure 0.7", "/verdict NEVER", ".");
    await on.until('"NEVER" is not');
    on.keys("C-d");
    await on.until(/L\d+ \S/);
    on.keys("C-d");
    write("/verdict HIRE", ".");
    await on.until("Chen ● Hire");
    on.keys("C-c");
    await on.until("exit 130");
    const reasons = { reasoning: "The grants are real.", wouldChange: "No grants." };
    expect(answersIn(folder)).toMatchObject([
      { answer: { verdict: "PERHAPS", ...reasons } },
      { answer: { verdict: "QUITE", ...reasons } },
      { answer: { verdict: "NEVER", confidence: 0.7, ...reasons } },
      { answer: { verdict: "HIRE", confidence: 0.7, ...reasons } },
    ]);
  });
});
