import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJournal, readTranscript } from "boardroom";
import type { Draft } from "boardroom/extend";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallMeeting } from "../../showing/meeting.ts";
import { buildProgram } from "../../support/built-program.ts";
import { openTerminals, requireTmux } from "./terminal.ts";
import { screenText, watching } from "./watching.ts";

let program: ReturnType<typeof buildProgram>;
let terminals: ReturnType<typeof openTerminals>;
let cwd: string;

beforeAll(() => {
  requireTmux();
  program = buildProgram();
  terminals = openTerminals();
  cwd = mkdtempSync(join(tmpdir(), "boardroom-watch-"));
  cpSync("transcripts/hiring-sample", join(cwd, "small"), { recursive: true });
}, 120_000);
afterAll(() => {
  terminals?.close();
  if (cwd) rmSync(cwd, { recursive: true, force: true });
});

function record(name: string, events: readonly Draft[] = smallMeeting()): void {
  const journal = createJournal(join(cwd, name));
  for (const event of events) journal.append(event);
  journal.close();
}

const watch = (args: string, options: { columns?: number; rows?: number; env?: string } = {}) =>
  terminals.open(`${process.execPath} ${program.bin} watch ${args}`, { cwd, ...options });

const eventsIn = (folder: string) => readTranscript(join(cwd, folder)).events;

describe("the program on a terminal", () => {
  it.each([
    [60, 15],
    [80, 24],
    [120, 35],
    [200, 60],
  ])("shows at %i x %i what the view functions say", async (columns, rows) => {
    const on = watch("small --from end", { columns, rows });
    const events = eventsIn("small");
    const expected = screenText(
      watching(events, { mode: "replay", canAct: false, size: { columns, rows } }),
    );
    expect(await on.until("closed")).toBe(expected);
    on.keys("q");
    await on.until("exit 0");
  });
});

describe("when it is stopped", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
  ] as const)(
    "by %s, the log is whole, the terminal restored, and the exit code %i",
    async (signal, code) => {
      const out = `by-${signal.toLowerCase()}`;
      const on = watch(`hiring --seed 7 --output ${out}`);
      await on.until(/opening vote: Chen .*\n?.*Kumar/);
      process.kill(on.pid(), signal);
      await on.until(`exit ${code}`);
      expect(on.modes()).toBe("0 1 0");
      expect(on.screen()).toContain("before");
      const { events, torn } = readTranscript(join(cwd, out));
      expect(torn).toBe(false);
      expect(events.length).toBeGreaterThan(5);
      expect(events.at(-1)!.type).not.toBe("meeting.adjourned");
    },
  );

  it("by ctrl-c, as by SIGINT", async () => {
    const on = watch("hiring --seed 7 --output by-key");
    await on.until("opening vote");
    on.keys("C-c");
    await on.until("exit 130");
    expect(on.modes()).toBe("0 1 0");
  });

  it("by SIGKILL, what was said is on record", async () => {
    const on = watch("hiring --seed 7 --output by-kill");
    await on.until(/opening vote: Chen .*\n?.*Kumar/);
    process.kill(on.pid(), "SIGKILL");
    await on.until("exit 137");
    expect(
      eventsIn("by-kill").filter(({ type }) => type === "ballot.cast").length,
    ).toBeGreaterThanOrEqual(2);
  });

  it("by damage in the record, the terminal is restored and the exit code is 5", async () => {
    record("damaged");
    const file = join(cwd, "damaged", "events.jsonl");
    const text = readFileSync(file, "utf8").replace("I would hire her", "I would fire her");
    execFileSync("sh", ["-c", `cat > "${file}"`], { input: text });
    const on = watch("damaged");
    await on.until("exit 5");
    expect(on.screen()).toContain("the hash of the line before");
    expect(on.modes()).toBe("0 1 0");
  });
});

describe("without a terminal that can draw", () => {
  const plain = (command: string) =>
    execFileSync("sh", ["-c", command], {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env.PATH, TERM: "xterm" },
    });

  it("a pipe gets the plain text of show, a note on stderr, and never an escape code", () => {
    const out = plain(`${process.execPath} ${program.bin} watch small 2>note | cat`);
    expect(out).toBe(plain(`${process.execPath} ${program.bin} show small`));
    expect(out).not.toContain("\x1b");
    expect(readFileSync(join(cwd, "note"), "utf8")).toContain("the output is not a terminal");
  });
});
