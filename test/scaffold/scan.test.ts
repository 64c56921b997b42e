import { parseReply, renderMessage } from "boardroom/extend";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createScanner } from "../../src/engine/scaffold/scan.ts";
import { message, names, order, plain } from "./messages.ts";

/** Everything a scanner tells of a reply that comes in pieces of one size. */
function scan(reply: string, size = Math.max(1, reply.length)) {
  const scanner = createScanner();
  let visible = "";
  for (let at = 0; at < reply.length; at += size) visible += scanner.push(reply.slice(at, at + size));
  visible += scanner.end();
  const messages = scanner.messages.map((each) => ({ ...each, fields: [...each.fields] }));
  return { visible, messages, hasTextAround: scanner.hasTextAround };
}

const shards = fc.constantFrom(
  "<Message>",
  '<Message id="m1" timestamp="x">',
  "</Message>",
  "<Speaker>",
  "</Speaker>",
  "<Verdict>",
  "</verdict>",
  "<Withdrawn>true</Withdrawn>",
  "<Content>",
  "<CONTENT >",
  "</Content>",
  "<Content/>",
  "<Conte",
  "</",
  "<![CDATA[",
  "]]>",
  "&amp;",
  "&#x1F600;",
  "&",
  ";",
  "<b>",
  "<",
  '"',
  "\r\n",
  "\r",
  " ",
  "words",
  "😀",
);
const debris = fc.array(shards, { maxLength: 40 }).map((pieces) => pieces.join(""));

test("the pieces may fall anywhere: sizes 1, 2, 3, 5, 7, 11 and the whole tell the same", () => {
  const replies = fc.oneof(
    debris,
    fc.tuple(message, order).map(([each, order]) => renderMessage(each, { order, names })),
  );
  fc.assert(
    fc.property(replies, (reply) => {
      const whole = scan(reply);
      for (const size of [1, 2, 3, 5, 7, 11]) expect(scan(reply, size)).toEqual(whole);
    }),
    { numRuns: 400 },
  );
});

test("the live text of a rendered message is its content", () => {
  fc.assert(
    fc.property(message, order, (original, order) => {
      expect(scan(renderMessage(original, { order, names }), 3).visible).toBe(original.content);
    }),
  );
});

test("the live text never shows a whole scaffold tag that was not escaped", () => {
  fc.assert(
    fc.property(
      debris.filter((reply) => !/&|CDATA/.test(reply)),
      (reply) => {
        expect(scan(reply, 2).visible).not.toMatch(/<\/?(?:message|speaker|verdict|withdrawn|content)\s*\/?>/i);
      },
    ),
    { numRuns: 400 },
  );
});

test("no reply makes the parser throw, and its content is words of the reply in their order", () => {
  fc.assert(
    fc.property(
      debris.filter((reply) => !/&|CDATA/.test(reply)),
      (reply) => {
        const source = reply.replace(/\r\n?/g, "\n");
        let at = 0;
        for (const character of parseReply(reply).content) {
          at = source.indexOf(character, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("words are shown as they come, and the field being written is named", () => {
  const scanner = createScanner();
  const shown = [
    "<Message><Speaker>Dr. ",
    "Chen</Speaker><Con",
    "tent>\n I think",
    " that a ",
    "< b &am",
    "p; so",
  ].map((delta) => [scanner.push(delta), scanner.field]);
  expect(shown).toEqual([
    ["", "Speaker"],
    ["", null],
    ["I think", "Content"],
    [" that a", "Content"],
    [" < b", "Content"],
    [" & so", "Content"],
  ]);
  expect(scanner.push(".</Content>\n<Verdict>HI")).toBe(".");
  expect(scanner.field).toBe("Verdict");
  expect(scanner.push("RE</Verdict></Message>") + scanner.end()).toBe("");
  expect(scanner.messages[0]?.fields.get("Verdict")).toEqual({ raw: "HIRE", isComplete: true, count: 1 });
});

test("of several messages only the first is shown", () => {
  const one = renderMessage({ ...plain, content: "mine" }, { order: "verdict-first", names });
  const two = renderMessage({ ...plain, content: "theirs" }, { order: "verdict-first", names });
  expect(scan(`${one}\n${two}`)).toMatchObject({ visible: "mine", messages: [{}, { content: "theirs" }] });
});

test("a closing tag in prose is held back until another one shows that it was prose", () => {
  const scanner = createScanner();
  expect(scanner.push("<Message><Content>write </Content> at")).toBe("write");
  expect(scanner.push(" the end")).toBe("");
  expect(scanner.push("</Content></Message>")).toBe("  at the end");
});

/** Between 16 times the work, which is linear, and 256 times, which is quadratic. */
const LINEAR = 64;

describe("hostile text is read in linear time", () => {
  const hostile: readonly (readonly [string, (length: number) => string])[] = [
    ["unclosed messages", (n) => "<Message>".repeat(n / 9)],
    ["unclosed contents", (n) => `<Message>${"<Content>".repeat(n / 9)}`],
    ["closed contents", (n) => `<Message><Content>${"</Content>".repeat(n / 10)}`],
    ["closed contents after an open speaker", (n) => `<Message><Speaker>${"</Content>".repeat(n / 10)}`],
    [
      "nested contents",
      (n) => `<Message>${"<Content>".repeat(n / 20)}${"</Content>".repeat(n / 20)}</Message>`,
    ],
    [
      "nested messages",
      (n) => `${"<Message><Content>".repeat(n / 40)}${"</Content></Message>".repeat(n / 40)}`,
    ],
    ["unknown tags", (n) => `<Message><Content>${"<b>".repeat(n / 3)}</Content></Message>`],
    ["unknown tags between fields", (n) => `<Message>${"<b>".repeat(n / 3)}`],
    ["angle brackets", (n) => `<Message><Content>${"<".repeat(n)}</Content></Message>`],
    ["ampersands", (n) => `<Message><Content>${"&".repeat(n)}</Content></Message>`],
    ["open CDATA", (n) => `<Message><Content>${"<![CDATA[".repeat(n / 9)}</Content></Message>`],
    ["tags without an end", (n) => `<Message><Content>${"<Content ".repeat(n / 9)}`],
    ["white space", (n) => `<Message><Content>x${" ".repeat(n)}`],
    [
      "white space in tags",
      (n) => `<Message><Artifacts>${`</Artifact${" ".repeat(20)}`.repeat(n / 30)}</Artifacts>`,
    ],
    [
      "unclosed artifacts",
      (n) => `<Message><Artifacts>${"<Artifact ref='x' ".repeat(n / 18)}</Artifacts></Message>`,
    ],
    ["comments", (n) => `<Message><Content>${"<!--".repeat(n / 4)}</Content></Message>`],
    ["verdicts in content", (n) => `<Message><Content>${"<Verdict>".repeat(n / 9)}</Content></Message>`],
    ["other fields", (n) => `<Message>${"<Verdict>x</Verdict>".repeat(n / 20)}</Message>`],
    ["quotation marks", (n) => `<Message a=${"\"'".repeat(n / 2)}><Content>x</Content></Message>`],
  ];

  test.each(hostile)("%s, whole", (_title, make) => {
    expect(growth(make, (text) => parseReply(text))).toBeLessThan(LINEAR);
  });

  test.each(hostile)("%s, in small pieces", (_title, make) => {
    expect(growth(make, (text) => scan(text, 3))).toBeLessThan(LINEAR);
  });
});

/**
 * How many times more work 240,000 characters are than 15,000: 16 where time is linear, 256 where it is quadratic.
 * Measured until one try is undisturbed by whatever else the machine does.
 */
function growth(make: (length: number) => string, read: (text: string) => unknown): number {
  const small = make(15_000);
  const large = make(240_000);
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 8 && least >= LINEAR; attempt++) {
    const short = leastWork(() => read(small), 4);
    least = Math.min(least, leastWork(() => read(large), 2) / Math.max(short, 250));
  }
  return least;
}

/** CPU time, microseconds. */
function leastWork(run: () => unknown, times: number): number {
  const work = Array.from({ length: times }, () => {
    const start = process.cpuUsage();
    run();
    return process.cpuUsage(start).user;
  });
  return Math.min(...work);
}

test("what can be no tag of a message is shown at once, and what may become one is held back", () => {
  const scanner = createScanner();
  expect(scanner.push("<Message><Content>if a <x")).toBe("if a <x");
  expect(scanner.push(" then <Con")).toBe(" then");
  expect(scanner.push("sole>")).toBe(" <Console>");
});
