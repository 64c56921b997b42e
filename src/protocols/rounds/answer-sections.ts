/**
 * Turns the JSON of an artifact into an article with one section for each field, and names the
 * places that checks can cite.
 */

import { type Article, list, listItem, md, nestItems, section } from "../../text/article.ts";
import { capitalize } from "../../text/plain.ts";

/** A heading for each field of an answer; a list of things with a `kind` has one for each. */
type AnswerSection = { anchor: string; value: unknown };

export function listSections(answer: object): AnswerSection[] {
  return Object.entries(answer).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const kinds = Array.isArray(value) ? value.filter((each) => each?.kind !== undefined) : [];
    if (kinds.length > 0) return kinds.map(({ kind, ...rest }) => ({ anchor: kind, value: rest }));
    return [{ anchor: toSnakeCase(name), value }];
  });
}

export function createSheetBody(answer: object): Article {
  return listSections(answer).flatMap(({ anchor, value }) =>
    section(2, capitalize(anchor.replaceAll("_", " ")), renderValue(value)),
  );
}

function renderValue(value: unknown): Article {
  if (typeof value === "number") return [md`${value} of 5`];
  if (typeof value !== "object" || value === null) return [md`${String(value)}`];
  if (!Array.isArray(value))
    return [
      list(
        listFields(value).flatMap(([name, each]) => {
          const head = `${capitalize(spellName(name))}:`;
          return Array.isArray(each) && each.length > 0
            ? [listItem(head), ...nestItems(each.map(renderLine))]
            : [listItem(md`${head} ${renderLine(each)}`)];
        }),
      ),
    ];
  return [value.length === 0 ? md`None.` : list(value.map(renderLine))];
}

/** `the clerk asks; delta: queue=3`: what comes first needs no name. A citation is its id. */
function renderLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(renderLine).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  if ("relation" in value && "id" in value) return String(value.id);
  return listFields(value)
    .map(([name, each], index) => {
      if (name === "quote") return `“${each}”`;
      return index === 0 && typeof each === "string"
        ? each
        : `${spellName(name)}: ${renderLine(each)}`;
    })
    .join("; ")
    .replaceAll(".; ", "; ");
}

function listFields(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
}

function spellName(name: string): string {
  return toSnakeCase(name).replaceAll("_", " ");
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
