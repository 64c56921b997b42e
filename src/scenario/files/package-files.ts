import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * Files that the package ships. The source has its modules in folders; the published program is bundled, and all its
 * modules, child programs and page files are in one folder.
 */

const THIS_FILE = fileURLToPath(import.meta.url);
const IS_SOURCE = THIS_FILE.endsWith(".ts");

export const PACKAGE_ROOT = rootAbove(dirname(THIS_FILE));

function rootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : rootAbove(dirname(folder));
}

export function packagedText(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), "utf8");
}

export const PROGRAM_VERSION = (JSON.parse(packagedText("package.json")) as { readonly version: string })
  .version;

export function builtFile(path: string): URL {
  if (IS_SOURCE) return pathToFileURL(join(PACKAGE_ROOT, "src", path));
  return pathToFileURL(join(dirname(THIS_FILE), basename(path).replace(/\.ts$/, ".js")));
}

export function builtText(path: string): string {
  return readFileSync(builtFile(path), "utf8").trim();
}

export function loaderOptions(): readonly string[] {
  return IS_SOURCE ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href] : [];
}
