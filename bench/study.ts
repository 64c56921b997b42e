import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "./bench.ts";
import { PROGRAM } from "./product.ts";

const MEETINGS = 600;

export const bench: Bench = {
  name: "study",
  about: `a study of ${MEETINGS} simulated meetings, in one process and in two`,
  async run() {
    const [one, two] = [await held(MEETINGS, 1), await held(MEETINGS, 2)];
    const rate = ({ meetings, seconds }: Lap) => meetings / seconds;
    const beginning = ({ seconds, whole }: Lap) =>
      `${(whole - 2 * seconds).toFixed(1)} s to get warm`;
    return [
      {
        what: "meetings a second of a study in two processes",
        against: "in one process",
        measured: rate(two) / rate(one),
        unit: "times",
        target: { atLeast: 1.8 },
        detail: `${rate(two).toFixed(1)} to ${rate(one).toFixed(1)} a second, from the second half of ${MEETINGS} meetings of the hiring board, on disk, as in a study of 2,400; ${beginning(two)}, and ${beginning(one)}`,
      },
      {
        what: `memory of a study of ${MEETINGS} in one process`,
        against: "nothing",
        measured: one.megabytes,
        unit: "MB",
        target: { atMost: 250 },
        detail: `${two.megabytes.toFixed(0)} MB in two processes and their parent, pages that they share counted once`,
      },
    ];
  },
};

/** `seconds`: of the second half of the meetings, when the program is warm. `whole`: with the start. */
type Lap = {
  meetings: number;
  seconds: number;
  whole: number;
  megabytes: number;
};

async function held(meetings: number, processes: number): Promise<Lap> {
  const cwd = mkdtempSync(join(tmpdir(), "boardroom-bench-"));
  try {
    const file = `title: Bench\nscenario: hiring\nseeds: 1..${meetings}\narms: { as-is: {} }\n`;
    writeFileSync(join(cwd, "study.yaml"), file);
    const run = [
      "study",
      "run",
      "study.yaml",
      "--output",
      "held",
      "--processes",
      String(processes),
    ];
    const began = performance.now();
    const child = spawn(process.execPath, [fileURLToPath(PROGRAM), ...run], {
      cwd,
      stdio: "ignore",
    });
    const results = join(cwd, "held/results.jsonl");
    const seen: { at: number; bytes: number }[] = [];
    let megabytes = 0;
    const watch = setInterval(() => {
      seen.push({
        at: performance.now(),
        bytes: statSync(results, { throwIfNoEntry: false })?.size ?? 0,
      });
      if (seen.length % 5 === 0) megabytes = Math.max(megabytes, memoryOf(child.pid ?? 0));
    }, 100);
    const code = await new Promise((resolve) => child.on("exit", resolve));
    clearInterval(watch);
    const ended = performance.now();
    const middle = seen.find(({ bytes }) => bytes >= statSync(results).size / 2);
    if (code !== 0 || !middle) throw new Error(`the study ended with ${String(code)}`);
    const [seconds, whole] = [(ended - middle.at) / 1000, (ended - began) / 1000];
    return { meetings: meetings / 2, seconds, whole, megabytes };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Resident memory of a process and of those it has started, MB; 0 if the system does not tell. */
function memoryOf(parent: number): number {
  try {
    const own = readdirSync("/proc").filter((name) => {
      if (name === String(parent)) return true;
      if (!/^\d+$/.test(name)) return false;
      const stat = readFile(`/proc/${name}/stat`);
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(parent);
    });
    const share = (name: string) =>
      Number(/^Pss:\s+(\d+)/m.exec(readFile(`/proc/${name}/smaps_rollup`))?.[1] ?? 0);
    return own.reduce((sum, name) => sum + share(name), 0) / 1024;
  } catch {
    return 0;
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
