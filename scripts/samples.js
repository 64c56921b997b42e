// Runs each shipped scenario with simulated members and keeps it as transcripts/<name>-sample: run after `npm run build`.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SEED } from "./start.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const scenarios = readdirSync(join(root, "scenarios"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

/** Seeds of meetings in which several members change their verdict. */
const SEEDS = {
  hiring: SEED,
  "architecture-review": "43",
  "hidden-profile": "79",
  investment: "71",
  trial: "2",
};

for (const { name } of scenarios) {
  const out = join(root, "transcripts", `${name}-sample`);
  rmSync(out, { recursive: true, force: true });
  const argv = [
    "dist/bin.js",
    "run",
    name,
    "--seed",
    SEEDS[name] ?? "7",
    "--quiet",
    "--output",
    out,
  ];
  const { status } = spawnSync(process.execPath, argv, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (![0, 3, 7].includes(status)) throw new Error(`${name} ended with exit code ${status}`);
  console.log(`transcripts/${name}-sample`);
}
