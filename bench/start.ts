import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Bench, Finding } from "./bench.ts";
import { median } from "./measure.ts";
import { LIBRARY, PROGRAM } from "./product.ts";

const PAIRS = 25;
const EMPTY = ["-e", "0"];

export const bench: Bench = {
  name: "start",
  about: "starting the program and loading the library, beside a Node process that does neither",
  async run() {
    const importing = (name: string) => [
      "--input-type=module",
      "-e",
      `import ${JSON.stringify(name)}`,
    ];
    const help = pairsOf([fileURLToPath(PROGRAM), "--help"], importing("commander"));
    const library = pairsOf(importing(LIBRARY.href), EMPTY);
    const seconds = (median(library.one) - median(library.other)) / 1000;
    return [
      {
        ...{ what: "boardroom --help", against: "a Node program that only loads commander" },
        ...{
          measured: median(help.one) / median(help.other),
          unit: "times",
          target: { atMost: 1.1 },
        },
        detail: detailOf(help),
      },
      {
        ...{ what: 'import "boardroom"', against: "an empty Node program, subtracted" },
        ...{ measured: seconds, unit: "s", target: { atMost: 0.25 } },
        detail: detailOf(library),
      },
    ] satisfies readonly Finding[];
  },
};

type Pairs = { one: readonly number[]; other: readonly number[] };

/** Milliseconds of each; they take turns, so that other programs slow both. */
function pairsOf(one: readonly string[], other: readonly string[]): Pairs {
  const times = Array.from({ length: PAIRS }, () => ({ other: timeOf(other), one: timeOf(one) }));
  return { one: times.map((each) => each.one), other: times.map((each) => each.other) };
}

function detailOf({ one, other }: Pairs): string {
  return `medians of ${PAIRS} pairs: ${median(one).toFixed(1)} ms to ${median(other).toFixed(1)} ms`;
}

function timeOf(args: readonly string[]): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
  return performance.now() - started;
}
