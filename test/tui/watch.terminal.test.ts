import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJournal, readTranscript } from "boardroom";
import type { Draft } from "boardroom/extend";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallMeeting } from "../reports/meeting.ts";
import { buildProgram } from "../support/built-program.ts";
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
  record("small");
}, 120_000);
afterAll(() => {
  terminals?.close();
  if (cwd) rmSync(cwd, { recursive: true, force: true });
});

/** Writes a recorded meeting into a folder. */
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
    const expected = screenText(watching(events, { mode: "replay", canAct: false, size: { columns, rows } }));
    expect(await on.until("CLOSED")).toBe(expected);
    on.keys("q");
    await on.until("exit 0");
  });

  it("keeps the reading position when it is resized, and says what it needs when it is too small", async () => {
    const on = watch("small --from end", { columns: 90, rows: 16 });
    await on.until("CLOSED");
    on.keys("/");
    on.type("licence");
    on.keys("Enter");
    await on.until("▸  3   JK  Dr. James Kumar");
    on.resize(50, 10);
    await on.until("Boardroom needs 60x15; this is 50x10");
    on.resize(140, 20);
    expect(await on.until("▸  3   JK  Dr. James Kumar")).toContain("Who checked the licence?");
    on.keys("Home");
    await on.until("The meeting opens.");
    on.keys("End");
    await on.until("Closed: all members withdrew");
    on.keys("q");
    await on.until("exit 0");
  });

  it("plays a record, pauses, steps back and forward, and opens panels", async () => {
    const on = watch("small --pace 8", { columns: 120 });
    await on.until("▸ REPLAY 8×");
    on.keys("Space");
    await on.until("REPLAY PAUSED");
    on.type(">>");
    await on.until("■ CLOSED");
    on.type("r");
    await on.until("message 0 of 20");
    on.type("G");
    await on.until("■ CLOSED");
    on.type("r");
    await on.until("message 0 of 20");
    on.type("#7");
    on.keys("Enter");
    await on.until("message 7 of 20");
    on.keys("Left");
    await on.until("message 6 of 20");
    on.keys("Right");
    await on.until("message 7 of 20");
    for (const [key, title] of [
      ["2", "2 next speaker"],
      ["3", "3 member"],
      ["4", "4 document"],
      ["6", "6 cost"],
      ["7", "7 on record"],
      ["?", "keys"],
    ] as const) {
      on.keys(key);
      await on.until(`─ ${title} ─`);
    }
    on.keys("q");
    await on.until("exit 0");
    expect(on.modes()).toBe("0 1 0");
  });

  it("holds a meeting: opens held, takes a step, pauses, goes on, and closes with the table", async () => {
    const on = watch("hiring --seed 7 --paused --pace instant --max-messages 12 --out held", { columns: 120 });
    await on.until("‖ PAUSED instant");
    on.keys("s");
    await on.until("opening ballot: SC");
    expect(on.screen()).not.toMatch(/opening ballot: .*MR/);
    on.keys("i");
    on.type("Mind the time.");
    on.keys("Enter");
    await on.until("waits for the next turn: chair says to");
    on.keys("Space");
    await on.until("■ CLOSED");
    on.keys("x");
    await on.until("Written to held");
    on.keys("q");
    await on.until(/exit [03]/);
    expect(on.modes()).toBe("0 1 0");
    expect(on.screen()).toContain("Transcript: held");
    const events = eventsIn("held");
    expect(events.at(-1)!.type).toBe("meeting.closed");
    expect(events.find(({ type }) => type === "person.acted")).toMatchObject({
      person: "chair",
      does: { act: "interject", text: "Mind the time." },
    });
    for (const file of ["verdicts.csv", "verdicts.json", "transcript.md"])
      expect(existsSync(join(cwd, "held", file))).toBe(true);
  });

  it("asks before it is left while the meeting is live, and can end it in order", async () => {
    const on = watch("hiring --seed 8 --pace 1 --out ended");
    await on.until("● LIVE 1×");
    on.keys("q");
    await on.until("The meeting is live.");
    on.keys("Escape");
    await on.until((text) => !text.includes("The meeting is live."));
    on.keys("q");
    await on.until("The meeting is live.");
    on.keys("e");
    await on.until("exit 3");
    expect(on.screen()).toContain("The meeting is adjourned");
    expect(eventsIn("ended").at(-1)!.type).toBe("meeting.adjourned");
  });

  it("acts on a meeting that another process holds, through its inbox", async () => {
    const writer = watch("hiring --seed 9 --paused --max-messages 8 --out shared", { columns: 120 });
    await writer.until("‖ PAUSED");
    writer.keys("s");
    await writer.until("opening ballot: SC");
    const follower = watch("shared --as Ngo", { columns: 120 });
    await follower.until("● FOLLOWING");
    await follower.until("opening ballot: SC");
    follower.keys("i");
    follower.type("From next door.");
    follower.keys("Enter");
    await follower.until("waits for the next turn: Ngo says to");
    writer.keys("s");
    await writer.until("Ngo says to all: From next door.");
    await follower.until("▸ Ngo says to all: From next door.");
    writer.keys("C-c");
    await writer.until("exit 130");
    follower.keys("q");
    await follower.until("exit 0");
  });
});

describe("when it is stopped", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
  ] as const)("by %s, the log is whole, the terminal restored, and the exit code %i", async (signal, code) => {
    const out = `by-${signal.toLowerCase()}`;
    const on = watch(`hiring --seed 7 --pace 8 --out ${out}`);
    await on.until("opening ballot: SC");
    process.kill(on.pid(), signal);
    await on.until(`exit ${code}`);
    expect(on.modes()).toBe("0 1 0");
    expect(on.screen()).toContain("before");
    const { events, torn } = readTranscript(join(cwd, out));
    expect(torn).toBe(false);
    expect(events.length).toBeGreaterThan(5);
    expect(events.at(-1)!.type).not.toBe("meeting.adjourned");
  });

  it("by ctrl-c, as by SIGINT", async () => {
    const on = watch("hiring --seed 7 --pace 8 --out by-key");
    await on.until("opening ballot");
    on.keys("C-c");
    await on.until("exit 130");
    expect(on.modes()).toBe("0 1 0");
  });

  it("by SIGKILL, what was said is on record", async () => {
    const on = watch("hiring --seed 7 --pace 8 --out by-kill");
    await on.until("opening ballot: SC");
    process.kill(on.pid(), "SIGKILL");
    await on.until("exit 137");
    expect(eventsIn("by-kill").filter(({ type }) => type === "ballot.cast").length).toBeGreaterThanOrEqual(2);
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

  it("a pipe gets the plain text of replay, a note on stderr, and never an escape code", () => {
    const out = plain(`${process.execPath} ${program.bin} watch small 2>note | cat`);
    expect(out).toBe(plain(`${process.execPath} ${program.bin} replay small`));
    expect(out).not.toContain("\x1b");
    expect(readFileSync(join(cwd, "note"), "utf8")).toContain("the output is not a terminal");
  });
});
