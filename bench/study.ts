import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "./bench.ts";
import { PROGRAM } from "./product.ts";

const FEW = 150;
const MANY = 600;
const MOST_MB = 400;

export const bench: Bench = {
  name: "study",
  about: "a study of simulated meetings, in one process and in two, few and many",
  async run() {
    // Both sides take turns, so that whatever else the machine does falls on both.
    const [one, two] = [
      [await held(FEW, 1), await held(FEW, 1)],
      [await held(FEW, 2), await held(FEW, 2)],
    ];
    const many = await held(MANY, 2);
    const rate = (laps: readonly Lap[]) =>
      laps.reduce((sum, lap) => sum + lap.meetings / lap.seconds, 0) / laps.length;
    const each = ({ seconds, meetings }: Lap) => (1000 * seconds) / meetings;
    const [alone, both] = [rate(one), rate(two)];
    return [
      {
        what: `meetings a second of a study in two processes`,
        against: "in one process",
        measured: both / alone,
        unit: "times",
        target: { atLeast: 1.8 },
        detail: `${both.toFixed(1)} to ${alone.toFixed(1)} a second, ${FEW} meetings of the hiring board, on disk`,
      },
      {
        what: `time a meeting in a study of ${MANY}`,
        against: `of ${FEW}`,
        measured: each(many) / (1000 / both),
        unit: "times",
        target: { atMost: 1.1 },
        detail: `${each(many).toFixed(1)} ms to ${(1000 / both).toFixed(1)} ms, two processes`,
      },
      {
        what: `memory of all processes of a study of ${MANY}`,
        against: "no growth with the meetings",
        measured: many.megabytes,
        unit: "MB",
        target: { atMost: MOST_MB },
        detail: `${two[0]?.megabytes.toFixed(0)} MB with ${FEW} meetings`,
      },
    ];
  },
};

type Lap = { readonly meetings: number; readonly seconds: number; readonly megabytes: number };

/** Holds a study of so many meetings; time from its first result to its last, since processes start only once. */
async function held(meetings: number, processes: number): Promise<Lap> {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  try {
    const file = `title: Bench\nscenario: hiring\nseeds: 1..${meetings}\narms: { as-is: {} }\n`;
    writeFileSync(join(cwd, "study.yaml"), file);
    const argv = [
      fileURLToPath(PROGRAM),
      "study",
      "run",
      "study.yaml",
      "--output",
      "held",
      "--processes",
      String(processes),
    ];
    const child = spawn(process.execPath, argv, { cwd, stdio: "ignore" });
    const results = join(cwd, "held/results.jsonl");
    let first: number | null = null;
    let megabytes = 0;
    const watch = setInterval(() => {
      first ??= linesIn(results) > 0 ? performance.now() : null;
      megabytes = Math.max(megabytes, memoryOf(child.pid ?? 0));
    }, 50);
    const code = await new Promise((resolve) => child.on("exit", resolve));
    clearInterval(watch);
    if (code !== 0 || first === null) throw new Error(`the study ended with ${String(code)}`);
    return { meetings, seconds: (performance.now() - first) / 1000, megabytes };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function linesIn(file: string): number {
  try {
    return readFileSync(file, "utf8").length;
  } catch {
    return 0;
  }
}

/** Resident memory of a process and of those it has started, MB; 0 where the system does not tell. */
function memoryOf(parent: number): number {
  try {
    const own = readdirSync("/proc").filter((name) => {
      if (name === String(parent)) return true;
      if (!/^\d+$/.test(name)) return false;
      const stat = statOf(name);
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(parent);
    });
    return own.reduce((sum, name) => sum + Number(/VmRSS:\s+(\d+)/.exec(statusOf(name))?.[1] ?? 0), 0) / 1024;
  } catch {
    return 0;
  }
}

function statOf(name: string): string {
  try {
    return readFileSync(`/proc/${name}/stat`, "utf8");
  } catch {
    return "";
  }
}

function statusOf(name: string): string {
  return readFileSync(`/proc/${name}/status`, "utf8");
}
