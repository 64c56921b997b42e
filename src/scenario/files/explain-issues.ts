// Turns the issues of a schema into problems that a person can fix: with the value found and the
// nearest allowed one. Every file and argument that is checked with zod uses it.

import { z } from "zod";
import { MOST_PROBLEMS } from "../../errors.ts";
import { lookUpKey } from "../../lists.ts";
import { findNearest, suggestNames } from "./nearest.ts";

type ZodIssue = z.core.$ZodIssue;

type Explained = {
  path: readonly PropertyKey[];
  onKey: boolean;
  message: string;
  remedy?: string;
  more?: number;
};

/** The first problems of a value. `more` on the last: how many others there are. */
export function explainIssues(
  issues: readonly ZodIssue[],
  schema: z.ZodType,
  value: unknown,
): Explained[] {
  const all = issues.flatMap((issue) => splitIssue(issue, value));
  const explained = all.slice(0, MOST_PROBLEMS).map((issue) => explain(issue, schema, value));
  const more = all.length - explained.length;
  const rest = `and ${more.toLocaleString("en-US")} more`;
  return more === 0 ? explained : [...explained, { path: [], onKey: false, message: rest, more }];
}

/** One issue for each problem: for each unknown key, and for each of the branch of a union that was meant. */
function splitIssue(issue: ZodIssue, value: unknown): readonly ZodIssue[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ ...issue, keys: [key] }));
  if (issue.code !== "invalid_union" || "options" in issue) return [issue];
  const given = getValueAt(value, issue.path);
  const meant = issue.errors.find((branch) => !branch.some((inner) => isWrongKind(inner, given)));
  if (!meant) return [issue];
  return meant.flatMap((inner) =>
    splitIssue({ ...inner, path: [...issue.path, ...inner.path] }, value),
  );
}

export function describePath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
}

function explain(issue: ZodIssue, schema: z.ZodType, value: unknown): Explained {
  const { path } = issue;
  const found = getValueAt(value, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return explainUnknownKey(path, issue.keys.join(", "), schema);
    case "invalid_union":
      return explainUnion(issue, schema, value);
    case "invalid_key": {
      const rule = issue.issues[0]?.message ?? "is not allowed";
      const message = `key ${describeValue(path.at(-1))} of ${describePath(path.slice(0, -1))} ${rule}`;
      return { path, onKey: true, message };
    }
    default:
      return found === undefined
        ? explainMissing(path, issue, schema)
        : explainWrong(issue, found, schema);
  }
}

function explainUnknownKey(
  path: readonly PropertyKey[],
  key: string,
  schema: z.ZodType,
): Explained {
  const where = path.length === 0 ? "" : ` in ${describePath(path)}`;
  return {
    path: [...path, key],
    onKey: true,
    message: `unknown key ${describeValue(key)}${where}`,
    remedy: suggestNames(key, listKeysAt(schema, path)),
  };
}

function explainWrong(issue: ZodIssue, found: unknown, schema: z.ZodType): Explained {
  const { path } = issue;
  const description = findSchemaAt(schema, path)?.description;
  const purpose =
    description === undefined ? {} : { remedy: `${String(path.at(-1))}: ${description}.` };
  return { path, onKey: false, ...purpose, ...describeWrongValue(issue, found) };
}

function explainMissing(
  path: readonly PropertyKey[],
  issue: ZodIssue,
  schema: z.ZodType,
): Explained {
  const description = findSchemaAt(schema, path)?.description;
  const allowed = issue.code === "invalid_value" ? listValues(issue.values) : undefined;
  const hints = [description, allowed && `must be ${allowed}`].filter((hint) => hint !== undefined);
  return {
    path,
    onKey: false,
    message: `${describePath(path)} is missing`,
    remedy: `Add ${String(path.at(-1))}${hints.length > 0 ? `: ${hints.join("; ")}` : ""}.`,
  };
}

function describeWrongValue(issue: ZodIssue, found: unknown): { message: string; remedy?: string } {
  const name = describePath(issue.path) || "the file";
  const isPrivate = /key|token|secret|password|url/i.test(String(issue.path.at(-1)));
  const createMessage = (rule: string) => ({
    message: `${name} ${rule}${isPrivate ? "" : `, found ${describeValue(found)}`}`,
  });
  switch (issue.code) {
    case "invalid_type":
      return createMessage(`must be ${nameType(issue.expected)}`);
    case "invalid_value": {
      const texts = issue.values.filter((each) => typeof each === "string");
      const close = typeof found === "string" ? findNearest(found, texts) : undefined;
      const result = createMessage(`must be ${listValues(issue.values)}`);
      return close === undefined ? result : { ...result, remedy: `Did you mean ${close}?` };
    }
    case "too_small":
      return {
        message: `${name} ${describeMinimum(issue.origin, issue.minimum, issue.inclusive)}${describeFound(found)}`,
      };
    case "too_big":
      return {
        message: `${name} ${describeMaximum(issue.origin, issue.maximum, issue.inclusive)}${describeFound(found)}`,
      };
    case "invalid_format":
      return createMessage(
        issue.format === "datetime"
          ? "must be a date and time in UTC such as 2026-03-02T09:00:00Z"
          : issue.message,
      );
    case "custom": {
      const { remedy } = (issue.params ?? {}) as { remedy?: string };
      const result = createMessage(issue.message);
      return remedy === undefined ? result : { ...result, remedy };
    }
    default:
      return createMessage(issue.message);
  }
}

function describeMinimum(origin: string, minimum: number | bigint, inclusive = true): string {
  if (origin === "string")
    return minimum === 1 ? "must not be empty" : `must have at least ${minimum} characters`;
  if (origin === "array")
    return `must have at least ${minimum} ${minimum === 1 ? "entry" : "entries"}`;
  return inclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function describeMaximum(origin: string, maximum: number | bigint, inclusive = true): string {
  if (origin === "string") return `must have at most ${maximum} characters`;
  if (origin === "array") return `must have at most ${maximum} entries`;
  return inclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}

function describeFound(found: unknown): string {
  if (typeof found === "string") return found.trim() === "" ? "" : `, found ${found.length}`;
  return `, found ${Array.isArray(found) ? found.length : describeValue(found)}`;
}

function explainUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  schema: z.ZodType,
  value: unknown,
): Explained {
  const { path } = issue;
  const given = getValueAt(value, path);
  const { options } = issue as { options?: string[] };
  if (options) return explain({ ...issue, code: "invalid_value", values: options }, schema, value);
  const kinds = issue.errors
    .flat()
    .flatMap((inner) => (inner.code === "invalid_type" ? [nameType(inner.expected)] : []));
  const name = describePath(path);
  const rule = `must be ${[...new Set(kinds)].join(" or ")}, found ${describeValue(given)}`;
  return { path, onKey: false, message: `${name} ${given === undefined ? "is missing" : rule}` };
}

function isWrongKind(issue: ZodIssue, found: unknown): boolean {
  if (issue.path.length > 0) return false;
  return (
    issue.code === "invalid_type" || (issue.code === "invalid_value" && typeof found === "object")
  );
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "a mapping",
  record: "a mapping",
};

function nameType(expected: string): string {
  return lookUpKey(TYPE_NAMES, expected) ?? expected;
}

function listValues(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(", ")}`;
}

function getValueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === "object" && part !== null
        ? lookUpKey(part as Readonly<Record<string, unknown>>, String(key))
        : undefined,
    value,
  );
}

function listKeysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const found = findSchemaAt(schema, path);
  const part = found && chooseBranch(unwrap(found));
  return part instanceof z.ZodObject ? Object.keys(part.shape) : [];
}

function findSchemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((part, key) => {
    const inner = part && chooseBranch(unwrap(part));
    if (inner instanceof z.ZodObject)
      return lookUpKey(inner.shape as Readonly<Record<string, z.ZodType>>, String(key));
    if (inner instanceof z.ZodArray) return inner.element as z.ZodType;
    if (inner instanceof z.ZodRecord) return inner.valueType as z.ZodType;
    return undefined;
  }, schema);
}

function unwrap(schema: z.ZodType): z.ZodType {
  const wrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return wrapped ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

function chooseBranch(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options as z.ZodType[];
  return options.find((option) => option instanceof z.ZodObject) ?? schema;
}
