import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bodyOf } from "./endpoints.ts";

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
}

type Sent = {
  json_schema: { schema: Record<string, unknown>; strict: boolean };
};

async function enforceableSchema(schema: Record<string, unknown>) {
  const body = await bodyOf(
    "openai:gpt-6-sol",
    conformanceRequest({ json: { name: "vote", schema } }),
  );
  const sent = (body.response_format as Sent | undefined)?.json_schema;
  return sent === undefined ? null : { schema: sent.schema, complete: sent.strict };
}

describe("the schema that a reply is held to", () => {
  it("closes objects and tells bounds in words, since providers refuse them", async () => {
    const grade = z.object({
      score: z.int().min(1).max(5),
      why: z.string().min(1).describe("One sentence"),
    });
    expect(
      await enforceableSchema(jsonSchema(z.object({ grades: z.array(grade), n: z.int() }))),
    ).toEqual({
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

  it("keeps choices and null", async () => {
    const schema = jsonSchema(z.object({ to: z.enum(["a", "b"]).nullable() }));
    expect((await enforceableSchema(schema))?.schema.properties).toEqual({
      to: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
    });
  });

  it("asks for what may be null or has a default, so that strict modes take the whole", async () => {
    const number = z.union([z.number(), z.string()]);
    const schema = z.object({
      a: z.string().nullish(),
      b: number.nullish(),
      c: z.array(z.string()).default([]),
    });
    const { complete, schema: enforced } = (await enforceableSchema(jsonSchema(schema)))!;
    expect({ complete, required: enforced.required }).toEqual({
      complete: true,
      required: ["a", "b", "c"],
    });
  });

  it("says where a property may be left out and cannot be null, which strict modes do not know", async () => {
    expect(
      (await enforceableSchema(jsonSchema(z.object({ a: z.string().optional() }))))?.complete,
    ).toBe(false);
  });

  it("gives up on what cannot be said in the subset", async () => {
    for (const schema of [
      z.record(z.string(), z.number()),
      z.object({ a: z.tuple([z.string()]) }),
      z.object({ a: z.any() }),
      z.array(z.string()),
    ]) {
      expect(await enforceableSchema(jsonSchema(schema))).toBeNull();
    }
  });
});
