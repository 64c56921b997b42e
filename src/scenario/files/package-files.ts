// Finds the files that the package ships. In the source, modules are in folders; the published
// program is bundled, and its modules, child programs and page files are in one folder.

import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readUtf8 } from "../../files.ts";

const THIS_FILE = fileURLToPath(import.meta.url);
const IS_SOURCE = THIS_FILE.endsWith(".ts");

export const PACKAGE_ROOT = findRootAbove(dirname(THIS_FILE));

function findRootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRootAbove(dirname(folder));
}

export function readPackagedText(path: string): string {
  return readUtf8(join(PACKAGE_ROOT, path));
}

export const PROGRAM_VERSION = (JSON.parse(readPackagedText("package.json")) as { version: string })
  .version;

/** Differs from build to build: the names of built files hold digests of what they say. */
export const PROGRAM_BUILD = [PROGRAM_VERSION, ...readdirSync(dirname(THIS_FILE))].join(" ");

export function locateBuiltFile(path: string): URL {
  if (IS_SOURCE) return pathToFileURL(join(PACKAGE_ROOT, "src", path));
  return pathToFileURL(join(dirname(THIS_FILE), basename(path).replace(/\.ts$/, ".js")));
}

export function readBuiltText(path: string): string {
  return readUtf8(fileURLToPath(locateBuiltFile(path))).trim();
}

export function getLoaderOptions(): readonly string[] {
  return IS_SOURCE
    ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href]
    : [];
}
