import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaTexts } from "../../scripts/schemas.ts";

test("the published schemas are those of the code (tsx scripts/schemas.ts writes them)", () => {
  for (const [path, text] of Object.entries(schemaTexts()))
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"), path).toBe(text);
});

type Node = { [key: string]: unknown };

test("every key that can be written is described", () => {
  const { "schemas/verdicts.schema.json": _, ...written } = schemaTexts();
  for (const [path, text] of Object.entries(written)) {
    expect(undescribed(JSON.parse(text) as Node, ""), path).toEqual([]);
  }
});

function undescribed(node: Node, path: string): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null) return [];
    const inner = undescribed(value as Node, `${path}/${key}`);
    if (key !== "properties") return inner;
    const keys = Object.entries(value as Record<string, Node>);
    return [
      ...inner,
      ...keys.flatMap(([name, { description }]) => (description ? [] : [`${path}/${name}`])),
    ];
  });
}
