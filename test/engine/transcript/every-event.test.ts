import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { actSchema, EVENTS } from "../../../src/engine/transcript/events.ts";

const FOLDER = "test/fixtures/every-event";

describe("a record with every kind of event", () => {
  const { events } = readTranscript(FOLDER);

  it("loses nothing in reading, and is written as it was", () => {
    const text = readFileSync(join(FOLDER, "events.jsonl"), "utf8");
    expect(events.map((event) => `${JSON.stringify(event)}\n`).join("")).toBe(text);
  });

  it("has each kind but approvals and raised limits, and each act", () => {
    const types = new Set<string>(events.map(({ type }) => type));
    const missing = Object.keys(EVENTS).filter((type) => !types.has(type));
    expect(missing).toEqual(["meeting.approved", "limit.raised"]);
    const acts = events.flatMap((event) => (event.type === "person.acted" ? [event.does.act] : []));
    const known = actSchema.options.map((option) => option.shape.act.value);
    expect([...new Set(acts)].sort()).toEqual([...known].sort());
  });

  it("has fields that are documented", () => {
    const docs = readFileSync("docs/reference/events.md", "utf8");
    for (const event of events) {
      for (const field of Object.keys(event))
        expect(docs, `${event.type}.${field}`).toContain(`\`${field}\``);
    }
  });
});
