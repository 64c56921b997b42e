type Schema = Readonly<Record<string, unknown>>;

/** A small value that fits a JSON Schema, for a question this model knows nothing about. */
export function minimalValue(schema: Schema): unknown {
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ("default" in schema) return schema.default;
  const branch = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (branch?.[0] !== undefined) return minimalValue(branch[0]);
  const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type;
  if (type === "object" || schema.properties !== undefined) return minimalObject(schema);
  if (type === "array") return minimalArray(schema);
  if (type === "string") return minimalText(schema);
  if (type === "integer" || type === "number") return minimalNumber(schema);
  return type === "boolean" ? false : null;
}

/** The values a property may take, where the schema lists them. */
export function choicesOf(schema: Schema, property: string): string[] {
  const properties = schema.properties as Readonly<Record<string, Schema>> | undefined;
  const listed = properties?.[property];
  if (listed === undefined) return [];
  if (Array.isArray(listed.enum)) return listed.enum.map(String);
  const branches = (listed.anyOf ?? listed.oneOf) as readonly Schema[] | undefined;
  if (branches !== undefined) return branches.flatMap((each) => ("const" in each ? [String(each.const)] : []));
  return "const" in listed ? [String(listed.const)] : [];
}

function minimalObject(schema: Schema): Readonly<Record<string, unknown>> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema.required ?? []) as readonly string[];
  return Object.fromEntries(required.map((name) => [name, minimalValue(properties[name] ?? {})]));
}

function minimalArray(schema: Schema): readonly unknown[] {
  const least = typeof schema.minItems === "number" ? schema.minItems : 0;
  return Array.from({ length: least }, () => minimalValue((schema.items ?? {}) as Schema));
}

function minimalText(schema: Schema): string {
  const least = typeof schema.minLength === "number" ? schema.minLength : 0;
  return "No comment.".padEnd(least, ".");
}

function minimalNumber(schema: Schema): number {
  if (typeof schema.minimum === "number") return schema.minimum;
  if (typeof schema.exclusiveMinimum === "number") return schema.exclusiveMinimum + 1;
  return typeof schema.maximum === "number" && schema.maximum < 0 ? schema.maximum : 0;
}
