import { type BoardroomError, findScenario, loadScenario } from "boardroom";
import { mapCasebook } from "boardroom/extend";
import { expect, test } from "vitest";
import { PROTOCOLS, sheetOf } from "../../src/cli/settings/protocols.ts";
import type { ScenarioOverrides } from "../../src/scenario/files/source.ts";
import { completeScenario, openScenario } from "../../src/scenario/loading/load.ts";
import { casebookSchema } from "../../src/scenario/schema/casebook.ts";
import { CASEBOOK, SCENARIO, smallCase } from "./folder.ts";

const FILE = "scenarios/small/casebook.yaml";
const YAML = "scenarios/small/scenario.yaml";
type Files = Readonly<Record<string, string>>;

async function complete(changes: Files, overrides: ScenarioOverrides = {}) {
  return { scenario: await loadScenario(await findScenario("small", smallCase(changes)), overrides) };
}

/** The same with the sheets of the protocols, and with what is said of it, as the program has them. */
async function inProgram(changes: Files, overrides: ScenarioOverrides = {}) {
  const source = await findScenario("small", smallCase(changes));
  return completeScenario(await openScenario(source, undefined, { sheetOf: sheetOf(PROTOCOLS) }), overrides);
}

async function refusal(changes: Files, overrides: ScenarioOverrides = {}): Promise<string> {
  return refused(complete(changes, overrides));
}

async function refused(completed: Promise<unknown>): Promise<string> {
  const error = await completed.then(
    () => expect.fail("was not refused"),
    (reason: BoardroomError) => reason,
  );
  return `${error.code}\n${error.message}`;
}

function edited(from: string, to: string): Files {
  expect(CASEBOOK).toContain(from);
  return { [FILE]: CASEBOOK.replace(from, to) };
}

test.each([
  [
    "a document that is not there",
    edited("notes.txt#L1", "note.txt#L1"),
    `${FILE}:9:10: the casebook cites note.txt#L1, but there is no such document
  Did you mean notes.txt? Documents: memo.md, notes.txt.`,
  ],
  [
    "lines beyond the end of a document",
    edited("memo.md#L1-L2", "memo.md#L1-L3"),
    `${FILE}:3:10: the casebook cites memo.md#L1-L3, but memo.md has lines 1 to 2
  Cite the first line before the last, both within the document.
${FILE}:4:12: the quote of point measured does not stand word for word on memo.md#L1-L3
  It stands elsewhere: write ref: memo.md#L1-L2.`,
  ],
  [
    "an invented quote",
    edited("It was measured twice.", "It was measured thrice."),
    `${FILE}:4:12: the quote of point measured does not stand word for word on memo.md#L1-L2
  Quote the document's own words, with … where some are left out, or take the point out.`,
  ],
  [
    "a quote with a word of its own in brackets",
    edited("It was measured twice.", '"It was [not] measured twice."'),
    `${FILE}:4:12: the quote of point measured has words in brackets that memo.md has not
  Quote the document's own words alone, with … where some are left out.`,
  ],
  [
    "a quote of one word",
    edited("It was measured twice.", "measured"),
    `${FILE}:4:12: point measured quotes less than two words
  Quote a whole clause.`,
  ],
  [
    "a quote on another line",
    edited("memo.md#L1-L2", "memo.md#L2"),
    `${FILE}:4:12: the quote of point measured does not stand word for word on memo.md#L2
  It stands elsewhere: write ref: memo.md#L1-L2.`,
  ],
  [
    "a criterion that the scenario does not have",
    edited("rigour: 0.5", "rigor: 0.5"),
    `${FILE}:6:13: point measured names the criterion rigor, which the scenario does not have
  Did you mean rigour? Criteria: rigour.`,
  ],
  [
    "a strength beyond 1",
    edited("rigour: 0.5", "rigour: 1.5"),
    `${FILE}:6:21: points[0].bears.rigour must be at most 1, found 1.5`,
  ],
  [
    "a point against one that is not there",
    edited("[disagrees]", "[disagree]"),
    `${FILE}:7:15: there is no point disagree
  Did you mean disagrees? Points: disagrees.`,
  ],
  [
    "a point against itself",
    edited("[disagrees]", "[measured]"),
    `${FILE}:7:15: point measured is weighed against itself
  Points: disagrees.`,
  ],
  [
    "an id twice",
    {
      [FILE]: CASEBOOK.replace("id: disagrees", "id: measured").replace("against: [disagrees]", "against: []"),
    },
    `${FILE}:8:9: point measured stands twice
  Give each an id of its own.`,
  ],
  [
    "a requirement met by a point that is not there",
    {
      [FILE]: `${CASEBOOK}requirements:\n  - {id: measure, text: a measure, ref: notes.txt#L1, by: measurd}\n`,
    },
    `${FILE}:14:59: there is no point measurd
  Did you mean measured? Points: measured, disagrees.`,
  ],
  [
    "a candidate that is no verdict",
    edited("says: it was measured", "says: it was measured\n    candidate: MAYBE"),
    `${FILE}:6:16: point measured names the verdict MAYBE, which the scenario does not have
  Verdicts: YES, NO.`,
  ],
  [
    "digests of a document that is not there",
    { [FILE]: `${CASEBOOK}documents: {memos.md: ${"a".repeat(64)}}\n` },
    `${FILE}:13:13: the casebook is of memos.md, but there is no such document
  Did you mean memo.md? Documents: memo.md, notes.txt.`,
  ],
  [
    "a misspelt key",
    edited("quote: It", "qoute: It"),
    `${FILE}:2:5: points[0].quote is missing
  Add quote: Word for word from there; … where something is left out.
${FILE}:4:5: unknown key "qoute" in points[0]
  Did you mean quote? Allowed: id, ref, quote, says, bears, severe, against, asks, settles, topic, candidate, items, holds, tests.`,
  ],
  [
    "a file that is not there",
    { [YAML]: SCENARIO.replace("casebook.yaml", "caseboo.yaml") },
    `${YAML}:12:11: there is no casebook caseboo.yaml in scenarios/small
  Check the name; it counts from the scenario's folder. boardroom read small --write makes one.`,
  ],
])("a casebook with %s is refused with its place", async (_what, changes, message) => {
  expect(await refusal(changes)).toBe(`scenario-invalid\n${message}`);
});

test("a casebook outside the scenario's folder is refused", async () => {
  const files = {
    [YAML]: SCENARIO.replace("casebook.yaml", "../casebook.yaml"),
    "scenarios/casebook.yaml": CASEBOOK,
  };
  expect(await refusal(files)).toContain("path-outside-scenario");
});

test("what is wrong with the casebook is told along with what is wrong with the scenario", async () => {
  const message = await refusal({
    [YAML]: SCENARIO.replace("- ada", "- adda"),
    ...edited("rigour: 0.5", "rigor: 0.5"),
  });
  expect(message).toContain("there is no persona adda");
  expect(message).toContain("names the criterion rigor");
});

test("a scenario without criteria is weighed as a whole", async () => {
  const whole = SCENARIO.replace("criteria:\n  - {id: rigour, name: Rigour}\n", "");
  const { scenario } = await complete({ [YAML]: whole, [FILE]: CASEBOOK.replaceAll("rigour", "case") });
  expect(scenario.casebook!.points.map(({ bears }) => bears)).toEqual([{ case: 0.5 }, { case: -0.2 }]);
  expect(await refusal({ [YAML]: whole })).toContain("Criteria: case.");
});

const JURY = SCENARIO.replace(
  "limits:",
  "protocol: jury\noptions:\n  agenda: [{id: proof, topic: The proof}]\n  decisions: {items: [{id: o1, title: Keep it?}]}\nlimits:",
);

test.each([
  ["topic: prof", "the topic prof", "Did you mean proof? Topics: proof."],
  ["items: {o2: agree}", "the item o2", "Items: o1."],
  ["items: {o1: agreed}", "the choice agreed", "Did you mean agree? Choices: agree, disagree, modify."],
])("of a jury, %s is refused", async (line, found, remedy) => {
  const says = "says: it was measured";
  const message = await refused(inProgram({ [YAML]: JURY, ...edited(says, `${says}\n    ${line}`) }));
  expect(message).toContain(`point measured names ${found}, which the scenario does not have`);
  expect(message).toContain(remedy);
});

test("topics and items of a jury are taken", async () => {
  const says = "says: it was measured";
  const changes = edited(says, `${says}\n    topic: proof\n    items: {o1: modify}`);
  const { scenario } = await inProgram({ [YAML]: JURY, ...changes });
  expect(scenario.casebook!.points[0]).toMatchObject({ topic: "proof", items: { o1: "modify" } });
});

const REQUIREMENTS = `requirements:
  - {id: measure, text: a measure, ref: notes.txt#L1, must: true, met: "yes", by: measured}
`;

test("what stands on a document that another replaces is left out, and said", async () => {
  const { scenario, notes } = await inProgram(
    { [FILE]: CASEBOOK + REQUIREMENTS, "new.md": "Not measured at all.\n" },
    { document: "new.md" },
  );
  const { points, requirements, documents } = scenario.casebook!;
  expect(points).toMatchObject([{ id: "disagrees", against: [] }]);
  expect(requirements).toMatchObject([{ id: "measure", met: "open" }]);
  expect(requirements[0]).not.toHaveProperty("by");
  expect(Object.keys(documents!)).toEqual(["notes.txt"]);
  expect(notes).toEqual(["1 point of casebook.yaml is on memo.md, which new.md replaces: left out"]);
});

test("the same text under another name keeps its points, under that name", async () => {
  const { scenario, notes } = await inProgram(
    { "copy/cv.md": "It was measured\ntwice.\n" },
    { document: "copy/cv.md" },
  );
  expect(scenario.casebook!.points.map(({ ref }) => ref)).toEqual(["cv.md#L1-L2", "notes.txt#L1"]);
  expect(Object.keys(scenario.casebook!.documents!)).toEqual(["cv.md", "notes.txt"]);
  expect(notes).toEqual([]);
});

test("a document that changed since it was read loses its points, and no quote of it is held against it", async () => {
  const { scenario, notes } = await inProgram({
    [FILE]: `${CASEBOOK}documents: {memo.md: ${"a".repeat(64)}}\n`,
    "scenarios/small/memo.md": "Another text.\n",
  });
  expect(scenario.casebook!.points.map(({ id }) => id)).toEqual(["disagrees"]);
  expect(notes).toEqual(["1 point of casebook.yaml is on memo.md, which has changed since: left out"]);
});

test("without a digest, a quote that the changed document no longer has is a mistake", async () => {
  expect(await refusal({ "scenarios/small/memo.md": "Another\ntext.\n" })).toContain(
    "does not stand word for word",
  );
});

const BESIDE = `points:
  - id: unmeasured
    ref: cv.md#L1
    quote: Not measured at all
    says: nothing was measured
    bears: {rigour: -0.8}
    against: [disagrees]
`;

test("a casebook beside a given document comes with it", async () => {
  const files = { "new/cv.md": "Not measured at all.\n", "new/cv.casebook.yaml": BESIDE };
  const { scenario } = await complete(files, { document: "new/cv.md" });
  expect(scenario.casebook!.points.map(({ id }) => id)).toEqual(["disagrees", "unmeasured"]);
  expect(Object.keys(scenario.casebook!.documents!)).toEqual(["notes.txt", "cv.md"]);
});

test("a casebook beside an attached document follows the name that the document gets", async () => {
  const files = {
    "new/notes.txt": "Not measured at all.\n",
    "new/notes.casebook.yaml": BESIDE.replace("cv.md", "notes.txt"),
  };
  const { scenario } = await complete(files, { attach: ["new/notes.txt"] });
  expect(scenario.casebook!.points.map(({ ref }) => ref)).toEqual([
    "memo.md#L1-L2",
    "notes.txt#L1",
    "notes-2.txt#L1",
  ]);
});

test("what a casebook beside a document says of a requirement takes the place of the scenario's", async () => {
  const met = `requirements:\n  - {id: measure, text: a measure, ref: notes.txt#L1, must: true, met: "no", by: unmeasured}\n`;
  const files = {
    [FILE]: CASEBOOK + REQUIREMENTS,
    "cv.md": "Not measured at all.\n",
    "cv.casebook.yaml": BESIDE + met,
  };
  const { scenario } = await complete(files, { document: "cv.md" });
  expect(scenario.casebook!.requirements).toMatchObject([{ id: "measure", met: "no", by: "unmeasured" }]);
});

test.each([
  ["an unknown criterion", BESIDE.replace("rigour", "rigor"), "names the criterion rigor"],
  [
    "an id of the scenario's casebook",
    BESIDE.replace("id: unmeasured", "id: disagrees"),
    "point disagrees stands twice",
  ],
  [
    "a quote that is not there",
    BESIDE.replace("Not measured", "Never measured"),
    "does not stand word for word",
  ],
])("a casebook beside a document with %s is refused", async (_what, text, says) => {
  const files = { "cv.md": "Not measured at all.\n", "cv.casebook.yaml": text };
  const message = await refusal(files, { document: "cv.md" });
  expect(message).toContain("scenario-invalid\ncv.casebook.yaml:");
  expect(message).toContain(says);
});

test("a scenario without a casebook has none", async () => {
  const { scenario } = await complete({ [YAML]: SCENARIO.replace("casebook: casebook.yaml\n", "") });
  expect(scenario).not.toHaveProperty("casebook");
});

test("a copy of a case maps names and words alike, and leaves ids and strengths", () => {
  const { points, requirements, documents } = mapCasebook(
    casebookSchema.parse({
      documents: { "ann.md": "0".repeat(64) },
      points: [
        {
          ...{ id: "led", ref: "ann.md#L2-L3", quote: "Ann led", says: "Ann led them", bears: { lead: 0.5 } },
          ...{ asks: "whom Ann led", settles: "a word of Ann", holds: "Ann stays" },
          tests: [{ text: "ask Ann", found: "open" }],
        },
      ],
      requirements: [{ id: "leads", text: "Ann leads", ref: "job.md#L1" }],
    }),
    { text: (text) => text.replaceAll("Ann", "A."), name: (name) => name.replace("ann", "a") },
  );
  expect(documents).toHaveProperty(["a.md"]);
  expect(points).toEqual([
    {
      ...{ id: "led", ref: "a.md#L2-L3", quote: "A. led", says: "A. led them", bears: { lead: 0.5 } },
      ...{ against: [], asks: "whom A. led", settles: "a word of A.", holds: "A. stays" },
      tests: [{ text: "ask A.", found: "open" }],
    },
  ]);
  expect(requirements).toMatchObject([{ id: "leads", text: "A. leads", ref: "job.md#L1" }]);
});
