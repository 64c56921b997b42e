import { expect, test } from "vitest";
import { titleInProse } from "../../../src/models/simulated/reading/subject.ts";

test.each([
  ["Résumé of Dr. Ines Halvarin", "the résumé"],
  ["Job description", "the job description"],
  ["The memo", "the memo"],
  ["Series A memo", "the series A memo"],
  ["Candidate A: shop ledgers", "the candidate A"],
  ["Ada Byron", "the text headed Ada Byron"],
  ["Principal AI Research Scientist", "the text headed Principal AI Research Scientist"],
  ["Everything we learnt in two years", "the text headed Everything we learnt in two years"],
  ["paper.md", "paper.md"],
])("prose calls a document titled %j %j", (title, called) => {
  expect(titleInProse({ name: "paper.md", title, subject: false, lines: [] })).toBe(called);
});
