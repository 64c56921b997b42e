// Compiles src/ to a folder, dist/ unless another is given, makes one file of the words of simulated members, and makes
// the style and the script of pages small.
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(root, process.argv[2] ?? "dist");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

rmSync(dist, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", dist], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
chmodSync(join(dist, "bin.js"), 0o755);

const { readWords } = await import(pathToFileURL(join(dist, "models/simulated/words/words.js")).href);
const words = readWords(pathToFileURL(join(root, "src/models/simulated/words/")));
writeFileSync(join(dist, "models/simulated/words/words.json"), JSON.stringify(words));

buildSync({
  absWorkingDir: root,
  entryPoints: ["src/pages/client/page.css", "src/pages/client/page.js"],
  outdir: join(dist, "pages/client"),
  bundle: true,
  minify: true,
  logLevel: "warning",
});
buildSync({
  absWorkingDir: root,
  entryPoints: ["src/web/client/live.js", "src/web/client/start.js", "src/web/client/web.css"],
  outdir: join(dist, "web/client"),
  bundle: true,
  minify: true,
  format: "iife",
  logLevel: "warning",
});
