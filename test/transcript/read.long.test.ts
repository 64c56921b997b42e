import { BoardroomError } from "boardroom";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines } from "../../src/engine/transcript/read.ts";
import { holdSmallMeeting, linesOf } from "../support/transcripts.ts";

const { journal } = await holdSmallMeeting();
const text = linesOf(journal);
const bytes = Buffer.from(text);
const lines = text.trimEnd().split("\n");
const read = (whole: Buffer | string) => readLines(Buffer.from(whole), "events.jsonl");

describe("reading a transcript", () => {
  it("comes to an end, or to a clear refusal, on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expectHonest(Buffer.from(noise));
      }),
      { numRuns: 30_000 },
    );
  });

  it("never takes a damaged transcript for a whole one", () => {
    const place = fc.nat({ max: bytes.length - 1 });
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = changed[at]! ^ flip;
        const found = expectHonest(changed);
        if (found === null) return;
        const isLastLine = at >= bytes.length - lines.at(-1)!.length - 1;
        expect(isLastLine).toBe(true);
        expect(found.torn || found.head !== journal.head).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });

  it("never takes spliced pieces of a transcript for a whole one", () => {
    const offset = fc.nat({ max: bytes.length });
    fc.assert(
      fc.property(offset, offset, fc.uint8Array({ maxLength: 8 }), (from, to, noise) => {
        const spliced = Buffer.concat([bytes.subarray(0, from), noise, bytes.subarray(to)]);
        const found = expectHonest(spliced);
        if (found === null) return;
        expect(bytes.subarray(0, found.bytes).equals(spliced.subarray(0, found.bytes))).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });
});

/** What was read, or null where it was refused as it should be. */
function expectHonest(whole: Buffer) {
  try {
    return read(whole);
  } catch (error) {
    expect(error).toBeInstanceOf(BoardroomError);
    expect(["transcript-damaged", "transcript-version"]).toContain((error as BoardroomError).code);
    return null;
  }
}
