// Shortens paths for messages, and turns names into names of folders.

import { relative } from "node:path";
import { isOutside } from "../../files.ts";

export function shortenPath(path: string, cwd: string): string {
  return isOutside(cwd, path) ? path : relative(cwd, path) || ".";
}

export function toSlug(name: string): string {
  const safe = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return safe === "" ? "scenario" : safe.slice(0, 64);
}
