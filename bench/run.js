// Runs the benches on the built product: `npm run bench`, or `npm run bench -- turn start` for some of them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ["--expose-gc", "--import", "tsx", main, ...process.argv.slice(2)],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
