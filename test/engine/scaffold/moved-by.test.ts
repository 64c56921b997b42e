import type { Message } from "boardroom";
import { parseReply, renderMessage } from "boardroom/extend";
import { expect, it } from "vitest";
import { readMovedBy, writeMovedBy } from "../../../src/engine/scaffold/fields.ts";
import { NO_CONTENT } from "../../../src/engine/scaffold/message.ts";
import { readRendered } from "../../../src/engine/scaffold/parse.ts";
import { createScanner } from "../../../src/engine/scaffold/scan.ts";

const movedBy = { message: "14", passage: "two years late & 40 % over <budget>" };
const message: Message = {
  ...{ id: "m15", at: "2026-03-02T09:00:00Z", speaker: "Ada Ash", ...NO_CONTENT },
  ...{ verdict: "NO", reasoning: "It slipped.", movedBy, content: "I change." },
};
const names = (name: string) => name;

it.each([
  ["14: two years late", "14", "two years late"],
  ["14 two years late", "14", "two years late"],
  ['message 14, "two years late"', "14", '"two years late"'],
  ["[14] two years late", "14", "two years late"],
  ["turn 14 - two years", "14", "two years"],
  ["14", "14", ""],
])("%j names a message and its words", (text, id, passage) => {
  expect(readMovedBy(text)).toEqual({ message: id, passage });
});

it.each(["two years late", "", "the last one", "m14: two years"])("%j names no message", (text) => {
  expect(readMovedBy(text)).toEqual({ message: "", passage: text });
});

it("comes back as it was rendered, from a reply and from a prompt", () => {
  for (const order of ["verdict-first", "verdict-last"] as const) {
    const text = renderMessage(message, { order, names });
    expect(parseReply(text)).toMatchObject({ parse: "strict", movedBy });
    expect(readRendered(text).movedBy).toEqual(movedBy);
  }
  expect(readMovedBy(writeMovedBy(movedBy))).toEqual(movedBy);
  const unmoved = { ...message, movedBy: undefined };
  const read = parseReply(renderMessage(unmoved, { order: "verdict-first", names }));
  expect(read.movedBy).toBeUndefined();
});

it("is hidden with the verdict that rests on it", () => {
  const sealed = renderMessage(message, { order: "verdict-first", names, hide: { stance: true } });
  expect(sealed).not.toContain("MovedBy");
  expect(sealed).not.toContain("two years");
});

it("is a field while it streams, and none of the words that are shown", () => {
  const scanner = createScanner();
  const shown = [...renderMessage(message, { order: "verdict-first", names })].map((sign) =>
    scanner.push(sign),
  );
  expect(shown.join("") + scanner.end()).toBe("I change.");
  expect(scanner.messages[0]!.fields.get("MovedBy")?.isComplete).toBe(true);
});

it("survives a reply that is not well formed", () => {
  const text =
    "<Message><Verdict>NO</Verdict><MovedBy>14: two years late</MovedBy><Content>I change & go";
  expect(parseReply(text)).toMatchObject({ movedBy: { message: "14", passage: "two years late" } });
});
