/**
 * Tells a member's own words from those that its prompt has: descriptions of fields, and the question. Small models copy
 * them as values. What is copied counts as not given.
 */

import { isRecord } from "../../lists.ts";
import { toPlainWords } from "../../text/plain.ts";

/** Words of a text that no member writes by chance. */
const LEAST_WORDS = 5;

/** True if the text only repeats the question, with the title or without. */
export function isRepeatOfQuestion(
  text: string,
  { title, question }: { title: string; question: string },
): boolean {
  const words = toPlainWords(text);
  if (words === toPlainWords(question)) return true;
  const isLong = words.split(" ").length >= LEAST_WORDS;
  return isLong && ` ${toPlainWords(`${title} ${question}`)} `.includes(` ${words} `);
}

/** Tests for one of these descriptions, with any marks around it. A single word can be a value. */
export function createCopyTest(descriptions: readonly string[]): (text: string) => boolean {
  const known = new Set(descriptions.map(toPlainWords).filter((words) => words.includes(" ")));
  return (text) => known.has(toPlainWords(text));
}

/** The descriptions in the form that an instruction shows for its JSON. Texts that the schema has are options. */
export function listJsonDescriptions(instruction: string, schema: object): readonly string[] {
  const form = instruction.slice(instruction.lastIndexOf("Reply with JSON"));
  const quoted = form.matchAll(/"([^"\\]{1,200})"(\s*:)?/g);
  const options = JSON.stringify(schema, (key, value) =>
    key === "description" ? undefined : value,
  );
  return [...quoted].flatMap(([, words = "", isName]) =>
    isName || options.includes(`"${words}"`) ? [] : [words],
  );
}

/** The value without copied descriptions: they become empty texts, and a list has no such item. */
export function dropCopies(value: unknown, isCopy: (text: string) => boolean): unknown {
  if (typeof value === "string") return isCopy(value) ? "" : value;
  if (Array.isArray(value))
    return value
      .filter((each) => !(typeof each === "string" && isCopy(each)))
      .map((each) => dropCopies(each, isCopy));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, dropCopies(each, isCopy)]);
  return Object.fromEntries(fields);
}
