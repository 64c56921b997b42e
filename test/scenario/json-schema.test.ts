import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  personaJsonSchema,
  scenarioJsonSchema,
  scriptJsonSchema,
} from "../../src/scenario/schema/json-schema.ts";

function published(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

test("the published schemas are those of the code (tsx scripts/schemas.ts writes them)", () => {
  expect(published("scenarios/scenario.schema.json")).toBe(scenarioJsonSchema());
  expect(published("scenarios/script.schema.json")).toBe(scriptJsonSchema());
  expect(published("personas/persona.schema.json")).toBe(personaJsonSchema());
});

type Node = { readonly [key: string]: unknown };

test("every key that can be written is described", () => {
  for (const text of [scenarioJsonSchema(), scriptJsonSchema(), personaJsonSchema()]) {
    expect(undescribed(JSON.parse(text) as Node, "")).toEqual([]);
  }
});

function undescribed(node: Node, path: string): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null) return [];
    const inner = undescribed(value as Node, `${path}/${key}`);
    if (key !== "properties") return inner;
    const keys = Object.entries(value as Record<string, Node>);
    return [...inner, ...keys.flatMap(([name, { description }]) => (description ? [] : [`${path}/${name}`]))];
  });
}
