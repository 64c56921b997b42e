import { expect, test } from "vitest";
import { readWhole } from "../../src/engine/scaffold/parse.ts";

test("a message whose tags all close is read as it stands", () => {
  const text =
    '<Message>\n<Speaker>Ann</Speaker>\n<Artifacts><Citation ref="cv.md#L2">four years</Citation></Artifacts>\n<Content>Yes &amp; <b>no</b>.</Content>\n</Message>\n';
  expect(readWhole(text)).toEqual({
    parse: "strict",
    hasTextAround: false,
    messages: [
      {
        fields: {
          Speaker: "Ann",
          Artifacts: '<Citation ref="cv.md#L2">four years</Citation>',
          Content: "Yes &amp; <b>no</b>.",
        },
        flags: [],
      },
    ],
  });
});

const content = "<Content>Yes.</Content>";

test.each([
  ["an element nobody asked for", `<Message><Mood>good</Mood>${content}</Message>`],
  ["words around it", `Here: <Message>${content}</Message>`],
  ["an end that is missing", `<Message>${content}`],
])("%s is trimmed", (_, text) => {
  expect(readWhole(text)).toMatchObject({ parse: "trimmed", messages: [{ fields: { Content: "Yes." } }] });
});

test.each([
  ["a comment", `<Message><!-- <Verdict>NO</Verdict> -->${content}</Message>`],
  ["an instruction", `<Message><?php echo 1 ?>${content}</Message>`],
  ["a tag that closes nothing", `<Message>${content}</b></Message>`],
])("%s between fields is passed over", (_, text) => {
  expect(readWhole(text)).toMatchObject({ parse: "strict", messages: [{ fields: { Content: "Yes." } }] });
  expect(readWhole(text)?.messages[0]?.fields.Verdict).toBeUndefined();
});

test.each([
  ["a field twice", `<Message>${content}${content}</Message>`],
  ["words between fields", `<Message>so ${content}</Message>`],
  ["a field without its end", `<Message><Speaker>A${content}</Message>`],
  ["a content closed twice", "<Message><Content>Yes</Content>.</Content></Message>"],
  ["a comment without its end", "<Message><Content>Yes <!-- no</Content></Message>"],
  ["nothing inside", "<Message></Message>"],
])("%s is left to the salvage", (_, text) => {
  expect(readWhole(text)).toBeNull();
});
