/**
 * The fields of a form that a person fills in, from a JSON Schema, and how a value of each kind is
 * read from text and written. form.ts puts fields into a form; screens show them.
 */

import { isRecord, lookUpKey } from "../../lists.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { readJson as readAnyJson } from "../../text/json-in.ts";
import type { Json } from "../transcript/events.ts";

/** A person's name for each field; within a list or a group, `grades.depth`. */
export type FormWords = {
  labels?: Readonly<Record<string, string>>;
  choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Lists with one entry for each of these: the field that tells them apart, and what each is called. */
  rows?: Readonly<Record<string, { key: string; of: readonly FieldChoice[] }>>;
};

type Bounds = { least?: number; most?: number };

/** `entries` is a list of any length; `rows` has one entry for each row, identified by `key`. */
type GroupKind =
  | { is: "group" }
  | ({ is: "entries" } & Bounds)
  | { is: "rows"; key: string; of: readonly FieldChoice[] };

export type FormField = {
  name: string;
  label: string;
  about?: string;
  required: boolean;
} & ({ kind: FieldKind } | { kind: GroupKind; fields: readonly FormField[] });

/** The fields of a recorded question; null without fields and schema. */
export function requestFields({ fields, schema }: Request): readonly FormField[] | null {
  if (Array.isArray(fields)) return fields as unknown as readonly FormField[];
  return isRecord(schema) && "properties" in schema ? toFormFields(schema as FieldSchema) : null;
}

type Request = { [key: string]: Json };

export function isFilledIn(request: Request): boolean {
  return (request.kind !== "turn" || request.form === "json") && requestFields(request) !== null;
}

type Limit = "minimum" | "maximum" | "minItems" | "maxItems" | "minLength" | "maxLength";

export type FieldSchema = { [Name in Limit]?: number } & {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  items?: FieldSchema;
  enum?: readonly (string | number | boolean | null)[];
  anyOf?: readonly FieldSchema[];
  additionalProperties?: boolean;
  description?: string;
};

export function toFormFields(
  schema: FieldSchema,
  words: FormWords = {},
  within = "",
): readonly FormField[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const path = `${within}${name}`;
    const plain = unwrapNullable(property);
    const about = property.description ?? plain.description;
    const field = {
      name,
      label: words.labels?.[path] ?? name,
      required: (schema.required ?? []).includes(name),
      about,
    };
    const group = plain.properties ? plain : plain.items;
    if (!group?.properties) return { ...field, kind: toFieldKind(plain, words.choices?.[path]) };
    const fields = toFormFields(group, words, `${path}.`);
    if (group === plain) return { ...field, kind: { is: "group" }, fields };
    const rows = words.rows?.[path];
    if (!rows) return { ...field, kind: { is: "entries", ...readSize(plain) }, fields };
    return {
      ...field,
      kind: { is: "rows", ...rows },
      fields: fields.filter((each) => each.name !== rows.key),
    };
  });
}

function unwrapNullable(schema: FieldSchema): FieldSchema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (!only || others.length > 0) return schema;
  return { ...schema, ...unwrapNullable(only), anyOf: undefined } as FieldSchema;
}

function toFieldKind(schema: FieldSchema, names: Readonly<Record<string, string>> = {}): FieldKind {
  const types = [schema.anyOf?.map(({ type }) => type ?? []) ?? schema.type ?? []]
    .flat(2)
    .filter((each) => each !== "null");
  const [type] = types;
  if (schema.enum) {
    const choices = schema.enum.map((value) => toChoice(value, lookUpKey(names, String(value))));
    return { is: "choice", of: choices.filter(({ value }) => value !== null) };
  }
  if (type === "array" && schema.items) return toListKind(schema, schema.items);
  if (types.includes("integer") || types.includes("number")) {
    const isWhole = type === "integer" || undefined;
    const orText = types.includes("string") || undefined;
    return { is: "number", ...createBounds(schema.minimum, schema.maximum), isWhole, orText };
  }
  if (type === "boolean") return { is: "yes-no" };
  return type === "string" ? { is: "text" } : { is: "json" };
}

function toChoice(value: Json, label = value === NONE ? "no verdict" : undefined): FieldChoice {
  return label === undefined ? { value } : { value, label };
}

function toListKind(schema: FieldSchema, items: FieldSchema): FieldKind {
  const item = toFieldKind(unwrapNullable(items));
  if (item.is === "list" || item.is === "json") return { is: "json" };
  return { is: "list", item, ...readSize(schema) };
}

function readSize({ minItems = 0, maxItems }: FieldSchema): Bounds {
  return createBounds(minItems > 0 ? minItems : undefined, maxItems);
}

function createBounds(least?: number, most?: number): Bounds {
  return { least: isBound(least) ? least : undefined, most: isBound(most) ? most : undefined };
}

/** Schemas of whole numbers name the largest there are, which bounds nothing. */
function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

export type FieldChoice = { value: Json; label?: string };

export type FieldKind =
  | { is: "text" | "yes-no" | "more" | "json" }
  | ({ is: "number"; isWhole?: boolean; orText?: boolean } & Bounds)
  | { is: "choice"; of: readonly FieldChoice[] }
  | ({ is: "list"; item: FieldKind } & Bounds);

export type ReadValue = { value: Json } | { problem: string };

export function describeKind(kind: FieldKind): string {
  switch (kind.is) {
    case "text":
      return "text";
    case "number":
      return `${kind.isWhole ? "whole number" : "number"}${describeRange(kind)}`;
    case "choice":
      return `one of ${describeChoices(kind.of)}`;
    case "yes-no":
    case "more":
      return "yes or no";
    case "list":
      if (kind.item.is !== "choice") return `${describeKind(kind.item)}, separated by semicolons`;
      return `any of ${describeChoices(kind.item.of)}`;
    case "json":
      return "JSON";
    default:
      return kind satisfies never;
  }
}

export function readValue(kind: FieldKind, text: string): ReadValue {
  switch (kind.is) {
    case "text":
      return { value: text };
    case "number":
      return readNumber(kind, text);
    case "choice":
      return readChoice(kind.of, text);
    case "yes-no":
    case "more":
      if (/^(?:y|yes|true)$/i.test(text)) return { value: true };
      return /^(?:n|no|false)$/i.test(text) ? { value: false } : { problem: "yes or no" };
    case "list":
      return readList(kind, text);
    case "json":
      return readJson(text);
    default:
      return kind satisfies never;
  }
}

/** The inverse of `readValue` for values that fit. */
export function writeValue(kind: FieldKind, value: Json): string {
  if (value === null) return "";
  if (typeof value === "boolean" && kind.is !== "json") return value ? "yes" : "no";
  if (kind.is === "list" && Array.isArray(value))
    return value.map((item) => writeValue(kind.item, item)).join("; ");
  return typeof value === "string" && kind.is !== "json" ? value : JSON.stringify(value);
}

function describeRange({ least, most }: { least?: number; most?: number }): string {
  const isFrom = least !== undefined;
  const isTo = most !== undefined;
  if (isFrom && isTo) return ` from ${least} to ${most}`;
  if (isFrom) return `, at least ${least}`;
  return isTo ? `, at most ${most}` : "";
}

function describeChoices(of: readonly FieldChoice[]): string {
  return of.map((choice, index) => `${index + 1} ${describeChoice(choice)}`).join(", ");
}

export function describeChoice({ value, label }: FieldChoice): string {
  return label === undefined || label === String(value)
    ? String(value)
    : `${String(value)} (${label})`;
}

function readNumber(kind: Extract<FieldKind, { is: "number" }>, text: string): ReadValue {
  const value = Number(text);
  if (Number.isNaN(value) && kind.orText) return { value: text };
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = kind;
  const isFit = value >= least && value <= most && Number.isFinite(value);
  if (!isFit || (kind.isWhole && !Number.isInteger(value)))
    return { problem: `not a ${describeKind(kind)}` };
  return { value };
}

function readChoice(of: readonly FieldChoice[], text: string): ReadValue {
  const isSame = (words: unknown) => String(words).toLowerCase() === text.toLowerCase();
  const same = of.find(({ value }) => isSame(value)) ?? of.find(({ label }) => isSame(label));
  const found = same ?? (/^\d+$/.test(text) ? of[Number(text) - 1] : undefined);
  return found === undefined ? { problem: `"${text}" is none of them` } : { value: found.value };
}

function readList(kind: Extract<FieldKind, { is: "list" }>, text: string): ReadValue {
  const { item, least = 0, most = Number.POSITIVE_INFINITY } = kind;
  const between = item.is === "text" ? ";" : /[;,]+|\s+/;
  const parts = text
    .split(
      item.is === "choice" && item.of.some(({ value }) => /[\s,]/.test(String(value)))
        ? ";"
        : between,
    )
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const values: Json[] = [];
  for (const part of parts) {
    const read = readValue(item, part);
    if ("problem" in read) return read;
    values.push(read.value);
  }
  if (values.length < least) return { problem: `at least ${least}` };
  return values.length > most ? { problem: `at most ${most}` } : { value: values };
}

function readJson(text: string): ReadValue {
  try {
    return { value: readAnyJson(text) as Json };
  } catch (error) {
    return { problem: `no JSON: ${(error as Error).message}` };
  }
}
