import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineScenario, findScenario, loadScenario, type ScenarioDefinition } from "boardroom";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { emptyFolder } from "../../support/folders.ts";

const member = {
  title: "Reviewer",
  expertise: ["stats", "--costs"],
  personality: "Calm.",
  speakingStyle: "Plain.",
};

const ada = { ...member, name: "Ada Ash" };
const ben = { ...member, name: "Ben Birch", model: "openai:gpt-6-sol", weight: 2 };
const definition: ScenarioDefinition = {
  question: "Should we continue the pilot?",
  verdicts: [
    { id: "YES", side: "for" },
    { id: "NO", side: "against" },
  ],
  documents: [{ name: "pilot memo.md", text: "# The pilot\r\n\nIt cut costs by 12 %.  \n" }],
  members: [ada, ben],
};

function refusal(changes: object): { code: string; message: string } {
  try {
    defineScenario({ ...definition, ...changes });
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  throw new Error("it was taken");
}

describe("a scenario of a program", () => {
  it("is what the same scenario is as files", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "personas"), { recursive: true });
    for (const [id, persona] of [
      ["ada-ash", ada],
      ["ben-birch", { ...member, name: ben.name }],
    ] as const)
      writeFileSync(join(folder, "personas", `${id}.md`), `---\n${stringify(persona)}---\n`);
    writeFileSync(join(folder, "pilot memo.md"), "# The pilot\r\n\nIt cut costs by 12 %.  \n");
    writeFileSync(
      join(folder, "scenario.yaml"),
      stringify({
        ...definition,
        title: definition.question,
        documents: ["pilot memo.md"],
        members: ["ada-ash", { persona: "ben-birch", model: ben.model, weight: 2 }],
      }),
    );
    const read = await loadScenario(await findScenario(folder, { cwd: folder }));
    // A text that came from no file has no digest of a file.
    const loaded = {
      ...read,
      documents: read.documents.map(({ fileSha256: _, ...document }) => document),
    };
    const defined = defineScenario({ ...definition, name: loaded.name });
    expect(defined).toEqual(loaded);
    expect(JSON.stringify(defined)).toBe(JSON.stringify(loaded));
  });

  it("calls itself by its question", () => {
    expect(defineScenario(definition)).toMatchObject({
      name: "should-we-continue-the-pilot",
      title: "Should we continue the pilot?",
    });
  });

  it("takes personas as they are loaded", () => {
    const loaded = {
      id: "ada",
      priorities: { cost: 3 },
      stubbornness: 0.2,
      optimism: 0,
      background: "Long.",
      ...ada,
    };
    const [seat] = defineScenario({ ...definition, members: [loaded, ben] }).members;
    expect(seat).toMatchObject({
      id: "ada",
      model: "simulated",
      persona: { id: "ada", background: "Long." },
    });
  });

  it("gives documents of one name a name each", () => {
    const documents = [
      { name: "row.md", text: "one" },
      { name: "row.md", text: "two" },
    ];
    const names = defineScenario({ ...definition, documents }).documents.map(({ name }) => name);
    expect(names).toEqual(["row.md", "row-2.md"]);
  });

  it.each([
    ["a key that is none", { qestion: "?" }, "scenario-invalid", 'unknown key "qestion"'],
    [
      "a missing part of a member",
      { members: [{ name: "Ada" }] },
      "scenario-invalid",
      "members[0].title is missing",
    ],
    [
      "no side against",
      { verdicts: [definition.verdicts[0], { id: "OK", side: "for" }] },
      "scenario-invalid",
      "no verdict has side: against",
    ],
    [
      "one member twice",
      { members: [ada, ada] },
      "scenario-invalid",
      "member ada-ash is listed twice",
    ],
    [
      "an empty document",
      { documents: [{ name: "a.md", text: " " }] },
      "document-empty",
      "documents[0]: a.md is empty",
    ],
    [
      "a document that is too long",
      { documents: [{ name: "a.md", text: "x".repeat(500_000) }] },
      "document-too-large",
      "500,000 characters",
    ],
    ["nothing", { question: undefined }, "scenario-invalid", "question is missing"],
  ])("is refused for %s, with its place", (_, changes, code, said) => {
    const told = refusal(changes);
    expect(told.code).toBe(code);
    expect(told.message).toContain(said);
  });
});
