import { readDocument } from "boardroom";
import { describe, expect, it } from "vitest";
import { readByRules } from "../../../../src/models/simulated/rules/read.ts";
import { makeDocument } from "../../../../src/scenario/documents/document-text.ts";
import { markedDocuments, score, total } from "./score.ts";

/** Papers that somebody would decide by: in `tuned` those that the rules were written by, in `late` those measured after. */
const SETS = [
  { set: "tuned", leastRead: 0.6, mostWrong: 0.02 },
  { set: "late", leastRead: 0.5, mostWrong: 0.03 },
] as const;

const CRITERIA = [{ id: "case", name: "The case", keywords: [] }];

describe.each(SETS)("the papers in $set", ({ set, leastRead, mostWrong }) => {
  it("are read for the better part from the view of whoever decides, and hardly ever the wrong way round", async () => {
    const scores = markedDocuments(`test/content/reading/papers/${set}`).map(async ({ path, marks }) => {
      const { text } = await readDocument({ path, shown: marks.document });
      const title = (text.split("\n").find((line) => line.trim() !== "") ?? "").replace(/^#+\s*/, "");
      const document = makeDocument({ name: marks.document, title, subject: true, text });
      return score(readByRules({ documents: [document], criteria: CRITERIA }).statements, marks);
    });
    const { marked, right, wrong, mistakes } = total(await Promise.all(scores));
    expect(right / marked).toBeGreaterThanOrEqual(leastRead);
    expect(wrong / marked, JSON.stringify(mistakes, null, 1)).toBeLessThanOrEqual(mostWrong);
  });
});

const signs = (text: string, question?: string) => {
  const title = text.split("\n", 1)[0]?.replace(/^#+\s*/, "") ?? "";
  const document = makeDocument({ name: "x.md", title, subject: true, text });
  const verdicts = [
    { id: "YES", side: "for" as const },
    { id: "NO", side: "against" as const },
  ];
  const matter = question === undefined ? {} : { matter: { question, verdicts } };
  const { statements } = readByRules({ documents: [document], criteria: CRITERIA, ...matter });
  return statements.map(({ point }) => Math.sign(point?.bears.case ?? 0));
};

it.each([
  ["The move cost more than twice what we had planned.", -1],
  ["Overtime came to more than twice what we had budgeted.", -1],
  ["Revenue was more than twice what we had planned.", 1],
  ["Costs came in above plan.", -1],
  ["Costs were below plan.", 1],
  ["Sales came in below plan.", -1],
  ["Incidents were above target.", -1],
  ["Complaints are double what they were.", -1],
  ["The time to answer went from 26 hours to 9.", 1],
  ["The price went up by 18 %.", -1],
  ["Our membership is three times what it was.", 1],
  ["Half as many parcels were lost.", 0],
  ["The laboratory charges 35 pounds more for each sample.", -1],
])("lets what rises or falls decide: %s", (text, sign) => {
  expect(signs(`# Report\n\n${text}`)).toEqual([sign]);
});

it.each([
  ["what the author puts under a heading for it", "## Pros\n\n- Eleven of us live nearer", 1],
  ["what the author puts under a heading against it", "## Cons\n\n- Five of us drive", -1],
  ["what is bad of what is there", "## Today\n\n- The heating broke down four times", 1],
  ["what it would cost", "## The figures\n\nNew plates cost 9,600 dollars.", -1],
  ["what it would save", "## The figures\n\nIt would save us 9,600 dollars a year.", 1],
  [
    "what there is beside what there would be",
    "## The figures\n\nThe rent is 380 dollars; we pay 520 dollars today.",
    1,
  ],
  ["an ill that may be of today or of the change", "## The figures\n\nTwo parcels were lost.", 0],
  ["what else could be done", "## Alternatives\n\nWe could stay, which costs nothing.", 0],
])("weighs in a proposal %s", (_, text, sign) => {
  expect(signs(`# Proposal: another hall\n\n${text}`)[0]).toBe(sign);
});

const REPORT =
  "# The night bus\n\nComplaints tripled within a year.\n\nRevenue fell by a half.\n\nPassengers praised the drivers.";

it("counts what speaks against a thing for ending it, where the question asks that alone", () => {
  expect(signs(REPORT)).toEqual([-1, -1, 1]);
  expect(signs(REPORT, "Should we shut down the night bus?")).toEqual([1, 1, -1]);
  expect(signs(REPORT, "Should we keep the night bus?")).toEqual([-1, -1, 1]);
  expect(signs(REPORT, "Should we drop the night bus or the ferry?")).toEqual([-1, -1, 1]);
  expect(signs(REPORT, "Should we close the deal on the night bus?")).toEqual([-1, -1, 1]);
});

it("reads a paper that proposes the end from there, whichever way the question is put", () => {
  const paper = REPORT.replace("# The night bus", "# Closing the night bus");
  expect(signs(paper)).toEqual([1, 1, -1]);
  expect(signs(paper, "Should we close the night bus?")).toEqual([1, 1, -1]);
  expect(signs(paper, "Should we keep the night bus?")).toEqual([-1, -1, 1]);
});
