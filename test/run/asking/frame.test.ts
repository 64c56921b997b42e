import { frameQuestion } from "boardroom";
import { describe, expect, it, test } from "vitest";
import { createEnforcedSchema } from "../../../src/models/contract/json-schema.ts";
import { draftRequest, readDraft } from "../../../src/run/asking/draft.ts";
import { exampleScenario } from "../../support/example-scenario.ts";

describe("a bare question", () => {
  it("has the plain options and criteria, whatever its words", () => {
    for (const question of [
      "Should I learn the cello?",
      "Why did checkout fail?",
      "Should we pick Acorn or Borealis?",
    ]) {
      const { options, criteria, notes } = frameQuestion({ question });
      expect(options.map(({ id, side }) => [id, side])).toEqual([
        ["YES", "for"],
        ["LATER", "neutral"],
        ["NO", "against"],
      ]);
      expect({ count: criteria.length, notes }).toEqual({
        count: 5,
        notes: ["Options and criteria: the plain list."],
      });
    }
  });

  it("is refused if it is empty", () => {
    expect(() => frameQuestion({ question: "  " })).toThrow(/the question is empty/);
  });
});

test("a model's requirements are kept unless they name lines that no document has", () => {
  const { documents } = exampleScenario({
    documents: { "job.md": "# Nurse\n\nA licence is required." },
  });
  const task = { frame: frameQuestion({ question: "Well?" }), documents, isOpen: true };
  const answer = {
    question: "Should we hire this candidate as a nurse?",
    for_candidates: true,
    options: [
      { id: "HIRE", side: "for" },
      { id: "PASS", side: "against" },
    ],
    criteria: ["evidence"],
    requirements: [
      { id: "licence", text: "a licence", ref: "job.md#L3", must: true },
      { id: "dreamt", text: "a car", ref: "job.md#L9" },
      { id: "nowhere", text: "a boat", ref: "plan.md#L1" },
      { id: "loose", text: "a hat" },
    ],
  };
  const drafted = readDraft(JSON.stringify(answer), task, "acme:m");
  if (typeof drafted === "string") return expect.fail(drafted);
  expect(drafted.isForCandidates).toBe(true);
  expect(drafted.frame).toMatchObject({
    question: answer.question,
    title: "Hire this candidate as a nurse",
  });
  expect(drafted.frame.requirements.map(({ id }) => id)).toEqual(["licence", "loose"]);
  const { schema } = draftRequest(task, 100).json ?? {};
  expect(schema && createEnforcedSchema(schema)?.schema).toHaveProperty(
    "properties.requirements.items.properties.text",
  );
  expect(draftRequest(task, 100).shared).toContain("- question: the one thing to decide");
  expect(draftRequest({ ...task, isOpen: false }, 100).shared).not.toContain("- question:");
});

test.each<[string, string | object, string]>([
  ["no JSON", "I would rather not.", "the reply is not a JSON object"],
  ["no options", { criteria: [] }, "options is missing"],
  [
    "an unknown side",
    { options: [{ id: "HIRE", side: "pro" }, { id: "PASS" }] },
    'side of option 1 must be one of for, against, neutral, found "pro"; side of option 2 is missing',
  ],
  [
    "one side",
    { options: ["HIRE", "WAIT"].map((id) => ({ id, side: "for" })) },
    "the options need both sides, for and against, and different ids",
  ],
])("a draft with %s is refused in plain words", (_, answer, why) => {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  const task = { frame: frameQuestion({ question: "Well?" }), documents: [] };
  expect(readDraft(text, task, "acme:m")).toBe(why);
});

describe("options that are typed", () => {
  const framed = (options: readonly string[]) => frameQuestion({ question: "Well?", options });

  it.each([[["yes", "no", "later"]], [["red", "green", "blue"]]])("%j have no sides", (options) => {
    const { options: found, sides, decision, notes } = framed(options);
    expect(found.map(({ id }) => id)).toEqual(options.map((each) => each.toUpperCase()));
    expect({ sides, decision }).toEqual({ sides: "none", decision: { by: "option" } });
    expect(notes.join(" ")).toContain("alternatives: none is for or against");
  });

  test.each<[string[], RegExp]>([
    [["yes", "yes"], /named twice/],
    [["yes"], /2 to 20 options, found 1: yes/],
    [["ja", "???"], /invalid option/],
  ])("%j are refused", (options, why) => {
    expect(() => framed(options)).toThrow(why);
  });
});
