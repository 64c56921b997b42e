import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader, readLines } from "../../../src/engine/transcript/read.ts";
import { smallMeeting } from "../../showing/meeting.ts";

const bytes = Buffer.from(
  smallMeeting()
    .map((event) => `${JSON.stringify(event)}\n`)
    .join(""),
);

describe("reading a transcript that grows", () => {
  it("gives the same events and head in whatever pieces it comes", () => {
    const whole = readLines(bytes, "events.jsonl");
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (places) => {
        const reader = createLineReader("events.jsonl");
        const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
        const events = edges
          .slice(1)
          .flatMap((end, index) => reader.read(bytes.subarray(edges[index], end)));
        expect(events).toEqual(whole.events);
        expect(reader.head).toBe(whole.head);
      }),
    );
  });

  it("keeps an unfinished line until it is whole", () => {
    const reader = createLineReader("events.jsonl");
    expect(reader.read(bytes.subarray(0, 40))).toEqual([]);
    expect(reader.read(bytes.subarray(40)).length).toBe(smallMeeting().length);
  });

  it("tells the first line that was changed", () => {
    const changed = Buffer.from(bytes.toString().replace("I would hire her", "I would fire her"));
    expect(() => createLineReader("events.jsonl").read(changed)).toThrow(
      /events\.jsonl:9: the hash/,
    );
  });
});
