import { isAbsolute, relative, sep } from "node:path";

/** A path as messages show it: from the working folder where it is inside, else in full. */
export function shown(path: string, cwd: string): string {
  return isOutside(cwd, path) ? path : relative(cwd, path) || ".";
}

/** True where a path, by its letters, leads out of a folder. */
export function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** A name for folders and events: lower-case letters, digits and single hyphens. */
export function slug(name: string): string {
  const safe = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return safe === "" ? "scenario" : safe.slice(0, 64);
}
