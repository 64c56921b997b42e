import { describe, expect, it } from "vitest";
import {
  type Artifacts,
  countAllWords,
  createArtifactArticle,
  listAnchors,
} from "../../src/protocols/rounds/artifacts.ts";
import {
  checkArtifact,
  checkLength,
  describeMeasure,
  PROPOSAL_WORDS,
  SUPPLEMENT_WORDS,
} from "../../src/protocols/rounds/lints.ts";
import { ROLES, type Role } from "../../src/protocols/rounds/records.ts";
import { printMarkdown } from "../../src/text/markdown.ts";
import { artifacts } from "./rounds-samples.ts";

const free = {
  claims: { least: 0, most: 2 },
  targets: null,
  round: 2,
  known: new Set(["D-1-1", "C-1-1"]),
  isSimulated: false,
};

function notes<Each extends Role>(
  role: Each,
  change: Partial<Artifacts[Each]> = {},
  given: Partial<Parameters<typeof checkArtifact>[2]> = {},
): string[] {
  return checkArtifact(role, { ...artifacts()[role], ...change }, { ...free, ...given });
}

describe("artifacts", () => {
  it.each(ROLES)("of the %s that are as they should be have no note", (role) => {
    expect(notes(role)).toEqual([]);
  });

  it("have a note if they are longer than 600 words, or raise other claims than asked for", () => {
    expect(notes("critic", { why: "word ".repeat(601) })[0]).toMatch(
      /^\d+ words, where at most 600 were asked for$/,
    );
    const least = { claims: { least: 1, most: 2 } };
    expect(notes("critic", { claims: [] }, least)).toEqual([
      "0 claims, where 1 to 2 were asked for",
    ]);
    expect(notes("critic", {}, { claims: { least: 0, most: 0 } })).toEqual([
      "1 claims, where 0 to 0 were asked for",
    ]);
    expect(countAllWords(artifacts().action)).toBeLessThanOrEqual(600);
  });

  it("of the action role hold three traces of 10 to 15 steps with three variables", () => {
    const { traces } = artifacts().action;
    const [first, ...others] = traces;
    expect(notes("action", { traces: others })).toEqual(["no trace of kind happy_path"]);
    expect(notes("action", { traces: [{ ...first!, steps: [] }, ...others] })).toEqual([
      "0 steps of happy_path, where 10 to 15 were asked for",
    ]);
    expect(notes("action", { traces: [{ ...first!, initialState: [] }, ...others] })).toEqual([
      "happy_path begins with fewer than three variables",
    ]);
    expect(notes("action", { traces: others }, { isSimulated: true })).toEqual([]);
  });

  it("of the guardian name a mechanism for FAIL and a condition for CONDITIONAL_PASS", () => {
    expect(notes("guardian", { verdict: "FAIL" })).toEqual(["FAIL without a mechanism"]);
    expect(notes("guardian", { verdict: "CONDITIONAL_PASS", evidence: [] })).toEqual([
      "CONDITIONAL_PASS without a condition",
      "no quotation",
    ]);
  });

  it("of the observer place friction at a step that is there", () => {
    expect(notes("observer", { friction: [{ step: 30, what: "x" }] })).toEqual([
      "friction at step 30, which is missing",
    ]);
  });

  it("of the critic aim at what is recorded and, once tightened, at what is allowed", () => {
    const aimless = "the target is not a recorded artifact, claim or decision";
    for (const ref of ["the whole thing", "C-9-9"])
      expect(notes("critic", { target: { ref, what: "x" } })).toEqual([aimless]);
    const tightened = { targets: ["C-1-1"] };
    expect(notes("critic", {}, tightened)).toEqual([aimless]);
    expect(notes("critic", { target: { ref: "C-1-1", what: "the claim" } }, tightened)).toEqual([]);
    expect(notes("critic", { verdict: "UNCLEAR", confidence: 5, preconditions: [] })).toEqual([
      "no precondition",
      "confidence 4 or 5 on UNCLEAR",
    ]);
  });

  it("render to Markdown whose headings are their anchors, one line to each text", () => {
    for (const role of ROLES) {
      const artifact = artifacts()[role];
      const text = printMarkdown(
        createArtifactArticle({ round: 2, role, holder: "Ada", basis: "predicted" }, artifact),
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
      printMarkdown(
        createArtifactArticle({ round: 2, role: "critic", holder: "Ada", basis: "run" }, sly),
      ).split("\n## Verdict"),
    ).toHaveLength(2);
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
