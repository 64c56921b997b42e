// Prints rows as a table without borders. The commands use it for lists; `grid.ts` draws tables
// with borders.

import { fitColumns } from "./grid.ts";
import { sanitizeCell } from "./sanitize.ts";
import { measureWidth, padTo } from "./width.ts";
import { wrap } from "./wrap.ts";

/** At `width` columns long cells wrap; without a width a row is always one line. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  width?: number,
): readonly string[] {
  const cells = rows.map((row) => row.map(sanitizeCell));
  const widths = chooseWidths(cells, width);
  return cells.flatMap((row) => {
    const wrapped = row.map((cell, index) => wrap(cell, widths[index] ?? 1));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      wrapped
        .map((lines, index) => padTo(lines[line] ?? "", widths[index] ?? 0))
        .join(GAP)
        .trimEnd(),
    );
  });
}

const GAP = "  ";
/** Columns. Longer words, such as addresses, may be broken. */
const LONGEST_WORD = 28;

function chooseWidths(
  rows: readonly (readonly string[])[],
  width: number | undefined,
): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, index) => rows.map((row) => row[index] ?? ""));
  const natural = columns.map((cells) => Math.max(1, ...cells.map(measureWidth)));
  if (width === undefined) return natural;
  const asked = columns.map((cells) => ({ title: "", cells, breaksAt: LONGEST_WORD }));
  return fitColumns(asked, width - GAP.length * (count - 1)) ?? natural;
}
