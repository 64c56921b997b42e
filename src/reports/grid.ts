import CliTable3 from "cli-table3";
import type { Palette } from "./palette.ts";
import { displayWidth, longestPiece, wrap } from "./wrap.ts";

/** A column of a drawn table: plain cells, top to bottom, and how to colour a cell's lines. */
export type GridColumn = {
  readonly title: string;
  readonly cells: readonly string[];
  readonly right?: boolean;
  readonly colour?: (line: string, row: number) => string;
  /** Columns that the cells get at least, where one of them needs as many; default those of the longest word. */
  readonly least?: number;
  /** Words of more columns may be broken; default none. */
  readonly breaksAt?: number;
};

/** A table with borders at most `width` columns wide, cells wrapped; null where it cannot be that narrow. */
export function drawGrid(columns: readonly GridColumn[], width: number, palette: Palette): string | null {
  const widths = columnWidths(columns, width - 3 * columns.length - 1);
  if (!widths) return null;
  const table = new CliTable3({
    head: columns.map(({ title }, index) => lines(title, widths[index]!, palette.bold)),
    colAligns: columns.map(({ right }) => (right ? "right" : "left")),
    style: { head: [], border: [] },
  });
  for (let row = 0; row < columns[0]!.cells.length; row++) {
    table.push(
      columns.map(({ cells, colour }, index) =>
        lines(cells[row]!, widths[index]!, colour && ((line) => colour(line, row))),
      ),
    );
  }
  return table.toString();
}

/** Natural widths, then the widest gives way until the row fits; null where a column would be cut below its least width. */
export function columnWidths(columns: readonly GridColumn[], room: number): number[] | null {
  const texts = columns.map(({ title, cells }) => [title, ...cells]);
  const natural = texts.map((column) =>
    Math.max(1, ...column.flatMap((text) => text.split("\n").map(displayWidth))),
  );
  const least = texts.map((column, index) => {
    const { least = 0, breaksAt = Number.POSITIVE_INFINITY } = columns[index]!;
    const longest = Math.max(1, ...column.map(longestPiece));
    return Math.min(natural[index]!, Math.max(least, Math.min(longest, breaksAt)));
  });
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      if (width > least[index]! && (widest === -1 || width > widths[widest]!)) widest = index;
    }
    if (widest === -1) return null;
    widths[widest]! -= 1;
    excess -= 1;
  }
  return widths;
}

function lines(text: string, width: number, colour: (line: string) => string = (line) => line): string {
  return wrap(text, width).map(colour).join("\n");
}
