/**
 * Prints every CSV of the program. Cells hold words of models and strangers, so no cell begins a row or runs as a formula.
 */

import { loadCsv } from "./parsers.ts";
import { sanitizeCell } from "./sanitize.ts";

export type CsvCell = string | number | null;

/** Without it, Excel reads UTF-8 as another encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** The first row holds the titles. */
export function printCsv(rows: readonly (readonly CsvCell[])[]): string {
  const guarded = rows.map((row) => row.map(guardCell));
  return BYTE_ORDER_MARK + loadCsv().stringify(guarded, { escape_formulas: true });
}

/** `escape_formulas` looks at the first character only; spreadsheets skip blanks before a formula. */
function guardCell(cell: CsvCell): CsvCell {
  return typeof cell === "string" ? sanitizeCell(cell) : cell;
}
