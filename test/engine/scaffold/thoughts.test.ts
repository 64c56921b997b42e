import { describe, expect, it } from "vitest";
import { createThoughtFilter, dropThoughts } from "../../../src/engine/scaffold/thoughts.ts";

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
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|channel>thought\n", "<channel|>"],
  ["<mm:think>", "</mm:think>"],
  ["<scratchpad>", "</scratchpad>"],
  ["<reflection>", "</reflection>"],
  ["<analysis>", "</analysis>"],
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

/** What a viewer sees of a reply that streams in pieces of this size, and what of it was taken back. */
function watch(reply: string, size: number) {
  const filter = createThoughtFilter();
  const drafts: string[] = [];
  let shown = "";
  for (let at = 0; at < reply.length; at += size) {
    const { text, isRestarted } = filter(reply.slice(at, at + size));
    if (isRestarted) drafts.push(shown);
    shown = isRestarted ? text : shown + text;
  }
  return { shown, drafts };
}

describe.each([1, 2, 7, 1_000])("a reply that streams in pieces of %i", (size) => {
  it.each([REPLY, JSON_REPLY])("shows no draft that stands inside thoughts", (reply) => {
    for (const [open, close] of PAIRS) {
      const text = `${open}A draft: ${DRAFT} {"verdict": "REJECT"} No.${close}\n${reply}`;
      expect(watch(text, size), open).toEqual({ shown: reply, drafts: [] });
      expect(watch(`Well. ${text}`, size).shown, open).toBe(reply);
      expect(watch(`${open} A draft: ${DRAFT}`, size).shown, open).toBe("");
    }
  });

  it("takes back a draft that turns out to stand in thoughts without an opening mark", () => {
    const { shown } = watch(`${DRAFT} No.</think>${REPLY}`, size);
    expect(shown).toBe(REPLY);
  });

  it("shows a reply that quotes the marks, or has none", () => {
    const quoting = "<Message><Content>The log ends with </think> and <think>.</Content></Message>";
    for (const reply of [REPLY, JSON_REPLY, quoting])
      expect(watch(reply, size)).toEqual({ shown: reply, drafts: [] });
  });
});
