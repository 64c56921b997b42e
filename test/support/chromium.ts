import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import setupBuilt from "./built-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the one browser of the run; null where the machine has none. */
    browserAddress: string | null;
  }
}

/** The browser of this machine: as `CHROMIUM` names it, else the first of the usual names in the path. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM;
  if (named !== undefined) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  return (
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
  );
}

/** Starts one browser for all files of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeBuilt = setupBuilt(project);
  const executablePath = findChromium();
  if (executablePath === null)
    console.warn(
      "Skipped: no Chromium in the path. apt-get install chromium, or name it in CHROMIUM.",
    );
  const server =
    executablePath === null
      ? null
      : await chromium.launchServer({ executablePath, args: ["--no-sandbox"] });
  project.provide("browserAddress", server?.wsEndpoint() ?? null);
  return async () => {
    await server?.close();
    removeBuilt();
  };
}
