import { describe, expect, it } from "vitest";
import { matterOf } from "../../../src/models/simulated/reading/absences.ts";
import { casebookOf } from "../../../src/models/simulated/reading/casebook.ts";
import { isPlural } from "../../../src/models/simulated/reading/handle.ts";
import { documentBlock } from "../../../src/perspective/layers.ts";
import { readScenario } from "./harness.ts";

function bookOf(text: string) {
  const scenario = readScenario("hiring", text);
  return casebookOf(scenario.documents.map(documentBlock).join("\n\n"), scenario);
}

function missedIn(text: string): number[] {
  return bookOf(text).facts.flatMap(({ kind, line }) => (kind === "absence" ? [line] : []));
}

describe("what is asked for and not spoken of", () => {
  it("is not what the pages answer in other words: a first author, a library released as open source", () => {
    expect(missedIn("Jo Hill\n\nI mend pumps.")).toEqual(expect.arrayContaining([16, 26]));
    const answered = missedIn(
      "Jo Hill\n\nI wrote six papers, three as first author, one of which appeared in Nature Physics.\nThe library was released as open source in 2023.",
    );
    expect(answered).not.toContain(16);
    expect(answered).not.toContain(26);
  });

  it.each([
    ["first-author papers at leading peer-reviewed venues", "first-author papers"],
    ["Experience in managing managers", "experience in managing managers"],
    ["At least three years of managing a team of six or more", "three years of managing a team"],
    ["At least one machine learning product deployed in production", "one machine learning product"],
    ["Principal investigator of a joint grant with universities", "a principal investigator of a joint grant"],
    ["Net retention above 105 % and CAC payback", "net retention"],
    ["A result that others have reproduced, cited and built on", "a result that others have reproduced"],
  ])("is called by its matter: %j", (quote, matter) => {
    expect(matterOf(quote)).toBe(matter);
  });

  it("is one question, however many things it asks for", () => {
    expect(isPlural("the open question of first-author papers")).toBe(false);
    expect(isPlural("the three bakers")).toBe(true);
  });
});

it("what will be expected later is not held against what was done", () => {
  const { facts, asked } = bookOf(
    "Jo Hill\n\nI wrote six papers, three as first author, one of which appeared in Nature Physics.",
  );
  expect(facts.length).toBeGreaterThan(0);
  for (const { line } of asked.flat()) expect(line < 31 || line > 38).toBe(true);
});
