// What `npm start` does: it runs the example of the README and names what to do next. `npm start -- run investment` runs
// that command instead.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The meeting of the README, its samples and pictures, and of every command in the docs: `transcripts/hiring-34`. */
export const SEED = "34";

export const NEXT = `
In this folder, type npx boardroom instead of boardroom, or run npm link once. Next, try:
  npx boardroom watch hiring   watch a meeting in full screen
  npx boardroom serve --open   browse all meetings in the browser`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = fileURLToPath(new URL("../dist/bin.js", import.meta.url));
  const given = process.argv.slice(2);
  const command = given.length > 0 ? given : ["run", "hiring", "--seed", SEED];
  const { status } = spawnSync(process.execPath, [program, ...command], { stdio: "inherit" });
  if (status === 0 && given.length === 0) console.error(NEXT);
  process.exitCode = status ?? 1;
}
