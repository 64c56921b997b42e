// Rewrites the texts and document names of a script, for documents with other names and for words
// that a study exchanges.

import type { Script } from "../schema/script.ts";

type Path = readonly PropertyKey[];

/** A copy in which each value is what `to` makes of it; undefined drops it. */
export function rewriteValue(
  value: unknown,
  to: (value: unknown, path: Path) => unknown,
  path: Path = [],
): unknown {
  const own = to(value, path);
  if (typeof own !== "object" || own === null) return own;
  const kept = Object.entries(own).flatMap(([key, each]) => {
    const inner = rewriteValue(each, to, [...path, Array.isArray(own) ? Number(key) : key]);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  return Array.isArray(own) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

type CaseMapping = {
  text: (text: string) => string;
  name: (name: string) => string;
};

const MAPPED = /^(?:plays|threads|terms|sum|agreed|open|count|prepared|members|sheet)$/;
const KEPT =
  /^(?:id|for|topic|found|who|verdict|criterion|start|then|if|needs|bars|offers|accepts|refuses|agreed|turns|to|choice|sums)$/;

export function mapScript(script: Script, { text, name }: CaseMapping): Script {
  return rewriteValue(script, (value, [part, , ...keys]) => {
    const isText = typeof value === "string" && MAPPED.test(String(part));
    // The id of a beat may be any word, and last words are by outcome.
    const fields = keys.slice(keys[0] === "beats" ? 2 : 0);
    const isKept = fields[0] !== "last" && fields.some((key) => KEPT.test(String(key)));
    if (!isText || isKept) return value;
    return keys.at(-1) === "ref" ? value.replace(/^[^#]+/, name) : text(value);
  }) as Script;
}
