import { type Citable, checkCitation, checkQuotations } from "boardroom/extend";
import { describe, expect, it, test } from "vitest";

const CHANGE = [
  "diff --git a/src/my dir/refund.ts b/src/my dir/refund.ts",
  "--- a/src/my dir/refund.ts\t",
  "+++ b/src/my dir/refund.ts\t",
  "@@ -1,7 +1,8 @@",
  " export function refund(n) {",
  "-  const retries = -1;",
  "-  let max_wait = 30;",
  "+  const retries = 3;",
  "+  let maxWait = 30.5;",
  "+  retries++;",
  "   for (let i = 0; i <= n; i++) {",
  '     log(`R&D {i}`, { "a": x * y });',
  "   }",
  " }",
].join("\n");

const DOCUMENTS: readonly Citable[] = [
  { name: "change.diff", text: CHANGE },
  { name: "job.py", text: "def run(a_b):\n\treturn  a_b[-1]\n\n    # don't\nx = 10" },
  { name: "page.html", text: "<p>Fish &amp; Chips &lt;b&gt;</p>\n<i>Fish & Chips</i>" },
  { name: "rates.csv", text: "city,rate\nLyon,-3\n東京都の人口,14" },
];

function check(ref: string, quote: string, documents = DOCUMENTS) {
  const { found, place, removed } = checkCitation({ ref, quote }, documents);
  const lines = place === undefined ? "" : ` ${place.from}-${place.to}`;
  return `${found}${lines}${removed ? " removed" : ""}`;
}

describe("a quote of source", () => {
  test.each<[ref: string, quote: string, result: string]>([
    ["change.diff#L6", "const retries = -1;", "exact 6-6 removed"],
    ["change.diff#L6", "const retries = 1;", "absent"],
    ["change.diff#L8", "const retries = 3;", "exact 8-8"],
    ["change.diff#L8", "const Retries = 3;", "absent"],
    ["change.diff#L8", "const retries = 3,", "absent"],
    ["change.diff#L9", "let maxWait = 30", "absent"],
    ["change.diff#L9", "let max_wait = 30.5;", "absent"],
    ["change.diff#L7", "let maxwait = 30;", "absent"],
    ["change.diff#L10", "retries++;", "exact 10-10"],
    ["change.diff#L10", "retries--;", "absent"],
    ["change.diff#L13", "}", "reference 13-13"],
    ["change.diff#L12", 'log(`R&D {i}`, { "a": x * y });', "exact 12-12"],
    ["change.diff#L12", 'log(`R&D {i}`, { "a": x y });', "absent"],
    ["change.diff#L12", "log(`R&D {i}`, { 'a': x * y });", "absent"],
    ["job.py#L2", "return a_b[-1]", "exact 2-2"],
    ["job.py#L2", "return a_b[1]", "absent"],
    ["job.py#L2", "return ab[-1]", "absent"],
    ["job.py#L1-L2", "def run(a_b):\n    return a_b[-1]", "exact 1-2"],
    ["job.py#L4", "# don’t", "absent"],
    ["job.py#L5", "x = 1", "absent"],
    ["rates.csv#L2", "Lyon,-3", "exact 2-2"],
    ["rates.csv#L2", "Lyon,3", "absent"],
    ["rates.csv#L3", "東京都の人口", "exact 3-3"],
  ])("of %s, %s, is %s: every character counts, and only white space is folded", (...row) => {
    const [ref, quote, result] = row;
    expect(check(ref, quote)).toBe(result);
  });

  test.each<[quote: string, result: string]>([
    ["const retries = 3;\n  let maxWait = 30.5;\n  retries++;", "exact 8-10"],
    ["+  const retries = 3;\n+  let maxWait = 30.5;", "exact 8-9"],
    ["+const retries = 3;\n+let maxWait = 30.5;", "exact 8-9"],
    ["-  let max_wait = 30;\n+  const retries = 3;", "exact 7-8"],
    ["export function refund(n) {\n  const retries = 3;", "exact 5-8"],
    [
      "export function refund(n) {\n  const retries = -1;\n  let max_wait = 30;\n  for (let",
      "exact 5-11",
    ],
    ["const retries = -1;\n  let max_wait = 30;", "exact 6-7 removed"],
    ["-  const retries = -1;", "exact 6-6 removed"],
    ["+  const retries = -1;", "absent"],
    ["-  const retries = 3;", "absent"],
  ])("over lines of a diff may leave out the signs, as in %j: %s", (quote, result) => {
    expect(check("change.diff#L5-L11", quote)).toBe(result);
  });

  it("may have the entities that prompts show, which its reader does not see", () => {
    const cited = checkCitation(
      { ref: "change.diff#L11", quote: "for (let i = 0; i &lt;= n; i++) {" },
      DOCUMENTS,
    );
    expect(cited).toMatchObject({ found: "exact", quote: "for (let i = 0; i <= n; i++) {" });
    expect(check("change.diff#L8", "+const retries = 3;")).toBe("exact 8-8");
    expect(check("page.html#L1", "Fish &amp; Chips &lt;b&gt;")).toBe("exact 1-1");
    expect(check("page.html#L1", "Fish &amp;amp; Chips &amp;lt;b&amp;gt;")).toBe("exact 1-1");
    expect(check("page.html#L2", "<i>Fish &amp; Chips")).toBe("exact 2-2");
  });

  it("is looked up by characters in the text of a message too", () => {
    const quotations = checkQuotations(
      'It says "for (let i = 0; i <= n; i++)", not "for (let i = 0; i < n; i++)".',
      { documents: DOCUMENTS, statements: () => [] },
    );
    expect(quotations.map(({ found }) => found)).toEqual(["exact", "absent"]);
  });
});

describe("a quote of prose", () => {
  const text = [
    "# Report of R&D",
    "",
    "Growth of -3 % in 2019–2020, a loss of -$4m and (−5 points) elsewhere.",
    "-8 years of Java",
    "",
    "```ts",
    "const retries = -1; // snake_case",
    "```",
    "The *whole* team_lead agreed.",
  ].join("\n");

  test.each<[line: number, quote: string, found: string]>([
    [1, "Report of R&amp;D", "exact"],
    [3, "Growth of -3 %", "exact"],
    [3, "growth of −3 %", "exact"],
    [3, "growth of 3 %", "absent"],
    [3, "-3 % in 2019-2020", "exact"],
    [3, "3 % in 2019", "absent"],
    [3, "a loss of $4m", "absent"],
    [3, "a loss of -$4m", "exact"],
    [3, "in -2020, a loss", "absent"],
    [3, "(-5 points)", "exact"],
    [3, "(5 points)", "absent"],
    [4, "-8 years of Java", "exact"],
    [4, "8 years of Java", "exact"],
    [7, "const retries = -1;", "exact"],
    [7, "const retries = -1 … snake_case.", "exact"],
    [7, "const retries = 1;", "absent"],
    [7, "const Retries = -1;", "absent"],
    [7, "// snake case", "absent"],
    [9, "the whole team_lead agreed", "exact"],
  ])("of line %i, %s, is %s: a minus counts, and so does every character of code", (...row) => {
    const [line, quote, found] = row;
    expect(check(`memo.md#L${line}`, quote, [{ name: "memo.md", text }]).split(" ")[0]).toBe(found);
  });

  it("shows the signs and not their entities", () => {
    const cited = { ref: "memo.md#L1", quote: "Report of R&amp;D" };
    expect(checkCitation(cited, [{ name: "memo.md", text }]).quote).toBe("Report of R&D");
  });
});
