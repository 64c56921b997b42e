import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findScenario, loadPersona, loadScenario } from "boardroom";
import { expect, test } from "vitest";
import type { Lookup, ScenarioOverrides } from "../../../src/scenario/files/source.ts";
import { PERSONA, SCENARIO, smallCase } from "../folder.ts";

async function load(lookup: Lookup, overrides: ScenarioOverrides = {}) {
  return loadScenario(await findScenario("small", lookup), overrides);
}

test("a scenario comes complete with its members, personas and documents", async () => {
  expect(await load(smallCase())).toEqual({
    name: "small",
    title: "A small case",
    question: "Shall we?",
    context: undefined,
    protocol: "board",
    options: {},
    verdicts: [
      { id: "YES", side: "for" },
      { id: "NO", side: "against" },
    ],
    decision: { rule: "plurality-of-sides", by: "side" },
    documents: [
      {
        name: "memo.md",
        title: "Memo",
        subject: true,
        fileSha256: "0b54c80bc88e90dbb90a3cff40087501cf8a0b962e7851306f7ae9bacdb4065c",
        sha256: "9055ab4c15f8de256343d8b8ac658e6c732c4f880c800d2ff3c6137c60117e4b",
        text: "It was measured\ntwice.",
      },
      {
        name: "notes.txt",
        title: "Notes",
        subject: false,
        fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        sha256: "99e12cfba3a0b4d3077367111f8b0d85d4168e4f4a399439afb92c62440803f8",
        text: "One note disagrees.",
      },
    ],
    criteria: [{ id: "rigour", name: "Rigour" }],
    script: expect.objectContaining({
      threads: [],
      plays: {
        measured: expect.objectContaining({ who: ["any"], verdict: "YES", weight: 2 }),
        disagrees: expect.objectContaining({
          cite: [{ ref: "notes.txt#L1", quote: "One note disagrees" }],
        }),
      },
    }),
    members: [
      { id: "ada", kind: "member", persona: ada, model: "simulated", weight: 1 },
      {
        id: "ben",
        kind: "member",
        persona: { ...ada, id: "ben", name: "Ben Okri" },
        model: "openai:gpt-6-sol",
        weight: 2,
      },
    ],
    limits: { messages: 12, absences: 3 },
    prompt: { view: "perspective" },
    startsAt: undefined,
    seed: 7,
  });
});

const ada = {
  id: "ada",
  name: "Dr. Ada Byron",
  title: "Analyst",
  expertise: ["numbers"],
  personality: "Patient and exact.",
  speakingStyle: "Brief.",
  priorities: { rigour: 8 },
  stubbornness: 0.5,
  optimism: 0,
  background: "Reads every table twice.",
};

test("a scenario is found by name, by folder and by file, the user's before the packaged one", async () => {
  const { cwd } = smallCase({
    "packaged/scenarios/small/scenario.yaml": SCENARIO,
    "packaged/scenarios/other/scenario.yaml": SCENARIO,
    "My Case!/scenario.yaml": SCENARIO,
    "loose/first.yaml": SCENARIO,
  });
  const lookup = { cwd, packaged: join(cwd, "packaged") };
  const found = async (name: string) => {
    const source = await findScenario(name, lookup);
    return [source.name, source.file.slice(cwd.length + 1), source.isPackaged];
  };
  expect(await found("small")).toEqual(["small", "scenarios/small/scenario.yaml", false]);
  expect(await found("other")).toEqual(["other", "packaged/scenarios/other/scenario.yaml", true]);
  expect(await found("./My Case!")).toEqual(["my-case", "My Case!/scenario.yaml", false]);
  expect(await found(join(cwd, "scenarios/small"))).toEqual([
    "small",
    "scenarios/small/scenario.yaml",
    false,
  ]);
  expect(await found("loose/first.yaml")).toEqual(["first", "loose/first.yaml", false]);
});

test("a scenario's own persona is taken before ./personas and the packaged ones", async () => {
  const lookup = smallCase({
    "scenarios/small/personas/ada.md": PERSONA.replace("Analyst", "Of the scenario"),
    "packaged/personas/ada.md": PERSONA.replace("Analyst", "Packaged"),
    "packaged/personas/cora.md": PERSONA.replace("Analyst", "Packaged"),
  });
  const { members } = await load(lookup);
  expect(members[0]!.persona.title).toBe("Of the scenario");
  expect((await loadPersona("ada", lookup)).title).toBe("Analyst");
  expect((await loadPersona("cora", lookup)).title).toBe("Packaged");
});

test("a given document takes the subject's place under its own name, and the script of the old one is not used", async () => {
  const lookup = smallCase({ "elsewhere/new memo.md": "Not measured at all.\n" });
  const { documents, script } = await load(lookup, { document: "elsewhere/new memo.md" });
  expect(documents.map(({ name, subject, text }) => [name, subject, text])).toEqual([
    ["new-memo.md", true, "Not measured at all."],
    ["notes.txt", false, "One note disagrees."],
  ]);
  expect(script).toBeUndefined();
});

test("attached documents come last, under names of their own", async () => {
  const lookup = smallCase({ "more/memo.md": "Another memo.\n" });
  const { documents } = await load(lookup, {
    attach: ["more/memo.md", join(lookup.cwd, "more/memo.md")],
  });
  expect(documents.map(({ name }) => name)).toEqual([
    "memo.md",
    "notes.txt",
    "memo-2.md",
    "memo-3.md",
  ]);
});

test("models go by seat, then for all, then as the scenario says, then by default", async () => {
  const models = async (overrides: ScenarioOverrides) =>
    (await load(smallCase(), overrides)).members.map(({ model }) => model);
  expect(await models({ defaultModel: "d" })).toEqual(["d", "openai:gpt-6-sol"]);
  expect(await models({ defaultModel: "d", model: "m" })).toEqual(["m", "m"]);
  expect(await models({ model: "m", members: { ben: "b" } })).toEqual(["m", "b"]);
});

test("a seat nobody has is refused", async () => {
  const remedy =
    "To add another member, name it under members: in scenario.yaml. First copy an included scenario: boardroom new scenario my-hiring --from hiring.";
  const refused: [Lookup, ScenarioOverrides, string, string][] = [
    [
      smallCase(),
      { members: { bne: "m", toString: "m" } },
      "unknown-member",
      `member "bne" of --member not found on this board\n  Did you mean ben? Members: ada, ben. ${remedy}\n` +
        `member "toString" of --member not found on this board\n  Members: ada, ben. ${remedy}`,
    ],
  ];
  for (const [lookup, overrides, code, message] of refused) {
    await expect(load(lookup, overrides)).rejects.toMatchObject({ code, message });
  }
});

test("a link out of the scenario's folder is refused for documents, personas and the scenario itself", async () => {
  const lookup = smallCase({
    "secret.md": "A diary.\n",
    "scenarios/small/scenario.yaml": SCENARIO.replace("memo.md\n", "linked.md\n"),
    "scenarios/linked/memo.md": "A memo.\n",
  });
  const small = join(lookup.cwd, "scenarios/small");
  symlinkSync(join(lookup.cwd, "secret.md"), join(small, "linked.md"));
  mkdirSync(join(small, "personas"));
  symlinkSync(join(lookup.cwd, "personas/ada.md"), join(small, "personas/ada.md"));
  symlinkSync(join(small, "scenario.yaml"), join(lookup.cwd, "scenarios/linked/scenario.yaml"));
  await expect(
    findScenario("linked", lookup).then((source) => loadScenario(source)),
  ).rejects.toMatchObject({
    code: "path-outside-scenario",
    problems: [{ message: "scenarios/linked/scenario.yaml is outside the scenario's folder" }],
  });
  await expect(load(lookup)).rejects.toMatchObject({
    code: "path-outside-scenario",
    problems: [
      {
        place: { file: "scenarios/small/scenario.yaml", line: 7, column: 11 },
        message: "linked.md is outside the scenario's folder",
      },
      {
        place: { file: "scenarios/small/scenario.yaml", line: 14, column: 5 },
        message: "personas/ada.md is outside the scenario's folder",
      },
    ],
  });
});

function withPrivate(yaml: string): Lookup {
  return smallCase({
    "scenarios/small/survey.md": "One.\n\nThree.\nFour.",
    "scenarios/small/scenario.yaml": `${SCENARIO}private:\n${yaml}`,
  });
}

test("evidence of single members is read with the lines that each is shown", async () => {
  const lookup = withPrivate("  ada: [survey.md#L3-L4, survey.md#L1]\n  ben: [survey.md]\n");
  const { private: evidence = [], documents } = await load(lookup);
  const shownTo = {
    ada: [
      [1, 1],
      [3, 4],
    ],
    ben: [[1, 4]],
  };
  expect(evidence.map((each) => [each.name, each.shownTo])).toEqual([["survey.md", shownTo]]);
  expect(documents.map(({ name }) => name)).toEqual(["memo.md", "notes.txt"]);
});

test.each([
  ["  cleo: [survey.md]", /yaml:19:3: private: member "cleo" not found on this board/],
  ["  ada: [survey.md#L3-L9]", /yaml:19:9: survey\.md has lines 1 to 4, not 3 to 9/],
  ["  ada: [memo.md]", /yaml:19:9: memo\.md is private, but all members can read it already/],
  ["  ada: [servey.md]", /yaml:19:9: document servey\.md not found in /],
  ["  ada: [../small/../x.md]", /is outside the scenario's folder/],
])("private evidence that cannot be given is refused by place:%s", async (yaml, message) => {
  await expect(load(withPrivate(`${yaml}\n`))).rejects.toThrow(message);
});

test("a document that is named for a scenario without a subject becomes it, before the others", async () => {
  const without = smallCase({
    "scenarios/small/scenario.yaml": SCENARIO.replace("    subject: true\n", ""),
  });
  writeFileSync(join(without.cwd, "cv.md"), "# Ada\n");
  const { documents } = await load(without, { document: "cv.md" });
  expect(documents.map(({ name, subject }) => [name, subject])).toEqual([
    ["cv.md", true],
    ["memo.md", false],
    ["notes.txt", false],
  ]);
});
