import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** A file of src, by its path in it. */
export type SourceFile = { file: string; text: string };

export const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .toSorted();
export const sources: readonly SourceFile[] = files.map((file) => ({
  file,
  text: readFileSync(join("src", file), "utf8"),
}));

/** What a file imports, types and dynamic imports included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
}

/** The files of src that each of them imports. */
export const imported: ReadonlyMap<string, readonly string[]> = new Map(
  sources.map(({ file, text }) => [
    file,
    importsOf(text)
      .filter((name) => name.startsWith("."))
      .map((name) => normalize(join(dirname(file), name)))
      .filter((target) => existsSync(join("src", target))),
  ]),
);

/** Files that import each other, directly or by way of others: each circle as its files in order. */
export function circles(): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[] = [];
  function visit(file: string): void {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const target of imported.get(file)!) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.toSorted().join(" + "));
  }
  for (const file of files) if (!index.has(file)) visit(file);
  return found.toSorted();
}

/**
 * Pairs of places that import both ways: two folders side by side, with all that is in them, or the files of a folder
 * and one of its own sub-folders. The files that lie in src itself are no folder.
 */
export function bothWays(): string[] {
  const ways = new Set<string>();
  for (const [file, targets] of imported) {
    for (const target of targets) {
      const [from, to] = placesApart(file.split("/"), target.split("/"));
      if (from !== null && from !== to) ways.add(`${from} > ${to}`);
    }
  }
  const pairs = [...ways].map((way) => way.split(" > ") as [string, string]);
  return pairs
    .filter(([from, to]) => from < to && ways.has(`${to} > ${from}`))
    .map(([from, to]) => `${from} + ${to}`)
    .toSorted();
}

function placesApart(
  from: readonly string[],
  to: readonly string[],
): [string, string] | [null, null] {
  const shared = from.findIndex((part, at) => part !== to[at]);
  const place = (parts: readonly string[]) =>
    parts.slice(0, Math.min(shared + 1, parts.length - 1)).join("/");
  const places: [string, string] = [place(from), place(to)];
  return places.includes("") ? [null, null] : places;
}

/** Names that a file of src exports though no other file of the project says them: `name in file`. */
export function exportedForNobody(): string[] {
  const places = new Map<string, Set<string>>();
  for (const folder of ["src", "test", "scripts"]) {
    const here = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of here.filter(
      (name) => /\.(?:tsx?|js)$/.test(name) && !name.includes("node_modules"),
    )) {
      const path = join(folder, file);
      for (const [word] of readFileSync(path, "utf8").matchAll(/[A-Za-z_$][\w$]*/g))
        places.set(word, (places.get(word) ?? new Set()).add(path));
    }
  }
  const entries = sources.filter(({ file }) => !file.includes("/")).map(({ text }) => text);
  const wholes = entries.flatMap((text) =>
    [...text.matchAll(/^export \* from "\.\/(.+)";/gm)].map(([, path]) => path),
  );
  return sources
    .filter(({ file }) => file.includes("/") && !wholes.includes(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm)]
        .filter(([, name]) => places.get(name!)?.size === 1)
        .map(([, name]) => `${name} in ${file}`),
    );
}

export function writtenTwice(): string[] {
  const places = new Map<string, string[]>();
  for (const { file, text } of sources) {
    for (const [whole, name] of text.matchAll(
      /^(?:export )?(?:async )?function (\w+)[\s\S]*?^}/gm,
    )) {
      const body = whole.slice(whole.indexOf("(")).replace(/\s+/g, " ");
      if (body.length > 40) places.set(body, [...(places.get(body) ?? []), `${name} in ${file}`]);
    }
  }
  return [...places.values()].filter((all) => all.length > 1).map((all) => all.join(" + "));
}

/** Each `!` after a value, which promises that it is there; the formatter puts one nowhere else. */
export function nonNullAssertions(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...code.matchAll(/(?<=[\w)\]])!(?=[.,;:)\]}[(]|$| (?![A-Z]))/gm)].length;
}

/** Files outside `protocols/` that compare something with the name of a protocol. */
export function comparingWithAProtocol(): string[] {
  const own = sources.filter(({ file }) => file.startsWith("protocols/"));
  const names = own.flatMap(({ text }) =>
    [...text.matchAll(/^\s*name: "([\w-]+)",\n\s*version: PROTOCOL_VERSIONS/gm)].map(
      ([, name]) => name!,
    ),
  );
  if (names.length < 5) throw new Error(`too few protocols are found: ${names.join(", ")}`);
  const name = `"(?:${names.join("|")})"`;
  const compared = new RegExp(`[!=]== ${name}|${name} [!=]==|case ${name}`);
  return sources
    .filter(({ file, text }) => !file.startsWith("protocols/") && compared.test(text))
    .map(({ file }) => file);
}
