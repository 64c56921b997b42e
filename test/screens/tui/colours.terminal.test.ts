import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProgram } from "../../support/built-program.ts";
import { openTerminals, requireTmux } from "./terminal.ts";

let program: ReturnType<typeof buildProgram>;
let terminals: ReturnType<typeof openTerminals>;
let cwd: string;

beforeAll(() => {
  requireTmux();
  program = buildProgram();
  terminals = openTerminals();
  cwd = mkdtempSync(join(tmpdir(), "boardroom-colours-"));
  cpSync("transcripts/hiring-sample", join(cwd, "small"), { recursive: true });
}, 120_000);
afterAll(() => {
  terminals?.close();
  if (cwd) rmSync(cwd, { recursive: true, force: true });
});

const watch = (env: string, args = "small --from end") =>
  terminals.open(
    `env -u COLORTERM -u TMUX ${env} ${process.execPath} ${program.bin} watch ${args}`,
    {
      cwd,
      columns: 120,
      rows: 36,
    },
  );

async function shown(env: string, args?: string) {
  const on = watch(env, args);
  const text = await on.until("closed");
  const colours = on.colours();
  on.keys("q");
  const after = await on.until("exit 0");
  const codes = [...colours.matchAll(/\x1b\[([\d;:]*)m/g)].map(([, code]) => code!);
  return { text, after, codes, modes: on.modes() };
}

const is256 = (code: string) => /(?:^|;)[34]8[;:]5[;:]/.test(code);
const isTrue = (code: string) => /(?:^|;)[34]8[;:]2[;:]/.test(code);
const isSixteen = (code: string) => /(?:^|;)(?:3[0-7]|4[0-7]|9[0-7]|10[0-7])(?:;|$)/.test(code);

describe("terminals by their TERM", () => {
  it.each([
    ["xterm", "16"],
    ["xterm-256color", "256"],
    ["screen", "16"],
    ["tmux-256color", "256"],
    ["linux", "16"],
    ["rxvt", "16"],
    ["alacritty", "all"],
    ["xterm-kitty", "all"],
    ["no-such-terminal", "16"],
    ["vt100", "none"],
  ])("%s: %s colours, no noise before or after, and given back as it was", async (term, depth) => {
    const { text, after, codes, modes } = await shown(`TERM=${term}`);
    expect(text).toContain("Should the institute hire this candidate");
    expect(after).not.toMatch(/Error|stack|warning/i);
    expect(after.trimStart().startsWith("before")).toBe(true);
    expect(modes).toBe("0 1 0");
    expect({
      256: codes.some(is256),
      all: codes.some(isTrue),
      16: codes.some((code) => isSixteen(code) && !is256(code) && !isTrue(code)),
    }).toEqual({ 256: depth === "256", all: depth === "all", 16: depth === "16" });
  });
});

describe("stopping and going on", () => {
  const shell = () => terminals.open("bash --norc -i", { cwd, columns: 120, rows: 36 });

  it("ctrl-z gives the terminal back, and fg brings keys and picture again", async () => {
    const on = shell();
    on.type(`${process.execPath} ${program.bin} watch small --from end`);
    on.keys("Enter");
    await on.until("■ closed");
    on.keys("C-z");
    await on.until("Stopped");
    expect(on.modes()).toBe("0 1 0");
    on.type("echo still $((40+2))");
    on.keys("Enter");
    await on.until("still 42");
    on.type("fg");
    on.keys("Enter");
    await on.until("■ closed");
    on.keys("?");
    await on.until("─ keys ");
    on.keys("q");
    await on.until(/[$#]\s*$/);
    expect(on.modes()).toBe("0 1 0");
  });

  it("a signal from elsewhere does the same", async () => {
    const on = shell();
    on.type(`${process.execPath} ${program.bin} watch small --from end`);
    on.keys("Enter");
    await on.until("■ closed");
    process.kill(childOf(on.pid()), "SIGTSTP");
    await on.until("Stopped");
    expect(on.modes()).toBe("0 1 0");
    on.type("fg");
    on.keys("Enter");
    await on.until("■ closed");
    on.keys("q");
    await on.until((text) => !text.includes("■ closed"));
  });
});

/** Number of the process below another. */
function childOf(pid: number): number {
  return Number(
    execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")[0],
  );
}

describe("the mouse", () => {
  it("is read in decimal numbers, so that it works beyond column 223", async () => {
    const on = terminals.open(`${process.execPath} ${program.bin} watch small --from end`, {
      cwd,
      columns: 300,
      rows: 40,
    });
    await on.until("■ closed");
    expect(on.flag("mouse_sgr_flag")).toBe("1");
    const before = await on.until("Final verdicts");
    expect(before).toContain("Final verdicts");
    on.type("\x1b[<0;3;6M");
    await on.until("›");
    on.keys("q");
    await on.until("exit 0");
    expect(on.flag("mouse_sgr_flag")).toBe("0");
  });
});
