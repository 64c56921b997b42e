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

type CsvRow = { line: number; cells: readonly string[] };

/** Rows of RFC 4180: cells in quotation marks may hold commas, line breaks and doubled marks. Empty lines are skipped. */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, begun] = [1, 1];
  const cell = /"((?:[^"]|"")*)"|([^",\n]*)/y;
  const plain = `${text.replace(BYTE_ORDER_MARK, "").replaceAll(/\r\n?/g, "\n")}\n`;
  while (cell.lastIndex < plain.length) {
    const [whole = "", quoted, bare = ""] = cell.exec(plain) ?? [];
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    const end = plain[cell.lastIndex];
    if (end !== "," && end !== "\n") throw new SyntaxError(`a quotation mark in line ${line}`);
    cell.lastIndex += 1;
    if (end === ",") continue;
    if (cells.some((each) => each !== "")) rows.push({ line: begun, cells });
    cells = [];
    line += 1;
    begun = line;
  }
  return rows;
}
