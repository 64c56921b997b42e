import { isRecord } from "../../../lists.ts";
import { NONE } from "../../../scenario/schema/scenario.ts";
import type { Json } from "../../transcript/events.ts";
import type { FieldChoice, FieldKind } from "./kind.ts";

/** A person's name for each field; within a list or a group, `grades.depth`. */
export type FormWords = {
  readonly labels?: Readonly<Record<string, string>>;
  /** Lists with one entry for each of these: the field that tells them apart, and what each is called. */
  readonly rows?: Readonly<Record<string, { readonly key: string; readonly of: readonly FieldChoice[] }>>;
};

/** `group` has fields; `entries` is a list of any length; `rows` has one entry for each row, identified by `key`. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly about?: string;
  readonly required: boolean;
} & (
  | { readonly kind: FieldKind }
  | { readonly kind: { readonly is: "group" }; readonly fields: readonly FormField[] }
  | {
      readonly kind: { readonly is: "entries"; readonly least?: number; readonly most?: number };
      readonly fields: readonly FormField[];
    }
  | {
      readonly kind: { readonly is: "rows"; readonly key: string; readonly of: readonly FieldChoice[] };
      readonly fields: readonly FormField[];
    }
);

/** The fields of a recorded question; null if it has neither fields nor a schema. */
export function requestFields(request: { readonly [key: string]: Json }): readonly FormField[] | null {
  const { fields, schema } = request;
  if (Array.isArray(fields) && fields.every(isField)) return fields as unknown as readonly FormField[];
  return isRecord(schema) && "properties" in schema ? fieldsOfSchema(schema as FieldSchema) : null;
}

function isField(given: Json): boolean {
  return (
    isRecord(given) && typeof given.name === "string" && typeof given.label === "string" && isRecord(given.kind)
  );
}

export function isFilledIn(request: { readonly [key: string]: Json }): boolean {
  return (request.kind !== "turn" || request.form === "json") && requestFields(request) !== null;
}

export type FieldSchema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly anyOf?: readonly FieldSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly additionalProperties?: boolean;
  readonly description?: string;
};

export function fieldsOfSchema(schema: FieldSchema, words: FormWords = {}, within = ""): readonly FormField[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, { words, within, required: (schema.required ?? []).includes(name) }),
  );
}

type FieldStanding = { readonly words: FormWords; readonly within: string; readonly required: boolean };

function fieldOf(name: string, given: FieldSchema, { words, within, required }: FieldStanding): FormField {
  const schema = plainOf(given);
  const path = `${within}${name}`;
  const about = given.description ?? schema.description;
  const base = { name, label: words.labels?.[path] ?? name, required, ...(about !== undefined && { about }) };
  if (schema.properties) {
    return { ...base, kind: { is: "group" }, fields: fieldsOfSchema(schema, words, `${path}.`) };
  }
  if (schema.items?.properties) {
    const rows = words.rows?.[path];
    const fields = fieldsOfSchema(schema.items, words, `${path}.`);
    if (rows)
      return {
        ...base,
        kind: { is: "rows", ...rows },
        fields: fields.filter((each) => each.name !== rows.key),
      };
    return { ...base, kind: { is: "entries", ...sizeOf(schema) }, fields };
  }
  return { ...base, kind: kindOf(schema) };
}

function plainOf(schema: FieldSchema): FieldSchema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (!only || others.length > 0) return schema;
  return { ...schema, ...plainOf(only), anyOf: undefined } as FieldSchema;
}

function kindOf(schema: FieldSchema): FieldKind {
  const types = [schema.anyOf?.map(({ type }) => type ?? []) ?? schema.type ?? []]
    .flat(2)
    .filter((each) => each !== "null");
  const [type] = types;
  if (schema.enum)
    return { is: "choice", of: schema.enum.flatMap((value) => (value === null ? [] : [choiceOf(value)])) };
  if (type === "array" && schema.items) return listOf(schema, schema.items);
  if (types.includes("integer") || types.includes("number")) {
    const { minimum: least, maximum: most } = schema;
    return {
      is: "number",
      ...(isBound(least) && { least }),
      ...(isBound(most) && { most }),
      ...(type === "integer" && { isWhole: true }),
      ...(types.includes("string") && { orText: true }),
    };
  }
  if (type === "boolean") return { is: "yes-no" };
  return type === "string" ? { is: "text" } : { is: "json" };
}

function choiceOf(value: string | number | boolean): FieldChoice {
  return value === NONE ? { value, label: "no verdict" } : { value };
}

function listOf(schema: FieldSchema, items: FieldSchema): FieldKind {
  const item = kindOf(plainOf(items));
  if (item.is === "list" || item.is === "json") return { is: "json" };
  const isOnceEach = item.is === "choice" && (schema.maxItems ?? Number.POSITIVE_INFINITY) <= item.of.length;
  return { is: "list", item, ...sizeOf(schema), ...(isOnceEach && { isOnceEach }) };
}

function sizeOf({ minItems: least, maxItems: most }: FieldSchema): {
  readonly least?: number;
  readonly most?: number;
} {
  return { ...(isBound(least) && least > 0 && { least }), ...(isBound(most) && { most }) };
}

/** Schemas of whole numbers name the largest there are, which bounds nothing. */
function isBound(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}
