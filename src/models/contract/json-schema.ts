// The part of a JSON Schema that a provider can enforce, and words for the rest.

import { isRecord } from "../../lists.ts";
import type { Capabilities } from "./capabilities.ts";
import type { ModelRequest } from "./model.ts";

type JsonSchema = Readonly<Record<string, unknown>>;
export type EnforcedSchema = {
  schema: Record<string, unknown>;
  /** OpenAI's strict mode requires every property of every object. */
  complete: boolean;
};

// Writes the schema of a reply in the form that a provider enforces, or in words.

const KEPT = ["$ref", "title", "description", "enum", "const", "type"] as const;

/** Providers refuse these, so the description tells them. */
const BOUNDS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
  "format",
] as const;

/** Local servers turn these into a grammar. */
const LOCAL_BOUNDS: readonly string[] = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

/** llama-server takes no larger repetition. */
const LONGEST_REPETITION = 2_000;

const enforced = {
  local: new WeakMap<JsonSchema, EnforcedSchema | null>(),
  hosted: new WeakMap<JsonSchema, EnforcedSchema | null>(),
};

type Narrowing = { complete: boolean; keepsBounds: boolean };

/** The subset that providers enforce; null if the schema does not fit it, such as an object with any keys. */
export function createEnforcedSchema(
  schema: JsonSchema,
  where: "hosted" | "local" = "hosted",
): EnforcedSchema | null {
  const known = enforced[where].get(schema);
  if (known !== undefined) return known;
  const state: Narrowing = { complete: true, keepsBounds: where === "local" };
  const narrowed = schema.type === "object" ? narrow(schema, state) : null;
  const result = narrowed === null ? null : { schema: narrowed, complete: state.complete };
  enforced[where].set(schema, result);
  return result;
}

/** The schema that a request has; null if words describe it, or if there is none. */
export function chooseSchema(
  { json }: ModelRequest,
  { structuredOutput }: Capabilities,
  where: "hosted" | "local" = "hosted",
): EnforcedSchema | null {
  if (!json || json.inWords || !structuredOutput) return null;
  return createEnforcedSchema(json.schema, where);
}

export function writeJsonInstructions(schema: JsonSchema): string {
  return [
    "Answer with one JSON value and nothing else: no prose, no code fence.",
    "It must fit this JSON Schema:",
    JSON.stringify(schema, dropUntold),
  ].join("\n");
}

/** Without what goes without saying. A text is known by its description, and a choice by its options. */
function dropUntold(key: string, value: unknown): unknown {
  if (UNTOLD.has(key) && !isRecord(value)) return undefined;
  if (!isRecord(value)) return value;
  const { type, ...rest } = value;
  const isTold =
    Array.isArray(value.enum) || (type === "string" && value.description !== undefined);
  return isTold ? rest : value;
}

const UNTOLD: ReadonlySet<string> = new Set(["$schema", "required", "default", "minLength"]);

function narrow(schema: JsonSchema, state: Narrowing): Record<string, unknown> | null {
  if (schema.allOf !== undefined || schema.prefixItems !== undefined) return null;
  const kept: Record<string, unknown> = {};
  for (const key of KEPT) if (schema[key] !== undefined) kept[key] = schema[key];
  const told: string[] = [];
  for (const key of BOUNDS.filter((each) => isBound(schema[each]))) {
    if (state.keepsBounds && isLocalBound(key, schema[key])) kept[key] = schema[key];
    else told.push(`${key} ${String(schema[key])}`);
  }
  if (told.length > 0)
    kept.description = [kept.description ?? "", `(${told.join(", ")})`].join(" ").trim();
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) {
    const narrowed = variants.map((each: JsonSchema) => narrow(each, state));
    if (narrowed.includes(null)) return null;
    kept.anyOf = narrowed;
  }
  if (isRecord(schema.$defs)) {
    const definitions = narrowAll(schema.$defs, state);
    if (definitions === null) return null;
    kept.$defs = definitions;
  }
  if (isRecord(schema.items)) {
    const items = narrow(schema.items, state);
    if (items === null) return null;
    kept.items = items;
  }
  if (schema.type === "object") return closeObject(schema, kept, state);
  return Object.keys(kept).length === 0 ? null : kept;
}

/** A safe integer's own limits say nothing. */
function isBound(value: unknown): boolean {
  return value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
}

function isLocalBound(key: string, value: unknown): boolean {
  const isRepetition = key !== "minimum" && key !== "maximum";
  return LOCAL_BOUNDS.includes(key) && !(isRepetition && Number(value) > LONGEST_REPETITION);
}

function closeObject(
  schema: JsonSchema,
  kept: Record<string, unknown>,
  state: Narrowing,
): Record<string, unknown> | null {
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
    return null;
  const own = isRecord(schema.properties) ? schema.properties : {};
  const properties = narrowAll(own, state);
  if (properties === null) return null;
  const asked: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const required = Object.keys(properties).filter(
    (name) => asked.includes(name) || canStand(own[name]),
  );
  if (required.length < Object.keys(properties).length) state.complete = false;
  return { ...kept, properties, required, additionalProperties: false };
}

/** An optional property can be asked for where null says as much, or any value will do. */
function canStand(property: unknown): boolean {
  if (!isRecord(property)) return false;
  const variants = property.anyOf ?? property.oneOf;
  const types = Array.isArray(property.type) ? property.type : [property.type];
  return (
    "default" in property ||
    types.includes("null") ||
    (Array.isArray(variants) && variants.some(canStand))
  );
}

function narrowAll(schemas: JsonSchema, state: Narrowing): Record<string, unknown> | null {
  const narrowed = Object.entries(schemas).map(([name, each]) => [
    name,
    isRecord(each) ? narrow(each, state) : null,
  ]);
  return narrowed.some(([, each]) => each === null) ? null : Object.fromEntries(narrowed);
}
