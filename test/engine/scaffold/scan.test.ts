import { parseReply, renderMessage } from "boardroom/extend";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createScanner } from "../../../src/engine/scaffold/scan.ts";
import { message, names, order, plain } from "./messages.ts";

/** Everything a scanner tells of a reply that comes in pieces of one size. */
function scan(reply: string, size = Math.max(1, reply.length)) {
  const scanner = createScanner();
  let visible = "";
  for (let at = 0; at < reply.length; at += size)
    visible += scanner.push(reply.slice(at, at + size));
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
    { numRuns: 150 },
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
        expect(scan(reply, 2).visible).not.toMatch(
          /<\/?(?:message|speaker|verdict|withdrawn|content)\s*\/?>/i,
        );
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
    { numRuns: 300 },
  );
});

test("words are shown as they come", () => {
  const scanner = createScanner();
  const shown = [
    "<Message><Speaker>Dr. ",
    "Chen</Speaker><Con",
    "tent>\n I think",
    " that a ",
    "< b &am",
    "p; so",
  ].map((delta) => scanner.push(delta));
  expect(shown).toEqual(["", "", "I think", " that a", " < b", " & so"]);
  expect(scanner.push(".</Content>\n<Verdict>HI")).toBe(".");
  expect(scanner.push("RE</Verdict></Message>") + scanner.end()).toBe("");
  expect(scanner.messages[0]?.fields.get("Verdict")).toEqual({
    raw: "HIRE",
    isComplete: true,
    count: 1,
  });
});

test("of several messages only the first is shown", () => {
  const one = renderMessage({ ...plain, content: "mine" }, { order: "verdict-first", names });
  const two = renderMessage({ ...plain, content: "theirs" }, { order: "verdict-first", names });
  expect(scan(`${one}\n${two}`)).toMatchObject({
    visible: "mine",
    messages: [{}, { content: "theirs" }],
  });
});

test("a closing tag in prose is held back until another one shows that it was prose", () => {
  const scanner = createScanner();
  expect(scanner.push("<Message><Content>write </Content> at")).toBe("write");
  expect(scanner.push(" the end")).toBe("");
  expect(scanner.push("</Content></Message>")).toBe("  at the end");
});

test("what can be no tag of a message is shown at once, and what may become one is held back", () => {
  const scanner = createScanner();
  expect(scanner.push("<Message><Content>if a <x")).toBe("if a <x");
  expect(scanner.push(" then <Con")).toBe(" then");
  expect(scanner.push("sole>")).toBe(" <Console>");
});
