import { expect, it } from "vitest";
import { bookOf } from "../../src/simulated/book.ts";
import { learn } from "../../src/simulated/hear.ts";
import { openMind } from "../../src/simulated/mind.ts";
import { smallCase } from "./small-case.ts";

function counts(held: string): boolean {
  const scenario = smallCase() as Parameters<typeof bookOf>[0];
  const [seat] = scenario.members;
  const book = bookOf(scenario);
  const mind = openMind({ seat: seat!, me: seat!.persona.name, scenario, book, seed: "1" });
  mind.verdict = "WAIT";
  const fact = book.facts.find(
    ({ index, bears }) => !mind.known[index] && mind.worth[index]! > 0 && bears[0]! >= 0.2,
  )!;
  mind.talk.verdicts.set("Ben Birch", held);
  return learn(mind, fact, "Ben Birch");
}

it("counts a new fact only if its speaker stands on the side to which it leads", () => {
  expect(counts("BUY")).toBe(true);
  expect(counts("LEAVE")).toBe(false);
});
