import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { foldTranscript, readTranscript, verdictsJson, verdictTable } from "boardroom";
import { describe, expect, it } from "vitest";
import { actSchema } from "../../src/engine/transcript/events.ts";

const sample = (name: string) => fileURLToPath(new URL(`../fixtures/format-1/${name}`, import.meta.url));
const docs = fileURLToPath(new URL("../../docs/reference/events.md", import.meta.url));

/** Kept samples of format version 1: their bytes are never made again, and every later reader must read them so. */
const SAMPLES = [
  { name: "meeting", events: 42, head: "0945d59f35a6bb6893f7eeb1f550150eb74e0f292058b02fea00d17aa8a4568e" },
  { name: "every-event", events: 34, head: "ab4424106372d44608d2d018c59aa302e9dd625303536c1eb82531e6049fd14b" },
];

describe("format version 1", () => {
  it.each(SAMPLES)("$name: is read to the event, with the head it was kept with", ({ name, events, head }) => {
    const found = readTranscript(sample(name));
    expect(found.events).toHaveLength(events);
    expect(found).toMatchObject({ head, torn: false });
  });

  it.each(SAMPLES)("$name: nothing of a line is lost in reading, and none is written otherwise", ({ name }) => {
    const text = readFileSync(join(sample(name), "events.jsonl"), "utf8");
    const { events } = readTranscript(sample(name));
    expect(events.map((event) => `${JSON.stringify(event)}\n`).join("")).toBe(text);
  });

  it("the sample of every event holds each kind and each act, and they are all documented", () => {
    const { events } = readTranscript(sample("every-event"));
    const text = readFileSync(docs, "utf8");
    for (const type of new Set(events.map((event) => event.type))) expect(text).toContain(`\`${type}\``);
    const acts = events.flatMap((event) => (event.type === "person.acted" ? [event.does.act] : []));
    const known = actSchema.options.map((option) => option.shape.act.value);
    expect([...new Set(acts)].sort()).toEqual([...known].sort());
    for (const act of known) expect(text).toContain(`\`${act}\``);
  });

  it("every field of every event is documented", () => {
    const text = readFileSync(docs, "utf8");
    for (const event of readTranscript(sample("every-event")).events) {
      for (const field of Object.keys(event)) expect(text, `${event.type}.${field}`).toContain(`\`${field}\``);
    }
  });

  it("the meeting folds to the verdicts it was kept with", () => {
    const { events, head } = readTranscript(sample("meeting"));
    const { meetings } = JSON.parse(verdictsJson([verdictTable(foldTranscript(events), { headHash: head })]));
    const kept = JSON.parse(readFileSync(join(sample("meeting"), "verdicts.json"), "utf8")).meetings[0];
    const decided = ({ members, outcome, meeting, headHash }: Record<string, unknown>) => ({
      outcome,
      meeting,
      headHash,
      finals: (members as { id: string; name: string; final: string }[]).map(({ id, name, final }) => [
        id,
        name,
        final,
      ]),
    });
    expect(decided(meetings[0])).toEqual(decided(kept));
  });

  it("the kept bytes are the kept bytes", () => {
    const digests = SAMPLES.map(({ name }) =>
      createHash("sha256")
        .update(readFileSync(join(sample(name), "events.jsonl")))
        .digest("hex")
        .slice(0, 16),
    );
    expect(digests).toEqual(["c7783805ee887409", "5e6fe31a58bf00a1"]);
  });
});
