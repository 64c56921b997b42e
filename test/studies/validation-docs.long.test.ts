import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cli } from "../cli/cli.ts";

it("docs/validation.md has the tables that the program prints", { timeout: 1_200_000 }, async () => {
  const { out, code } = await cli(["validate", "--format", "markdown"]);
  expect(code).toBe(3);
  const rowsOf = (text: string) =>
    text.split("\n").filter((line) => /^\| .* \| (?:inside|outside|too few.*) \|$/.test(line));
  const printed = rowsOf(out);
  expect(printed.length).toBeGreaterThan(40);
  expect(rowsOf(readFileSync("docs/validation.md", "utf8"))).toEqual(printed);
  const counts = out.split("\n").filter((line) => /^(?:calibration|hold-out): \d/.test(line));
  expect(counts).toEqual([
    "calibration: 15 inside, 3 outside, 6 with too few meetings",
    "hold-out: 14 inside, 8 outside, 0 with too few meetings",
  ]);
});
