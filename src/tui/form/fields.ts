import type { Json } from "../../transcript/events.ts";
import type { Kind } from "./kind.ts";

/** As much of a JSON schema as questions to people are made of; what else there is, is typed as JSON. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
};

/** One thing to fill in. */
export type Field = {
  /** Its name, and those of what it stands in: `grades.depth`, `choices.2.reason`. */
  readonly label: string;
  readonly place: readonly (string | number)[];
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly about: string;
};

/** What has been written, by label. */
export type Said = ReadonlyMap<string, string>;

/** The fields in their order. How many entries a list has depends on what was said of "another?". */
export function fieldsOf(schema: Schema, said: Said): readonly Field[] {
  return fieldsAt(schema, [], { isRequired: true, said });
}

export function labelOf(place: Field["place"]): string {
  return place.map((step) => (typeof step === "number" ? step + 1 : step)).join(".");
}

/** The label under which it is said whether a list has an entry at an index. */
export function moreLabel(place: Field["place"], index: number): string {
  return `${labelOf(place)}: ${index === 0 ? "any" : "another"}${index > 1 ? ` after ${index}` : ""}?`;
}

/** A schema without the null that it may allow beside. */
export function plainOf(schema: Schema): Schema {
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  if (others?.length === 1) return { ...schema, ...plainOf(others[0]!), anyOf: undefined } as Schema;
  return schema;
}

/** Whether a schema is a list of entries with fields of their own. */
export function isRepeated({ items }: Schema): boolean {
  return items?.properties !== undefined;
}

type Standing = { readonly isRequired: boolean; readonly said: Said };

function fieldsAt(given: Schema, place: Field["place"], { isRequired, said }: Standing): readonly Field[] {
  const schema = plainOf(given);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, property]) => {
      const isNeeded = isRequired && (schema.required ?? []).includes(name);
      return fieldsAt(property, [...place, name], { isRequired: isNeeded, said });
    });
  }
  if (isRepeated(schema)) return entriesAt(schema, place, said);
  const about = given.description ?? schema.description ?? "";
  return [{ label: labelOf(place), place, kind: kindOf(schema), isRequired, about }];
}

function entriesAt(schema: Schema, place: Field["place"], said: Said): readonly Field[] {
  const fields: Field[] = [];
  for (let index = 0; index < (schema.maxItems ?? MOST_ENTRIES); index++) {
    const entry = [...place, index];
    if (index >= (schema.minItems ?? 0)) {
      const label = moreLabel(place, index);
      const about = schema.description ?? "";
      fields.push({ label, place: entry, kind: { is: "more" }, isRequired: false, about });
      if (!isYes(said.get(label) ?? "")) break;
    }
    fields.push(...fieldsAt(schema.items!, entry, { isRequired: true, said }));
  }
  return fields;
}

const MOST_ENTRIES = 100;

function isYes(text: string): boolean {
  return /^y/i.test(text.trim());
}

function kindOf(schema: Schema): Kind {
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  const [type] = types;
  if (schema.enum) return { is: "choice", of: schema.enum.filter((value) => value !== null) };
  if (type === "array" && schema.items) {
    const item = kindOf(plainOf(schema.items));
    if (item.is === "list" || item.is === "json") return { is: "json" };
    const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
    const isOnceEach = item.is === "choice" && most <= item.of.length;
    return { is: "list", item, least: schema.minItems ?? 0, most, isOnceEach };
  }
  const least = schema.minimum ?? Number.NEGATIVE_INFINITY;
  const most = schema.maximum ?? Number.POSITIVE_INFINITY;
  if (type === "integer" || type === "number")
    return { is: "number", least, most, isWhole: type === "integer", orText: types.includes("string") };
  if (type === "boolean") return { is: "yes-no" };
  return type === "string" ? { is: "text" } : { is: "json" };
}
