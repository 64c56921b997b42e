import { z } from "zod";
import type { Json } from "../../transcript/events.ts";
import { type FieldSchema, type FormField, fieldsOfSchema } from "./form-field.ts";

export function requestFields(request: { readonly [key: string]: Json }): readonly FormField[] | null {
  const given = z.array(fieldSchema).safeParse(request.fields);
  if (given.success) return given.data as unknown as readonly FormField[];
  const { schema } = request;
  const isObject = typeof schema === "object" && schema !== null && "properties" in schema;
  return isObject ? fieldsOfSchema(schema as FieldSchema) : null;
}

export function isFilledIn(request: { readonly [key: string]: Json }): boolean {
  return (request.kind !== "turn" || request.form === "json") && requestFields(request) !== null;
}

const choice = z.object({ value: z.json(), label: z.string().optional() });

const kindSchema: z.ZodType = z.lazy(() =>
  z.discriminatedUnion("is", [
    z.object({ is: z.literal(["text", "yes-no", "json", "group"]) }),
    z.object({ is: z.literal("number") }).loose(),
    z.object({ is: z.literal("choice"), of: z.array(choice) }),
    z.object({ is: z.literal("list"), item: kindSchema }).loose(),
    z.object({ is: z.literal("entries") }).loose(),
    z.object({ is: z.literal("rows"), key: z.string(), of: z.array(choice) }),
  ]),
);

const fieldSchema: z.ZodType = z.lazy(() =>
  z
    .object({
      name: z.string(),
      label: z.string(),
      about: z.string().optional(),
      required: z.boolean(),
      kind: kindSchema,
      fields: z.array(fieldSchema).optional(),
    })
    .refine(({ kind, fields }) => HAS_FIELDS.has((kind as { is: string }).is) === (fields !== undefined)),
);

const HAS_FIELDS: ReadonlySet<string> = new Set(["group", "entries", "rows"]);
