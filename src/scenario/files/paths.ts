import { isAbsolute, relative, sep } from "node:path";

export function shown(path: string, cwd: string): string {
  return isOutside(cwd, path) ? path : relative(cwd, path) || ".";
}

export function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}

export function slug(name: string): string {
  const safe = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return safe === "" ? "scenario" : safe.slice(0, 64);
}
