import { sanitiseLine } from "../reports/sanitise.ts";
import { displayWidth, padTo } from "../reports/wrap.ts";

/** Rows as lines with their cells one under another, two blanks apart. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(sanitiseLine));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
  }
  return cells.map((row) =>
    row
      .map((cell, index) => padTo(cell, widths[index]!))
      .join("  ")
      .trimEnd(),
  );
}
