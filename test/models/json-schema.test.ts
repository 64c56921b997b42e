import { describe, expect, it } from "vitest";
import { z } from "zod";
import { enforceableSchema } from "../../src/models/port/json-schema.ts";

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
}

describe("enforceableSchema", () => {
  it("closes objects and tells bounds in words, since providers refuse them", () => {
    const grade = z.object({ score: z.int().min(1).max(5), why: z.string().min(1).describe("One sentence") });
    expect(enforceableSchema(jsonSchema(z.object({ grades: z.array(grade), n: z.int() })))).toEqual({
      complete: true,
      schema: {
        type: "object",
        properties: {
          grades: {
            type: "array",
            items: {
              type: "object",
              properties: {
                score: { type: "integer", description: "(minimum 1, maximum 5)" },
                why: { type: "string", description: "One sentence (minLength 1)" },
              },
              required: ["score", "why"],
              additionalProperties: false,
            },
          },
          n: { type: "integer" },
        },
        required: ["grades", "n"],
        additionalProperties: false,
      },
    });
  });

  it("keeps choices and null", () => {
    const schema = jsonSchema(z.object({ to: z.enum(["a", "b"]).nullable() }));
    expect(enforceableSchema(schema)?.schema.properties).toEqual({
      to: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
    });
  });

  it("asks for what may be null or has a default, so that strict modes take the whole", () => {
    const number = z.union([z.number(), z.string()]);
    const schema = z.object({
      a: z.string().nullish(),
      b: number.nullish(),
      c: z.array(z.string()).default([]),
    });
    const { complete, schema: enforced } = enforceableSchema(jsonSchema(schema))!;
    expect({ complete, required: enforced.required }).toEqual({ complete: true, required: ["a", "b", "c"] });
  });

  it("says where a property may be left out and cannot be null, which strict modes do not know", () => {
    expect(enforceableSchema(jsonSchema(z.object({ a: z.string().optional() })))?.complete).toBe(false);
  });

  it("gives up on what cannot be said in the subset", () => {
    for (const schema of [
      z.record(z.string(), z.number()),
      z.object({ a: z.tuple([z.string()]) }),
      z.object({ a: z.any() }),
      z.array(z.string()),
    ]) {
      expect(enforceableSchema(jsonSchema(schema))).toBeNull();
    }
  });
});
