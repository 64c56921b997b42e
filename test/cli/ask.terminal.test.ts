import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTerminals, requireTmux } from "../screens/tui/terminal.ts";
import { buildProgram } from "../support/built-program.ts";
import { type SlowProvider, slowProvider } from "../support/slow-provider.ts";

requireTmux();
const cwd = mkdtempSync(join(tmpdir(), "boardroom-ask-"));
let program: ReturnType<typeof buildProgram>;
let terminals: ReturnType<typeof openTerminals>;
let provider: SlowProvider;
beforeAll(async () => {
  program = buildProgram();
  provider = await slowProvider({ pauseMs: 0 });
  const local = `{baseUrl: "${provider.url}", capabilities: {contextWindow: 32768}}`;
  writeFileSync(join(cwd, "boardroom.yaml"), `providers: {local: ${local}}\n`);
  terminals = openTerminals();
  writeFileSync(join(cwd, "plan.md"), "The plan\n\nThe new service failed two of nine audits.\n");
  writeFileSync(
    join(cwd, "crash.mjs"),
    'process.on("SIGUSR2", () => { throw new Error("a crash"); });\n',
  );
  const editor = '#!/bin/sh\nsed -i "s/^title: .*/title: Edited by hand/" "$1"\nstty -a > mode\n';
  writeFileSync(join(cwd, "editor.sh"), editor);
  chmodSync(join(cwd, "editor.sh"), 0o755);
}, 120_000);
afterAll(async () => {
  terminals.close();
  await provider.close();
  rmSync(cwd, { recursive: true, force: true });
});

const QUESTION = "Enter starts, e edits, q quits:";
const IS_BY_LINES = /(?<!-)icanon/;

/** Asks on a terminal, and says afterwards whether that reads by lines and echoes what is typed, as before. */
function asking(name: string, { before = "", node = "", after = "" } = {}) {
  const ask = `${process.execPath} ${node} ${program.bin} ask "Should we move it to Rust?" --document plan.md --model local:one --seed 1 --name ${name} --quiet`;
  const script = join(cwd, `${name}.sh`);
  writeFileSync(
    script,
    `${before}${ask}${after}\ncode=$?\nstty -a | grep -o -e '-*icanon' -e '-*echo ' | tr '\\n' ' '; echo\nexit $code\n`,
  );
  return terminals.open(`EDITOR=${cwd}/editor.sh sh ${script}`, { cwd, columns: 120, rows: 60 });
}

/** The program itself is below the script. */
function programOf(on: ReturnType<typeof asking>): number {
  return Number(
    execFileSync("pgrep", ["-P", String(on.pid())], { encoding: "utf8" })
      .trim()
      .split("\n")[0],
  );
}

describe("the answers to ask", () => {
  it("start, edit or leave, and others are asked again", async () => {
    const on = asking("keys");
    await on.until(QUESTION);
    on.keys("x", "Enter");
    await on.until((screen) => screen.split(QUESTION).length === 3);
    on.keys("e", "Enter");
    await on.until((screen) => screen.split(QUESTION).length === 4);
    on.keys("q", "Enter");
    const screen = await on.until("exit 6");
    expect(screen).toContain("No meeting was run.");
    expect(readFileSync(join(cwd, "scenarios/keys/scenario.yaml"), "utf8")).toContain(
      "title: Edited by hand",
    );
    expect(readFileSync(join(cwd, "mode"), "utf8")).toMatch(IS_BY_LINES);
    expect(screen).toMatch(IS_BY_LINES);
  });

  it.each([
    ["SIGINT", 130],
    ["a crash", 1],
    ["SIGTERM", 143],
  ] as const)("leave the terminal as it was after %s", async (what, code) => {
    const on = asking(`after-${code}`, { node: `--import ${cwd}/crash.mjs` });
    await on.until(QUESTION);
    process.kill(programOf(on), what === "a crash" ? "SIGUSR2" : what);
    const screen = await on.until(`exit ${code}`);
    expect(screen).toMatch(/(?<!-)icanon/);
    expect(screen).toMatch(/(?<!-)echo$/m);
  });
});
