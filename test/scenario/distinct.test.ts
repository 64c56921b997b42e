import type { Persona, Scenario } from "boardroom";
import { exampleScenario } from "boardroom/testing";
import { expect, test } from "vitest";
import { indifferentMembers, similarPersonas } from "../../src/scenario/loading/distinct.ts";

const ada: Persona = {
  id: "ada",
  name: "Dr. Ada Byron",
  title: "Chief Analyst",
  expertise: ["statistics", "forecasting"],
  personality: "Patient, exact and hard to hurry; trusts a table more than a promise.",
  speakingStyle: "Brief sentences, each with a figure.",
  priorities: { rigour: 9, cost: 2 },
  stubbornness: 0.5,
  optimism: 0,
  background: "",
};

test("the same person under another name and weight is noticed", () => {
  const double: Persona = {
    ...ada,
    id: "eve",
    name: "Eve",
    title: "Senior Analyst",
    priorities: { rigour: 8, cost: 3 },
  };
  expect(similarPersonas([ada, double])).toEqual([
    { first: "ada", second: "eve", likeness: expect.closeTo(0.9, 1), similarIn: "words" },
  ]);
});

const CRITERIA = { rigour: 9, cost: 2, pace: 4, people: 7 };
const rewritten: Persona = {
  ...ada,
  id: "eve",
  name: "Eve Lovelace",
  title: "Head of Numbers",
  expertise: ["prediction", "inference"],
  personality: "Slow to be rushed; believes what was measured and little else.",
  speakingStyle: "Short, and never without a number.",
  priorities: { rigour: 8, cost: 3, pace: 4, people: 7 },
  stubbornness: 0.6,
  optimism: 0.1,
};

test("the same person in other words is noticed by what it weighs and by its temper", () => {
  const first = { ...ada, priorities: CRITERIA };
  const alike = (changes: Partial<Persona>) => similarPersonas([first, { ...rewritten, ...changes }]);
  expect(alike({})).toMatchObject([{ first: "ada", second: "eve", similarIn: "weights" }]);
  expect(alike({ priorities: { ...rewritten.priorities, rigour: 7 } })).toEqual([]);
  expect(alike({ stubbornness: 0.7 })).toEqual([]);
  expect(alike({ optimism: -0.2 })).toEqual([]);
  expect(
    similarPersonas([
      { ...first, priorities: {} },
      { ...rewritten, priorities: {} },
    ]),
  ).toEqual([]);
});

test("a member that weighs none of the criteria is named, where there are any", () => {
  const scenario = exampleScenario({ criteria: [{ id: "rigour", name: "Rigour" }] });
  const [one, two, three] = scenario.members;
  const members: Scenario["members"] = [
    { ...one!, persona: { ...one!.persona, priorities: { rigour: 1 } } },
    { ...two!, persona: { ...two!.persona, priorities: { cost: 9 } } },
    { ...three!, persona: { ...three!.persona, priorities: { rigour: 0 } } },
  ];
  expect(indifferentMembers({ ...scenario, members })).toEqual(["ben", "cleo"]);
  expect(indifferentMembers({ criteria: [], members })).toEqual([]);
});
