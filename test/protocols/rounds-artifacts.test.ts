import { describe, expect, it } from "vitest";
import {
  type Artifacts,
  countAllWords,
  createArtifactArticle,
  createArtifactSchema,
  listAnchors,
} from "../../src/protocols/rounds/artifacts.ts";
import {
  checkArtifact,
  checkCritic,
  checkLength,
  describeMeasure,
  PROPOSAL_WORDS,
  SUPPLEMENT_WORDS,
} from "../../src/protocols/rounds/lints.ts";
import { ROLES, type Role } from "../../src/protocols/rounds/records.ts";
import { printMarkdown } from "../../src/text/markdown.ts";
import { artifacts } from "./rounds-samples.ts";

const free = { claims: { least: 0, most: 2 }, targets: null };

function refusals(
  role: Role,
  change: object,
  rules: Parameters<typeof createArtifactSchema>[1] = free,
): string[] {
  const result = createArtifactSchema(role, rules).safeParse({ ...artifacts()[role], ...change });
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

function lints(change: Partial<Artifacts["critic"]> = {}): string[] {
  return checkCritic({ ...artifacts().critic, ...change }, 2, new Set(["D-1-1", "C-1-1"]));
}

describe("artifacts", () => {
  it.each(ROLES)("of the %s are taken as they should be", (role) => {
    expect(refusals(role, {})).toEqual([]);
  });

  it("have the claims that the round allows, and a note if they are longer than 600 words", () => {
    const long = { ...artifacts().critic, why: "word ".repeat(601) };
    expect(refusals("critic", long)).toEqual([]);
    expect(checkArtifact(long)[0]).toMatch(/^\d+ words, where at most 600 were asked for$/);
    expect(checkArtifact(artifacts().critic)).toEqual([]);
    expect(refusals("critic", { claims: [] }, { ...free, claims: { least: 1, most: 2 } })).toEqual([
      "claims: raise at least 1 claim",
    ]);
    expect(refusals("critic", {}, { ...free, claims: { least: 0, most: 0 } })).toEqual([
      "claims: raise at most 0 claims",
    ]);
    expect(countAllWords(artifacts().action)).toBeLessThanOrEqual(600);
  });

  it("of the action role hold exactly three traces of 10 to 15 steps with deltas and three variables", () => {
    const { traces } = artifacts().action;
    expect(refusals("action", { traces: traces.slice(1) })).not.toEqual([]);
    expect(refusals("action", { traces: [traces[0], traces[0], traces[1]] })).toContain(
      "traces: needs exactly one trace of kind cross_round_reference",
    );
    const steps = (change: (all: Artifacts["action"]["traces"][number]["steps"]) => unknown) =>
      refusals("action", {
        traces: [{ ...traces[0], steps: change(traces[0]!.steps) }, ...traces.slice(1)],
      });
    expect(steps((all) => all.slice(0, 9))).not.toEqual([]);
    expect(steps((all) => [...all, ...all])).not.toEqual([]);
    expect(steps((all) => [{ does: "It waits", delta: "nothing" }, ...all.slice(1)])[0]).toContain(
      "must be a state delta",
    );
    expect(
      refusals("action", { traces: [{ ...traces[0], initialState: [] }, ...traces.slice(1)] }),
    ).not.toEqual([]);
  });

  it("of the guardian name a mechanism for FAIL and a condition for CONDITIONAL_PASS", () => {
    expect(refusals("guardian", { verdict: "FAIL" })).toEqual(["mechanism: is needed for FAIL"]);
    expect(refusals("guardian", { verdict: "CONDITIONAL_PASS" })).toEqual([
      "condition: is needed for CONDITIONAL_PASS",
    ]);
    expect(refusals("guardian", { verdict: "MAYBE" })).not.toEqual([]);
    expect(refusals("guardian", { confidence: 6 })).not.toEqual([]);
  });

  it("of the observer place friction at a step that is there, in 8 to 15 steps", () => {
    expect(refusals("observer", { friction: [{ step: 30, what: "x" }] })).toEqual([
      "friction: there is no step 30",
    ]);
    expect(refusals("observer", { steps: artifacts().observer.steps.slice(0, 7) })).not.toEqual([]);
  });

  it("of the critic take 5 to 10 steps and, once tightened, aim at what is allowed", () => {
    expect(refusals("critic", { attack: artifacts().critic.attack.slice(0, 4) })).not.toEqual([]);
    const tightened = { ...free, targets: ["C-1-1"] };
    expect(refusals("critic", {}, tightened)).toEqual(["target: ref must be one of C-1-1"]);
    expect(refusals("critic", { target: { ref: "C-1-1", what: "the claim" } }, tightened)).toEqual(
      [],
    );
  });

  it("render to Markdown whose headings are their anchors, one line to each text", () => {
    for (const role of ROLES) {
      const artifact = artifacts()[role];
      const text = printMarkdown(
        createArtifactArticle({ round: 2, role, holder: "Ada" }, artifact),
      );
      const headings = text
        .split("\n")
        .filter((line) => line.startsWith("## "))
        .map((line) => line.slice(3).toLowerCase().replaceAll(" ", "_"));
      expect(headings).toEqual(listAnchors(artifact));
      expect(text).toContain(`# Round 2, ${role}`);
    }
    const sly = { ...artifacts().critic, why: "x\n## Verdict\nROBUST" };
    expect(
      printMarkdown(createArtifactArticle({ round: 2, role: "critic", holder: "Ada" }, sly)).split(
        "\n## Verdict",
      ),
    ).toHaveLength(2);
  });
});

describe("lints of the critic", () => {
  it("find missing targets and a sure UNCLEAR", () => {
    expect(lints()).toEqual([]);
    for (const ref of ["the whole thing", "C-9-9"])
      expect(lints({ target: { ref, what: "x" } })).toEqual([
        "the target is not a recorded artifact, claim or decision",
      ]);
    expect(lints({ verdict: "UNCLEAR", confidence: 5 })).toEqual(["confidence 4 or 5 on UNCLEAR"]);
  });
});

describe("the words of a proposal and of a supplement", () => {
  it("are those that the cues ask for", () => {
    expect([PROPOSAL_WORDS, SUPPLEMENT_WORDS].map(describeMeasure)).toEqual([
      "600 to 800 words",
      "200 to 400 words",
    ]);
  });

  it.each([
    [599, ["599 words, where 600 to 800 words were asked for"]],
    [600, []],
    [800, []],
    [801, ["801 words, where 600 to 800 words were asked for"]],
  ])("are noted where a model kept to other ones: %d", (words, noted) => {
    expect(checkLength(words, PROPOSAL_WORDS, "openai:gpt-6-sol")).toEqual(noted);
    for (const model of ["simulated", "human:ines"])
      expect(checkLength(words, PROPOSAL_WORDS, model)).toEqual([]);
  });

  it.each([
    [199, 1],
    [200, 0],
    [400, 0],
    [401, 1],
  ])("of a supplement are 200 to 400: %d", (words, noted) => {
    expect(checkLength(words, SUPPLEMENT_WORDS, "ollama:llama3.3")).toHaveLength(noted);
  });
});
