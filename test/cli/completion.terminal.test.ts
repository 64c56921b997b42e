import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTerminals, requireTmux } from "../screens/tui/terminal.ts";
import { buildProgram } from "../support/built-program.ts";
import { cli } from "./cli.ts";

requireTmux();
const cwd = mkdtempSync(join(tmpdir(), "boardroom-completion-"));
let program: ReturnType<typeof buildProgram>;
let terminals: ReturnType<typeof openTerminals>;
beforeAll(() => {
  program = buildProgram();
  terminals = openTerminals();
  mkdirSync(join(cwd, "bin"));
  chmodSync(program.bin, 0o755);
  symlinkSync(program.bin, join(cwd, "bin/boardroom"));
  for (const name of ["hiring-7", "our board-3"])
    cpSync(
      "transcripts/hiring-sample/events.jsonl",
      join(cwd, "transcripts", name, "events.jsonl"),
    );
  writeFileSync(join(cwd, "minutes-of-may.md"), "The minutes of May.\n");
});
afterAll(() => {
  terminals.close();
  try {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch {
    // fish goes on writing completions into its home for a while.
  }
});

const STARTED: Readonly<Record<string, string>> = {
  bash: "bash -i",
  zsh: "zsh -i",
  fish: "fish -i",
};
const THERE = Object.keys(STARTED).filter((shell) => spawnSync(shell, ["--version"]).status === 0);

describe("the Tab key", () => {
  it("can be tried in bash at least", () => {
    expect(THERE).toContain("bash");
  });

  it.each(THERE)("completes in %s, set up as the help says", async (shell) => {
    const { out } = await cli(["help", "completion"]);
    const [, file = "", line = ""] =
      new RegExp(`^In ~/(\\S+): +(.*completion ${shell}.*)$`, "m").exec(out) ?? [];
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), `${line}\n`);
    const env = `HOME=${cwd} XDG_CONFIG_HOME=${cwd}/.config PATH=${cwd}/bin:$PATH`;
    const on = terminals.open(STARTED[shell] ?? "", { cwd, env, columns: 160 });
    // A shell has read its file when it answers.
    on.type("echo rea''dy");
    on.keys("Enter");
    await on.until(/^ready/m);
    const completes = async (typed: string, whole: string) => {
      on.type(typed);
      on.keys("Tab");
      expect(await on.until(whole)).toContain(whole);
      on.keys("C-u");
    };
    await completes("boardroom veri", "boardroom verify");
    await completes("boardroom ask 'Should we?' --pan", "--panel");
    await completes(
      "boardroom run hiring --model anthropic:some --max-dol",
      "anthropic:some --max-dollars",
    );
    await completes("boardroom report transcripts/h", "report transcripts/hiring-7");
    await completes("boardroom run hid", "run hidden-profile");
    await completes("boardroom show hir", "show hiring-7");
    await completes("boardroom ask 'Should we?' --panel pric", "--panel pricing");
    await completes("boardroom run hiring --member sarah", "--member sarah-chen=");
    await completes("boardroom run hiring --document minu", "--document minutes-of-may.md");
  });
});
