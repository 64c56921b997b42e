import { type Article, list, listItem, md, nestItems, section } from "../../text/article.ts";
import { capitalize } from "../../text/plain.ts";

/** A heading for each field of an answer; a list of things with a `kind` has one for each. */
export type Section = { anchor: string; parts: Article };

export function sectionsOf(answer: object): Section[] {
  return Object.entries(answer).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const kinds = Array.isArray(value) ? value.filter((each) => each?.kind !== undefined) : [];
    if (kinds.length > 0)
      return kinds.map(({ kind, ...rest }) => ({ anchor: kind, parts: blockOf(rest) }));
    return [{ anchor: snake(name), parts: blockOf(value) }];
  });
}

export function sheetBody(answer: object): Article {
  return sectionsOf(answer).flatMap(({ anchor, parts }) =>
    section(2, capitalize(anchor.replaceAll("_", " ")), parts),
  );
}

function blockOf(value: unknown): Article {
  if (typeof value === "number") return [md`${value} of 5`];
  if (typeof value !== "object" || value === null) return [md`${String(value)}`];
  if (!Array.isArray(value))
    return [
      list(
        fieldsOf(value).flatMap(([name, each]) => {
          const head = `${capitalize(inWords(name))}:`;
          return Array.isArray(each) && each.length > 0
            ? [listItem(head), ...nestItems(each.map(lineOf))]
            : [listItem(md`${head} ${lineOf(each)}`)];
        }),
      ),
    ];
  return [value.length === 0 ? md`None.` : list(value.map(lineOf))];
}

/** `the clerk asks; delta: queue=3`: what comes first needs no name. A citation is its id. */
function lineOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(lineOf).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  if ("relation" in value && "id" in value) return String(value.id);
  return fieldsOf(value)
    .map(([name, each], index) => {
      if (name === "quote") return `“${each}”`;
      return index === 0 && typeof each === "string" ? each : `${inWords(name)}: ${lineOf(each)}`;
    })
    .join("; ")
    .replaceAll(".; ", "; ");
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
}

function inWords(name: string): string {
  return snake(name).replaceAll("_", " ");
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
