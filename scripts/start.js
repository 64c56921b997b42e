// What `npm start` does: it runs the example of the README and names what to do next.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The meeting of the README, its samples and pictures, and of every command in the docs: `transcripts/hiring-34`. */
export const SEED = "34";

export const NEXT = `
In this folder, type npx boardroom instead of boardroom. More ways to look at it:
  npx boardroom watch hiring   the same in a full-screen view, as it is spoken
  npx boardroom serve --open   every meeting in the browser`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = fileURLToPath(new URL("../dist/bin.js", import.meta.url));
  const { status } = spawnSync(process.execPath, [program, "run", "hiring", "--seed", SEED], {
    stdio: "inherit",
  });
  if (status === 0) console.error(NEXT);
  process.exitCode = status ?? 1;
}
