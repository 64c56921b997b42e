import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createOrder, eventSchema } from "../../../src/engine/transcript/events.ts";

const SAMPLES = readdirSync("transcripts").filter((name) => name.endsWith("-sample"));
const lines = SAMPLES.flatMap((name) =>
  readFileSync(join("transcripts", name, "events.jsonl"), "utf8")
    .trimEnd()
    .split("\n"),
);

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, field]) => [name, reversed(field)]),
  );
}

const FREE = ["scenario", "seats", "data", "request", "answer", "reply", "votes"];

describe("the order of an event's fields", () => {
  it("is the one of its line, in whatever order they come", () => {
    const inOrder = createOrder(eventSchema);
    expect(lines.length).toBeGreaterThan(500);
    for (const line of lines) {
      const event = JSON.parse(line);
      const shuffled = reversed(event) as Record<string, unknown>;
      for (const name of FREE) if (name in event) shuffled[name] = event[name];
      if (event.outcome) {
        const { votes, options } = event.outcome;
        shuffled.outcome = { ...(shuffled.outcome as object), votes, options };
      }
      expect(JSON.stringify(inOrder(shuffled))).toBe(line);
    }
  });

  it("is what reading the event would give", () => {
    const inOrder = createOrder(eventSchema);
    for (const line of lines) {
      const event = JSON.parse(line);
      const ordered = JSON.stringify(inOrder({ ...event, unheardOf: 1 }));
      expect(ordered).toBe(JSON.stringify(eventSchema.parse(event)));
    }
  });
});

it("leaves out what is undefined, and keeps null", () => {
  const inOrder = createOrder(
    z.object({ a: z.string().nullable(), b: z.number().optional(), c: z.string() }),
  );
  expect(JSON.stringify(inOrder({ c: "c", b: undefined, a: null }))).toBe('{"a":null,"c":"c"}');
});

it("is kept within what may be null or left out", () => {
  const pair = z.object({ x: z.number(), y: z.number() });
  const inOrder = createOrder(
    z.object({ a: pair.nullable(), b: pair.optional(), c: z.array(pair).nullish() }),
  );
  const [given, kept] = [
    { y: 2, x: 1, z: 3 },
    { x: 1, y: 2 },
  ];
  expect(JSON.stringify(inOrder({ c: [given], b: given, a: given }))).toBe(
    JSON.stringify({ a: kept, b: kept, c: [kept] }),
  );
  expect(JSON.stringify(inOrder({ c: null, a: null }))).toBe('{"a":null,"c":null}');
});
