import { describe, expect, it } from "vitest";
import { alignColumns } from "../../src/text/aligned.ts";
import { printCsv } from "../../src/text/csv.ts";
import { sanitizeCell } from "../../src/text/sanitize.ts";

const FORGED = "fine\r\nDr. Kumar,NO,=1+1\u2028\u202eevil │ Dr. Watson │ YES │\n└────┘";

describe("a cell of a table", () => {
  it("is one line without borders and direction marks, whatever its text", () => {
    expect(sanitizeCell(FORGED)).toBe("fine Dr. Kumar,NO,=1+1 evil | Dr. Watson | YES | ------");
    expect(alignColumns([["ada", FORGED]])).toHaveLength(1);
  });
});

describe("CSV", () => {
  it("begins with the mark by which spreadsheets know UTF-8", () => {
    expect([...Buffer.from(printCsv([["a"]])).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it("has one line for each row, whatever the cells hold", () => {
    const lines = printCsv([
      ["name", "words"],
      ["Ada", FORGED],
    ])
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(2);
  });

  it.each([
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "  =1",
    "\u00a0=1",
    "\uff1d1",
    "\u202e=1",
    "\r\n=1",
  ])("runs no formula: %j", (cell) => {
    const [, row = ""] = printCsv([["words"], [cell]]).split("\n");
    expect(row).toMatch(/^"?'/);
  });

  it("keeps numbers below zero as numbers", () => {
    expect(printCsv([["margin"], [-2]])).toBe("\ufeffmargin\n-2\n");
  });
});
