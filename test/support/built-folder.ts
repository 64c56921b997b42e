import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** One for the whole run: the first who needs the program compiles it there. */
    builtFolder: string;
  }
}

export const root = fileURLToPath(new URL("../..", import.meta.url));

export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-built-"));
  for (const name of [
    "package.json",
    "node_modules",
    "scenarios",
    "schemas",
    "personas",
    "panels",
    "templates",
  ])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  provide("builtFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
