import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlain, readWellFormed } from "../../../src/engine/scaffold/parse.ts";
import { renderMessage } from "../../../src/engine/scaffold/render.ts";
import { message, order } from "./messages.ts";

const rendered = fc
  .tuple(message, order)
  .map(([each, order]) => renderMessage(each, { order, names: String }));

/** Something of the markup, or near it, that a model may put anywhere. */
const piece = fc.constantFrom(
  ..."< > </ & &lt; ' \" / \r \n \u00a0 <!-- --> <![CDATA[ ]]> <? ?> <b> </b> <br/>".split(" "),
  ..."<Content> </Content> <Message> </Message> <Artifacts> </Artifacts> <Ready>true</Ready>".split(
    " ",
  ),
  ...'<Citation ref="a#L1"> </Citation> <Exhibit x="<"> </Verdict> </Content > <Pass/>'.split(" "),
);

const damaged = fc
  .tuple(rendered, fc.array(fc.tuple(fc.nat(), piece), { maxLength: 2 }))
  .map(([text, added]) =>
    added.reduce((whole, [at, each]) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + each + whole.slice(place);
    }, text),
  );

test("what is read without a parser, a parser reads alike", () => {
  let plain = 0;
  fc.assert(
    fc.property(damaged, (text) => {
      const read = readPlain(text);
      if (read === null) return;
      plain += 1;
      expect(readWellFormed(text)).toEqual(read);
    }),
    { numRuns: 600 },
  );
  expect(plain).toBeGreaterThan(150);
});

test("a message with artifacts is read without a parser", () => {
  const text =
    '<Message>\n<Speaker>Ann</Speaker>\n<Artifacts><Citation ref="cv.md#L2">four years</Citation></Artifacts>\n<Content>Yes &amp; no.</Content>\n</Message>\n';
  expect(readPlain(text)?.messages[0]?.fields).toEqual({
    Speaker: "Ann",
    Artifacts: '<Citation ref="cv.md#L2">four years</Citation>',
    Content: "Yes &amp; no.",
  });
});

test("a field twice, an unknown one, text around, a comment and other markup are left to the parser", () => {
  const content = "<Content>Yes.</Content>";
  for (const text of [
    `<Message>${content}${content}</Message>`,
    `<Message><Mood>good</Mood>${content}</Message>`,
    `Here: <Message>${content}</Message>`,
    `<Message><Speaker>A<!-- B --></Speaker>${content}</Message>`,
    "<Message><Content>Yes, <b>indeed</b>.</Content></Message>",
    `<Message>so ${content}</Message>`,
    "<Message></Message>",
  ])
    expect(readPlain(text)).toBeNull();
});
