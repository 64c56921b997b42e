/**
 * Reads JSON that a model wrote nearly right: with a trailing comma, a comment, a name around it, a number in quotation
 * marks. It is read only if it can mean one thing; otherwise the model is asked again.
 */
import type { z } from "zod";
import { isRecord } from "../../lists.ts";
import { findObjects, type JsonReply, parseJsonReply, tryReadJson } from "../../text/json-in.ts";
import { loadYaml } from "../../text/parsers.ts";
import { dropCopies } from "./own-words.ts";
import { readOption } from "./read-option.ts";

type Fitted = {
  value: unknown;
  result: z.ZodSafeParseResult<unknown>;
  /** True if the reply fits only after a repair. */
  isRepaired: boolean;
};

/** `repeated`: keys with two values, which count as not given. */
type Reading = Fitted & Pick<JsonReply, "repeated" | "isTooDeep">;

/**
 * What the text means under the schema. If it does not fit, or could mean two things, `result` has the error. `isCopy`:
 * tells a description that the model copied as a value.
 */
export function readFitting(
  text: string,
  schema: z.ZodType,
  isCopy: (text: string) => boolean = () => false,
): Reading {
  const { value: stated, repeated, isTooDeep } = parseJsonReply(text);
  const value = dropCopies(stated, isCopy);
  const result = schema.safeParse(value);
  const asStated = { value, result, isRepaired: false, repeated, isTooDeep };
  if (result.success || repeated.length > 0) return asStated;
  const fitting = new Map<string, Fitted>();
  for (const candidate of [value, ...findObjects(text).map(readLoosely)]) {
    const mended = repairJson(dropCopies(candidate, isCopy), schema);
    if (mended) fitting.set(JSON.stringify(mended.result.data), mended);
  }
  const [only, ...others] = [...fitting.values()];
  return only && others.length === 0 ? { ...asStated, ...only } : asStated;
}

function repairJson(candidate: unknown, schema: z.ZodType): Fitted | null {
  for (const unwrapped of unwrap(candidate)) {
    const value = structuredClone(unwrapped);
    const { error } = schema.safeParse(value);
    for (const issue of error?.issues ?? []) repairPlace(value, issue);
    const result = schema.safeParse(value);
    if (result.success) return { value, result, isRepaired: true };
  }
  return null;
}

/** The object itself, or the one inside a string, a list of one or a single name. */
function unwrap(value: unknown): readonly unknown[] {
  if (typeof value === "string") return unwrap(tryReadJson(value)).filter(isRecord);
  if (Array.isArray(value)) return value.length === 1 ? value.filter(isRecord) : [];
  if (!isRecord(value)) return [];
  const inside = Object.values(value);
  return inside.length === 1 ? [value, ...inside.filter(isRecord)] : [value];
}

/** Changes one value in place, if it can only mean what the schema asks for. */
function repairPlace(root: unknown, issue: z.core.$ZodIssue): void {
  const key = issue.path.at(-1);
  const holder = issue.path.slice(0, -1).reduce<unknown>((at, part) => getPart(at, part), root);
  if (key === undefined || typeof holder !== "object" || holder === null) return;
  const held = holder as Record<PropertyKey, unknown>;
  const mended = repairValue(held[key], issue);
  if (mended !== undefined) held[key] = mended;
}

function getPart(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function repairValue(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code === "invalid_value" && typeof value === "string")
    return readOption(
      value,
      issue.values.filter((each) => typeof each === "string"),
    );
  if (issue.code !== "invalid_type") return undefined;
  if (issue.expected === "array" && (value === null || value === undefined)) return [];
  if (typeof value !== "string") return undefined;
  const isNumber = issue.expected === "number" || issue.expected === "int";
  if (isNumber && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)) return Number(value);
  return issue.expected === "boolean"
    ? { true: true, false: false }[value.trim().toLowerCase()]
    : undefined;
}

/** YAML takes trailing commas, single quotation marks and line breaks in texts. */
function readLoosely(text: string): unknown {
  const exact = tryReadJson(text);
  if (exact !== undefined) return exact;
  try {
    return loadYaml().parse(dropComments(text), { maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

/** Without comments, and with the words of Python, outside of texts. */
function dropComments(text: string): string {
  const parts =
    /((?<!\\)"(?:[^"\\]|\\.)*"|(?<!\\)'(?:[^'\\]|\\.)*')|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/)){0,300}\*\/|\bNone\b/gs;
  return text.replace(parts, (part, quoted) => quoted ?? (part === "None" ? "null" : " "));
}
