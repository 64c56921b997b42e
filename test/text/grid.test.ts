import { expect, it } from "vitest";
import { drawGrid } from "../../src/text/grid.ts";
import { measureWidth } from "../../src/text/width.ts";

const plain = (text: string) => text;

it("draws borders that meet, whatever the width of the letters", () => {
  const columns = [
    { title: "Name", cells: ["名前 wide", "e\u0301 joined", "👩 and 🟢"] },
    { title: "Count", cells: ["1", "22", "333"], right: true },
  ];
  const lines = drawGrid(columns, 40, plain)!.split("\n");
  expect(new Set(lines.map(measureWidth)).size).toBe(1);
  expect(lines[0]).toBe("┌───────────┬───────┐");
  expect(lines[3]).toBe("│ 名前 wide │     1 │");
});

it("wraps cells to the width and says when it cannot", () => {
  const columns = [
    { title: "A", cells: ["one two three four"] },
    { title: "B", cells: ["incompressible"] },
  ];
  const lines = drawGrid(columns, 30, plain)!.split("\n");
  expect(Math.max(...lines.map(measureWidth))).toBeLessThanOrEqual(30);
  expect(lines.filter((line) => /one|three|four/.test(line)).length).toBeGreaterThan(1);
  expect(drawGrid(columns, 20, plain)).toBeNull();
});

it("colours text and leaves the padding plain", () => {
  const columns = [
    { title: "T", cells: ["a", "long"], colour: (line: string, row: number) => `<${row}${line}>` },
  ];
  expect(drawGrid(columns, 20, (line) => `[${line}]`)).toContain(
    "│ [T]    │\n├──────┤\n│ <0a>    │",
  );
});
