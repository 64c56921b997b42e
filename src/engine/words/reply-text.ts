import type { Draft, Json } from "../transcript/events.ts";

export function contentInWords({ content, reply }: Pick<Draft<"message.spoken">, "content" | "reply">): string {
  return typeof reply === "object" && reply !== null ? outline(reply).join("\n") : content;
}

type Tree = readonly Json[] | { readonly [key: string]: Json };

/** One line per value. A record of short values is one line. */
function outline(tree: Tree): string[] {
  if (isList(tree))
    return tree.flatMap((item) => marked(isTree(item) ? (oneLine(item) ?? outline(item)) : [String(item)]));
  return Object.entries(tree).flatMap(([key, value]) => {
    if (isEmpty(value)) return [];
    const name = `${inWords(key)}:`;
    if (!isTree(value)) return [`${name} ${String(value)}`];
    const line = isList(value) ? null : oneLine(value);
    return line ? [`${name} ${line[0]}`] : [name, ...outline(value)];
  });
}

function oneLine(tree: Tree): string[] | null {
  if (isList(tree)) return null;
  const entries = Object.entries(tree).filter(([, value]) => !isEmpty(value));
  if (entries.some(([, value]) => isTree(value))) return null;
  return [entries.map(([key, value]) => `${inWords(key)}: ${String(value)}`).join("; ")];
}

function marked(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? `- ${line}` : line));
}

/** `timeToFirstOutput` and `testable_as` are read as words. */
function inWords(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (isTree(value) && Object.keys(value).length === 0);
}

function isTree(value: Json): value is Tree {
  return typeof value === "object" && value !== null;
}

function isList(tree: Tree): tree is readonly Json[] {
  return Array.isArray(tree);
}
