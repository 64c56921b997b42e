// Compiles src/ to a folder, dist/ unless another is given, and makes the style and the script of pages small. Everything is built in a new folder, which then takes the place of the old
// one: two builds at once, or a build while npm packs, find a whole folder.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(root, process.argv[2] ?? "dist");
mkdirSync(dirname(dist), { recursive: true });
const built = mkdtempSync(`${dist}.building-`);
process.on("exit", () => rmSync(built, { recursive: true, force: true }));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", built], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
chmodSync(built, 0o755);
chmodSync(join(built, "bin.js"), 0o755);

buildSync({
  absWorkingDir: root,
  entryPoints: ["src/screens/pages/client/page.css", "src/screens/pages/client/page.js"],
  outdir: join(built, "screens/pages/client"),
  bundle: true,
  minify: true,
  logLevel: "warning",
});
buildSync({
  absWorkingDir: root,
  entryPoints: [
    "src/screens/web/client/live.js",
    "src/screens/web/client/start.js",
    "src/screens/web/client/web.css",
  ],
  outdir: join(built, "screens/web/client"),
  bundle: true,
  minify: true,
  format: "iife",
  logLevel: "warning",
});

swapIn();

/** Renames the old folder away and the new one into its place. If another build is faster, its folder is the old one. */
function swapIn() {
  for (;;) {
    const old = mkdtempSync(`${dist}.old-`);
    try {
      renameSync(dist, join(old, "dist"));
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
    try {
      return renameSync(built, dist);
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}
