import { BoardroomError, board, openMeeting } from "boardroom";
import { parseReply } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScanner } from "../../src/engine/scaffold/scan.ts";
import { readLines } from "../../src/engine/transcript/read.ts";
import { anyText } from "../support/any-text.ts";
import { exampleScenario } from "../support/example-scenario.ts";

const FIELDS =
  "Message Speaker SpeakingTo Artifacts Artifact Verdict VerdictReasoning WouldChange Withdrawn Confidence Ready Pass Content".split(
    " ",
  );
const PIECES = [
  ...FIELDS.flatMap((field) => [
    `<${field}>`,
    `</${field}>`,
    `<${field} `,
    `</${field}`,
    field.toLowerCase(),
  ]),
  ..."<|>|</|/>|&|;|\"|'|=|\n| |&lt;|&gt;|&amp;|&#60;|&#x3e;|<![CDATA[|]]>|<!--|-->|<?xml|<!DOCTYPE".split(
    "|",
  ),
  ...'YES|NO|true|false|0.5|Ada|Ben|\u0000|\uD800|\u202E|\u001b[2J|__proto__|```|id="m1"|ref="memo.md#L1"'.split(
    "|",
  ),
];

const soup = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 40 })
  .map((pieces) => pieces.join(""));
const framed = soup.map(
  (inner) => `<Message><Speaker>Ada</Speaker><Content>${inner}</Content></Message>`,
);
const anything = fc.oneof(soup, framed, anyText({ maxLength: 80 }));

const PARSES = ["strict", "trimmed", "salvaged", "failed"];

describe("the parser", () => {
  it("takes any text for one of four results, credits nobody else, and never throws (60,000 cases)", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = parseReply(text);
        if (!PARSES.includes(parsed.parse)) throw new Error(`parse is ${parsed.parse}`);
        if (parsed.content.length > text.length) throw new Error("more came out than went in");
        if (parsed.parse === "failed" && parsed.verdict !== null)
          throw new Error("a verdict was guessed");
        const { confidence } = parsed;
        if (confidence !== null && !(confidence >= 0 && confidence <= 1))
          throw new Error("confidence out of range");
        if (parsed.verdict !== null && !text.includes("erdict"))
          throw new Error("a verdict out of nothing");
      }),
      { numRuns: 60_000 },
    );
  });

  it("shows while it streams nothing that depends on where the pieces were cut (5,000 cases)", () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 7 }), (text, size) => {
        const whole = createScanner().push(text);
        const scanner = createScanner();
        let shown = "";
        for (let at = 0; at < text.length; at += size)
          shown += scanner.push(text.slice(at, at + size));
        if (shown !== whole)
          throw new Error(`${JSON.stringify(shown)} is not ${JSON.stringify(whole)}`);
      }),
      { numRuns: 5_000 },
    );
  });
});

async function smallTranscript(): Promise<string> {
  const stop = new AbortController();
  const meeting = openMeeting({
    scenario: exampleScenario({ documents: {}, options: { openingBallot: false } }),
    protocol: board,
    signal: stop.signal,
    createModel: () =>
      scriptedModel(
        Array(9).fill(({ turns }: { turns: readonly unknown[] }) => {
          if (turns.length > 1) stop.abort();
          return "<Message><Content>Well.</Content></Message>";
        }),
      ),
  });
  await meeting.run();
  return meeting.journal.events
    .slice(0, 5)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join("");
}

type Damage = (bytes: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length);

const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map(
    (noise): Damage =>
      () =>
        Buffer.from(noise),
  ),
  place.map(
    (cut): Damage =>
      (bytes) =>
        bytes.subarray(0, at(bytes, cut)),
  ),
  fc.tuple(place, fc.nat(255)).map(
    ([share, byte]): Damage =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        changed[at(bytes, share)] = byte;
        return changed;
      },
  ),
  fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 6 })).map(
    ([share, more]): Damage =>
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, at(bytes, share)),
          more,
          bytes.subarray(at(bytes, share)),
        ]),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Damage =>
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, at(bytes, Math.min(from, to))),
          bytes.subarray(at(bytes, Math.max(from, to))),
        ]),
  ),
  fc.tuple(fc.nat(5), fc.nat(5)).map(
    ([one, other]): Damage =>
      (bytes) => {
        const lines = bytes.toString("utf8").split("\n");
        [lines[one], lines[other]] = [lines[other] ?? "", lines[one] ?? ""];
        return Buffer.from(lines.join("\n"));
      },
  ),
);

describe("the journal's reader", () => {
  it("reads no damaged transcript as another: it is refused, or a prefix of the true one (35,000 cases)", async () => {
    const text = await smallTranscript();
    const bytes = Buffer.from(text);
    const whole = readLines(bytes, "events.jsonl");
    const lines = whole.events.map((event) => JSON.stringify(event));
    expect(lines).toHaveLength(5);
    let refused = 0;
    fc.assert(
      fc.property(fc.array(damages, { minLength: 1, maxLength: 2 }), (steps) => {
        const damaged = steps.reduce((before, damage) => damage(before), bytes as Buffer);
        try {
          const read = readLines(damaged, "events.jsonl");
          const found = read.events.map((event) => JSON.stringify(event));
          const isPrefix = found.slice(0, -1).every((line, index) => line === lines[index]);
          // Nothing follows the last line whose hash could vouch for it: the head hash does.
          const isTold = found.at(-1) === lines[found.length - 1] || read.head !== whole.head;
          if (!isPrefix || !isTold)
            throw new Error(`read as something else: ${found.length} lines`);
        } catch (error) {
          if (!(error instanceof BoardroomError) || !/^transcript-/.test(error.code)) throw error;
          refused += 1;
        }
      }),
      { numRuns: 35_000 },
    );
    expect(refused).toBeGreaterThan(10_000);
  });
});
