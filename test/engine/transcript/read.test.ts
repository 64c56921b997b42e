import { readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { emptyFolder } from "../../support/folders.ts";
import { holdSmallMeeting, linesOf, writeLog } from "../../support/transcripts.ts";

const { journal } = await holdSmallMeeting();
const text = linesOf(journal);
const bytes = Buffer.from(text);
const lines = text.trimEnd().split("\n");
const read = (whole: Buffer | string) => readTranscript(writeLog(emptyFolder(), whole));

describe("reading a transcript", () => {
  it("gives every event, every line's hash, and the head", () => {
    const found = read(text);
    expect(found.events).toEqual(journal.events);
    expect(found.hashes).toHaveLength(lines.length);
    expect(found.hashes.slice(0, -1)).toEqual(journal.events.slice(1).map(({ prev }) => prev));
    expect(found).toMatchObject({ head: journal.head, torn: false });
  });

  it("counts bytes, not characters, up to a character that was torn in two", () => {
    const whole = Buffer.from(lines.slice(0, 5).join("\n") + "\n");
    const next = Buffer.from(
      lines.find((line) => line.includes("💡"))!.replace(/"seq":\d+/, '"seq":6'),
    );
    const inside = next.indexOf(Buffer.from("💡")) + 2;
    const found = read(Buffer.concat([whole, next.subarray(0, inside)]));
    expect(found).toMatchObject({ events: journal.events.slice(0, 5), torn: true });
  });

  it("takes zeros after the last line for a write that power loss kept from ending", () => {
    const whole = `${lines.slice(0, 5).join("\n")}\n`;
    const half = lines[5]!.slice(0, 100);
    for (const tail of ["\0".repeat(4096), half + "\0".repeat(4096)]) {
      expect(read(whole + tail)).toMatchObject({ events: journal.events.slice(0, 5), torn: true });
    }
  });

  it.each<[string, (all: string[]) => string | Buffer, number, RegExp]>([
    [
      "a line torn in the middle",
      (all) => change(all, 4, (line) => line.slice(0, 60)),
      5,
      /not a JSON object/,
    ],
    ["zeros in the middle", (all) => change(all, 4, () => "\0".repeat(99)), 5, /not a JSON object/],
    ["a line taken out", (all) => change(all, 4, () => null), 5, /seq is 6, expected 5/],
    [
      "a line twice",
      (all) => change(all, 4, (line) => `${line}\n${line}`),
      6,
      /seq is 5, expected 6/,
    ],
    [
      "two lines exchanged",
      ([a, b, ...rest]) => `${[b, a, ...rest].join("\n")}\n`,
      1,
      /seq is 2, expected 1/,
    ],
    [
      "a changed word",
      (all) => change(all, 1, (line) => line.replace("pilot", "Pilot")),
      3,
      /hash of the line before/,
    ],
    ["another order of keys", (all) => change(all, 1, reordered), 3, /hash of the line before/],
    [
      "a field of the wrong kind",
      (all) => change(all, 2, (line) => line.replace('"latencyMs":0', '"latencyMs":"0"')),
      3,
      /not an event: latencyMs: /,
    ],
    [
      "an event of no known type",
      (all) => change(all, 2, (line) => line.replace("call.answered", "call.dreamt")),
      3,
      /not an event: type: /,
    ],
    ...["e", "", "../../notes", "0123456789ABCDEF", "0".repeat(64)].map(
      (id): [string, (all: string[]) => string, number, RegExp] => [
        `the id ${JSON.stringify(id)}`,
        (all) =>
          change(all, 0, (line) => line.replace(/"meeting":"[0-9a-f]{16}"/, `"meeting":"${id}"`)),
        1,
        /not an event: meeting: must be 16 hex digits/,
      ],
    ),
    ["an empty line", (all) => change(all, 4, () => ""), 5, /not a JSON object/],
    [
      "bytes that are no text",
      (all) =>
        Buffer.concat(
          all.map((line, at) =>
            at === 2
              ? Buffer.from(`${line.replace("ada", "\xff\xfe")}\n`, "latin1")
              : Buffer.from(`${line}\n`),
          ),
        ),
      3,
      /not UTF-8/,
    ],
    ["a second opening", (all) => change(all, 1, () => all[0]!), 2, /seq is 1, expected 2/],
    [
      "foreign words after the end",
      (all) => `${all.join("\n")}\nand so on`,
      lines.length + 1,
      /unexpected data after the last complete event/,
    ],
    ["no whole line at all", (all) => all[0]!, 1, /no complete line/],
  ])("refuses %s with its line", (_, damage, line, message) => {
    expect(() => read(damage([...lines]))).toThrow(
      new RegExp(`/events\\.jsonl:${line}: .*${message.source}`),
    );
  });

  it("says how to keep what stands before the damage", () => {
    expect(() => read(change([...lines], 4, () => null))).toThrow(/head -n 4 /);
  });

  it("refuses another format, and names the program that wrote it", () => {
    expect(() => read(text.replace('"format":1', '"format":2'))).toThrow(
      expect.objectContaining({
        code: "transcript-version",
        message: expect.stringContaining("was written by version 0.2.0 of Boardroom"),
      }),
    );
  });

  it("refuses a line in which a name stands twice, the last one too, whose hash nobody holds", () => {
    const lines = bytes.toString("utf8").trimEnd().split("\n");
    const last = lines.length - 1;
    const doubled = lines[last]!.replace('"prev":', '"path":"0","prev":');
    expect(JSON.parse(doubled)).not.toEqual(null);
    const whole = Buffer.from(`${[...lines.slice(0, last), doubled].join("\n")}\n`);
    expect(() => read(whole)).toThrow(/a repeated key/);
  });
});

function change(all: string[], index: number, how: (line: string) => string | null): string {
  const changed = how(all[index]!);
  all.splice(index, 1, ...(changed === null ? [] : [changed]));
  return `${all.join("\n")}\n`;
}

function reordered(line: string): string {
  const { seq, at, ...rest } = JSON.parse(line);
  return JSON.stringify({ at, seq, ...rest });
}
