import { parseReply } from "boardroom/extend";
import { reply } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { MESSAGE_GRAMMAR } from "../../src/engine/scaffold/grammar.ts";

/** The grammar is regular, so that a test can read it: rules are put in place of their names, quoted words as they stand. */
const MESSAGE = new RegExp(`^(?:${expanded("root")})$`);

function expanded(rule: string): string {
  const line = MESSAGE_GRAMMAR.split("\n").find((each) => each.startsWith(`${rule} ::= `));
  if (!line) throw new Error(`no rule ${rule}`);
  const body = line.slice(`${rule} ::= `.length);
  const tokens = body.match(/"[^"]*"|\[[^\]]*\][*?]?|\w+[*?]?|[()|?*]+/g) ?? [];
  return tokens
    .map((token) => {
      if (token.startsWith('"')) return token.slice(1, -1).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
      const name = /^(\w+)([*?]?)$/.exec(token);
      return name ? `(?:${expanded(name[1]!)})${name[2]}` : token;
    })
    .join("");
}

const WHOLE = reply({
  speaker: "Dr. Ada Ash",
  to: "Ben Birch",
  verdict: "YES",
  reasoning: "Costs fell by 12 % &amp; more.",
  wouldChange: "A second year.",
  confidence: 0.8,
  withdrawn: true,
  content: "The pilot cut costs.",
}).replace(/<Message[^>]*>/, "<Message>");

describe("the grammar that servers hold messages to", () => {
  it.each([
    ["a whole message", WHOLE],
    ["content alone", "<Message>\n<Content>Yes.</Content>\n</Message>"],
    [
      "the verdict last",
      "<Message><Content>Yes.</Content><Verdict>YES</Verdict><Confidence>0.75</Confidence></Message>",
    ],
    [
      "a citation",
      '<Message><Artifacts><Artifact ref="memo.md#L3">The pilot</Artifact></Artifacts><Content>Yes.</Content></Message>',
    ],
    ["a pass", "<Message><Pass>true</Pass></Message>"],
  ])("lets through %s, which reads strictly", (_, text) => {
    expect(text).toMatch(MESSAGE);
    expect(parseReply(text).parse).toBe("strict");
  });

  it.each([
    ["words around it", `Sure! ${WHOLE}`],
    ["a fence", `\`\`\`xml\n${WHOLE}\n\`\`\``],
    ["two messages", WHOLE + WHOLE],
    ["a field twice", "<Message><Verdict>YES</Verdict><Verdict>NO</Verdict></Message>"],
    ["a field left open", "<Message><Verdict>YES<Content>Yes.</Content></Message>"],
    ["a confidence in words", "<Message><Verdict>YES</Verdict><Confidence>high</Confidence></Message>"],
    ["a confidence above 1", "<Message><Verdict>YES</Verdict><Confidence>1.7</Confidence></Message>"],
    ["JSON", '{"verdict": "YES"}'],
  ])("lets no model write %s", (_, text) => {
    expect(text).not.toMatch(MESSAGE);
  });
});
