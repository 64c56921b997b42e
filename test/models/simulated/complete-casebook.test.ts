import { board, type Casebook, openMeeting, type Scenario } from "boardroom";
import { exampleScenario, scriptedModel } from "boardroom/testing";
import { expect, test } from "vitest";
import { createBuiltInRegistry } from "../../../src/models/registry/built-in.ts";
import { completeCasebook } from "../../../src/models/simulated/complete-casebook.ts";
import { readByRules } from "../../../src/models/simulated/rules/read.ts";
import { coverageOf } from "../../../src/scenario/casebook/coverage.ts";
import { casebookSchema } from "../../../src/scenario/schema/casebook.ts";

const DOCUMENTS = {
  "memo.md": "# Memo\n\nThe pilot cut costs by 12 % in one year.\nTwo customers left in March.",
  "audit.md": "# Audit\n\nThe audit found three serious errors in the accounts.\nComplaints fell by a third.",
};

const HAND: Casebook = casebookSchema.parse({
  points: [
    {
      ...{ id: "pilot", ref: "memo.md#L3", quote: "The pilot cut costs by 12 %", says: "the pilot cut costs" },
      ...{ bears: { case: 0.6 } },
    },
  ],
});

function scenarioWith(casebook?: Casebook): Scenario {
  return exampleScenario({ documents: DOCUMENTS, ...(casebook && { casebook }) });
}

function docsOf(casebook: Casebook): readonly string[] {
  return Object.keys(casebook.documents ?? {});
}

test("without a casebook all documents are read by rules", () => {
  const scenario = scenarioWith();
  const { casebook } = completeCasebook(scenario);
  const { documents, criteria } = scenario;
  expect(casebook).toEqual(readByRules({ documents, criteria }).casebook);
  expect(casebook!.points.length).toBeGreaterThan(0);
});

test("a casebook by hand that names no documents is of all of them", () => {
  const scenario = scenarioWith(HAND);
  expect(completeCasebook(scenario)).toBe(scenario);
  expect(coverageOf(scenario)).toEqual({ by: "hand", statements: 1, weighed: 1 });
});

test("documents that a casebook was not made from are read by rules, and both are counted", () => {
  const scenario = scenarioWith({ ...HAND, documents: { "memo.md": "0".repeat(64) } });
  const { casebook } = completeCasebook(scenario);
  const [first, ...rest] = casebook!.points;
  expect(first).toEqual(HAND.points[0]);
  expect(rest.length).toBeGreaterThan(0);
  expect(new Set(rest.map(({ ref }) => ref.split("#")[0]))).toEqual(new Set(["audit.md"]));
  expect(docsOf(casebook!).toSorted()).toEqual(["audit.md", "memo.md"]);
  const { by, statements, weighed } = coverageOf({ casebook })!;
  expect(by).toBe("hand and rules");
  expect(weighed).toBeLessThanOrEqual(statements);
  expect(weighed).toBe(casebook!.points.length);
});

test("what was completed is complete, and points keep ids of their own", () => {
  const read = completeCasebook(scenarioWith()).casebook!;
  const [point] = read.points.filter(({ ref }) => ref.startsWith("audit.md"));
  const taken = { ...HAND.points[0]!, id: point!.id };
  const scenario = scenarioWith({ ...HAND, points: [taken], documents: { "memo.md": "0".repeat(64) } });
  const once = completeCasebook(scenario);
  expect(completeCasebook(once)).toBe(once);
  const ids = once.casebook!.points.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(`${point!.id}-2`);
});

test("requirements that were open are held against documents that came later", () => {
  const scenario = exampleScenario({
    documents: {
      "cv.md": "# CV\n\n## Licences\n\n- Registered nurse since 2011, registration current",
      "job.md": "# Post\n\n## Essential\n\n- Registered nurse",
    },
    casebook: casebookSchema.parse({
      documents: { "job.md": "0".repeat(64) },
      requirements: [{ id: "registration", text: "Registered nurse", ref: "job.md#L5", must: true }],
    }),
  });
  const { requirements } = completeCasebook(scenario).casebook!;
  expect(requirements).toHaveLength(1);
  expect(requirements[0]).toMatchObject({ id: "registration", must: true, met: "yes" });
});

test("what nobody reads by rules is said by its language", () => {
  const text =
    "# Bericht\n\nDer Umsatz stieg im vergangenen Jahr um zwölf Prozent, und die Kosten sanken.\nZwei Kunden haben sich über die Qualität der Lieferung beschwert.";
  const scenario = exampleScenario({ documents: { "bericht.md": text } });
  expect(coverageOf(completeCasebook(scenario))).toMatchObject({ by: "rules", weighed: 0, language: "German" });
});

test("a meeting with a simulated member records what was read, and one of models does not", () => {
  const registry = createBuiltInRegistry({ env: {} });
  const openedWith = (model: string) => {
    const scenario = scenarioWith();
    const members = scenario.members.map((seat, index) => (index === 0 ? { ...seat, model } : seat));
    const meeting = openMeeting({
      scenario: { ...scenario, members },
      protocol: board,
      createModel: (seat, of) =>
        seat.model === "scripted"
          ? scriptedModel([])
          : registry.create({ spec: seat.model, seat, scenario: of }),
    });
    return meeting.state.scenario.casebook;
  };
  expect(openedWith("simulated")).toEqual(completeCasebook(scenarioWith()).casebook);
  expect(openedWith("chaos:0.1:simulated")).toEqual(completeCasebook(scenarioWith()).casebook);
  expect(openedWith("scripted")).toBeUndefined();
});
