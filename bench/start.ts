import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Bench } from "./bench.ts";
import { median } from "./measure.ts";
import { PROGRAM } from "./product.ts";

const PAIRS = 25;

export const bench: Bench = {
  name: "start",
  about: "`boardroom --help` from start to end beside `node -e 0`",
  async run() {
    const help: number[] = [];
    const nothing: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      nothing.push(timeOf(["-e", "0"]));
      help.push(timeOf([fileURLToPath(PROGRAM), "--help"]));
    }
    return [
      {
        what: "boardroom --help",
        against: "node -e 0",
        measured: median(help) / median(nothing),
        unit: "times",
        target: { atMost: 1.5 },
        detail: `medians of ${PAIRS} pairs: ${median(help).toFixed(1)} ms to ${median(nothing).toFixed(1)} ms`,
      },
    ];
  },
};

function timeOf(args: readonly string[]): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
  return performance.now() - started;
}
