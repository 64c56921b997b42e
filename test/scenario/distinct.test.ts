import { expect, test } from "vitest";
import { similarPersonas } from "../../src/scenario/distinct.ts";
import { listPersonas } from "../../src/scenario/load.ts";
import type { Persona } from "../../src/scenario/persona.ts";

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
    { first: "ada", second: "eve", likeness: expect.closeTo(0.9, 1) },
  ]);
});

test("two people of one profession with different manners and priorities are distinct", () => {
  const other: Persona = {
    ...ada,
    id: "bo",
    personality: "Warm and quick, enjoys a quarrel and forgets it at once.",
    speakingStyle: "Tells stories, then asks what everyone else would do.",
    priorities: { rigour: 3, cost: 9 },
  };
  expect(similarPersonas([ada, other])).toEqual([]);
});

test("the packaged personas are distinct from each other", async () => {
  const listed = await listPersonas({ cwd: "/nowhere" });
  const personas = listed.flatMap(({ persona }) => (persona ? [persona] : []));
  expect(personas.length).toBeGreaterThan(2);
  expect(similarPersonas(personas)).toEqual([]);
});
