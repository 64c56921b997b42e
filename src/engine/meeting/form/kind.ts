import type { Json } from "../../transcript/events.ts";

export type FieldChoice = { readonly value: Json; readonly label?: string };

export type FieldKind =
  | { readonly is: "text" }
  | {
      readonly is: "number";
      readonly least?: number;
      readonly most?: number;
      readonly isWhole?: boolean;
      readonly orText?: boolean;
    }
  | { readonly is: "choice"; readonly of: readonly FieldChoice[] }
  | { readonly is: "yes-no" }
  | { readonly is: "more" }
  | {
      readonly is: "list";
      readonly item: FieldKind;
      readonly least?: number;
      readonly most?: number;
      readonly isOnceEach?: boolean;
    }
  | { readonly is: "json" };

type ReadValue = { readonly value: Json } | { readonly problem: string };

export function kindInWords(kind: FieldKind): string {
  switch (kind.is) {
    case "text":
      return "text";
    case "number":
      return `${kind.isWhole ? "whole number" : "number"}${rangeInWords(kind)}`;
    case "choice":
      return `one of ${choicesInWords(kind.of)}`;
    case "yes-no":
    case "more":
      return "yes or no";
    case "list":
      if (kind.item.is !== "choice") return `list of ${kindInWords(kind.item)}, a semicolon between two`;
      return `${kind.isOnceEach ? "in order, each at most once" : "any"} of ${choicesInWords(kind.item.of)}`;
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

function rangeInWords({ least, most }: { readonly least?: number; readonly most?: number }): string {
  const isFrom = least !== undefined;
  const isTo = most !== undefined;
  if (isFrom && isTo) return ` from ${least} to ${most}`;
  if (isFrom) return `, at least ${least}`;
  return isTo ? `, at most ${most}` : "";
}

function choicesInWords(of: readonly FieldChoice[]): string {
  return of.map((choice, index) => `${index + 1} ${choiceInWords(choice)}`).join(", ");
}

export function choiceInWords({ value, label }: FieldChoice): string {
  return label === undefined || label === String(value) ? String(value) : `${String(value)} (${label})`;
}

function readNumber(kind: Extract<FieldKind, { is: "number" }>, text: string): ReadValue {
  const value = Number(text);
  if (Number.isNaN(value) && kind.orText) return { value: text };
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = kind;
  const isFit = value >= least && value <= most && Number.isFinite(value);
  if (!isFit || (kind.isWhole && !Number.isInteger(value))) return { problem: `not a ${kindInWords(kind)}` };
  return { value };
}

function readChoice(of: readonly FieldChoice[], text: string): ReadValue {
  const isSame = (words: unknown) => String(words).toLowerCase() === text.toLowerCase();
  const same = of.find(({ value }) => isSame(value)) ?? of.find(({ label }) => isSame(label));
  const found = same ?? (/^\d+$/.test(text) ? of[Number(text) - 1] : undefined);
  return found === undefined ? { problem: `"${text}" is none of them` } : { value: found.value };
}

function readList(kind: Extract<FieldKind, { is: "list" }>, text: string): ReadValue {
  const { item, least = 0, most = Number.POSITIVE_INFINITY, isOnceEach = false } = kind;
  const between = item.is === "text" ? ";" : /[;,>]+|\s+/;
  const parts = text
    .split(item.is === "choice" && item.of.some(({ value }) => /[\s,]/.test(String(value))) ? /[;>]/ : between)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const values: Json[] = [];
  for (const part of parts) {
    const read = readValue(item, part);
    if ("problem" in read) return read;
    if (isOnceEach && values.includes(read.value)) return { problem: `${String(read.value)} appears twice` };
    values.push(read.value);
  }
  if (values.length < least) return { problem: `at least ${least}` };
  return values.length > most ? { problem: `at most ${most}` } : { value: values };
}

function readJson(text: string): ReadValue {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: `no JSON: ${(error as Error).message}` };
  }
}
