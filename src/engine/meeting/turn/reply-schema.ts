import { z } from "zod";

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

export function replySchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: "input" });
  schemas.set(schema, known);
  return known;
}
