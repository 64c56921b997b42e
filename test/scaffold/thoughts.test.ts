import { describe, expect, it } from "vitest";
import { dropThoughts } from "../../src/engine/scaffold/thoughts.ts";

const DRAFT = "<Message><Verdict>REJECT</Verdict><Content>Against.</Content></Message>";
const REPLY = "<Message><Verdict>APPROVE</Verdict><Content>For.</Content></Message>";
const JSON_REPLY = '{"reasoning": "It is cheap.", "verdict": "APPROVE"}';

const PAIRS = [
  ["<think>", "</think>"],
  ["<Thinking>", "</Thinking>"],
  ["<thought>", "</thought>"],
  ["<seed:think>", "</seed:think>"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"],
  ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
] as const;

describe.each(PAIRS)("thoughts between %s and %s", (open, close) => {
  it.each([REPLY, JSON_REPLY])("never count, whatever they hold", (reply) => {
    const thoughts = [
      "Let me see.",
      DRAFT,
      "<Message><Verdict>REJECT</Verdict> no,",
      '{"verdict": "REJECT"}',
    ];
    for (const thought of thoughts)
      expect(dropThoughts(`${open}${thought}${close}\n${reply}`).trim(), thought).toBe(reply);
  });

  it("are no reply if they never end, or if nothing follows them", () => {
    expect(dropThoughts(`${open} A draft: ${DRAFT}`)).toBe("");
    expect(dropThoughts(`${open} A draft: ${DRAFT}${close}`)).toBe("");
  });

  it("end even if the server took the opening mark", () => {
    expect(dropThoughts(`A draft: ${DRAFT} No.${close}${REPLY}`)).toBe(REPLY);
  });
});

describe("a reply that quotes the marks", () => {
  it.each([
    "<Message><Verdict>APPROVE</Verdict><Content>The log ends with </think> and so on.</Content></Message>",
    '{"reasoning": "The log ends with </think> there.", "verdict": "APPROVE"}',
    "<Message><Content>It begins with <think> and never ends.</Content></Message>",
  ])("stays whole, with thoughts before it and without", (reply) => {
    expect(dropThoughts(reply)).toBe(reply);
    expect(dropThoughts(`<think>Hm.</think>${reply}`)).toBe(reply);
  });

  it("stays whole if it has no thoughts at all", () => {
    for (const reply of [REPLY, JSON_REPLY, "Plain words.", ""])
      expect(dropThoughts(reply)).toBe(reply);
  });
});
