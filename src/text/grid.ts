// Draws tables with borders within a width, and chooses the widths of their columns. Verdict tables
// and comparisons use it.

import { alignLists } from "../lists.ts";
import { measureWidth } from "./width.ts";
import { measureLongestPiece, wrap } from "./wrap.ts";

export type GridColumn = {
  title: string;
  cells: readonly string[];
  right?: boolean;
  colour?: (line: string, row: number) => string;
  least?: number;
  /** Words of more columns may be broken. */
  breaksAt?: number;
};

type Colour = (line: string) => string;

/** At most `width` columns wide; null if it cannot be that narrow. */
export function drawGrid(
  columns: readonly GridColumn[],
  width: number,
  title: Colour,
  isDense = false,
): string | null {
  const fitted = fitColumns(columns, width - 3 * columns.length - 1);
  if (!fitted) return null;
  const drawn = alignLists(columns, fitted).map(([column, given]) =>
    wrapColumn(column, given, title),
  );
  const drawBorder = (left: string, cross: string, right: string) =>
    `${left}${drawn.map((column) => "─".repeat(column.width + 2)).join(cross)}${right}`;
  const rows = Array.from(
    { length: Math.max(...drawn.map(({ cells }) => cells.length)) },
    (_, row) => {
      const height = Math.max(...drawn.map(({ cells }) => cells[row]?.length ?? 0));
      const drawLine = (at: number) =>
        `│${drawn.map((column) => drawCell(column, row, at)).join("│")}│`;
      return Array.from({ length: height }, (_, at) => drawLine(at)).join("\n");
    },
  );
  const [head = "", ...others] = rows;
  const border = drawBorder("├", "┼", "┤");
  return [
    drawBorder("┌", "┬", "┐"),
    ...(isDense ? [head, border, ...others] : [[head, ...others].join(`\n${border}\n`)]),
    drawBorder("└", "┴", "┘"),
  ].join("\n");
}

/** The grid, or a list of its rows if the width is too small. */
export function drawGridOrList(
  columns: readonly GridColumn[],
  width: number,
  title: Colour,
): readonly string[] {
  const grid = drawGrid(columns, width, title);
  if (grid !== null) return [grid];
  const rows = columns[0]?.cells ?? [];
  return rows.flatMap((_, row) => [
    ...(row === 0 ? [] : [""]),
    ...columns.flatMap((each) =>
      wrap([each.title, each.cells[row]].filter(Boolean).join(": "), width),
    ),
  ]);
}

type DrawnColumn = {
  width: number;
  right: boolean;
  cells: readonly (readonly { text: string; shown: string }[])[];
};

function drawCell({ width, right, cells }: DrawnColumn, row: number, line: number): string {
  const { text, shown } = cells[row]?.[line] ?? { text: "", shown: "" };
  const padding = " ".repeat(width - measureWidth(text));
  return right ? ` ${padding}${shown} ` : ` ${shown}${padding} `;
}

/** May be narrower than the given width. */
function wrapColumn(column: GridColumn, given: number, title: Colour): DrawnColumn {
  const { cells, colour = (line: string) => line, right = false } = column;
  const wrapped = [column.title, ...cells].map((cell) => wrap(cell, given));
  return {
    width: Math.max(1, ...wrapped.flat().map(measureWidth)),
    right,
    cells: wrapped.map((lines, row) =>
      lines.map((text) => ({ text, shown: row === 0 ? title(text) : colour(text, row - 1) })),
    ),
  };
}

/** Narrows the widest column until the row fits, heads before cells; null if a column would be below its least width. */
export function fitColumns(columns: readonly GridColumn[], room: number): number[] | null {
  const measureWidest = (texts: readonly string[]) =>
    Math.max(1, ...texts.join("\n").split("\n").map(measureWidth));
  const fitted = columns.map(({ title, cells, least = 0, breaksAt = Number.POSITIVE_INFINITY }) => {
    const width = measureWidest([title, ...cells]);
    const longest = Math.max(1, ...[title, ...cells].map(measureLongestPiece));
    const whole = Math.max(measureWidest(cells), measureLongestPiece(title));
    return { width, whole, least: Math.min(width, Math.max(least, Math.min(longest, breaksAt))) };
  });
  while (fitted.reduce((sum, { width }) => sum + width, 0) > room) {
    const heads = fitted.filter(({ width, whole, least }) => width > Math.max(whole, least));
    const shrinkable =
      heads.length > 0 ? heads : fitted.filter(({ width, least }) => width > least);
    const [widest] = shrinkable.toSorted((one, other) => other.width - one.width);
    if (!widest) return null;
    widest.width -= 1;
  }
  return fitted.map(({ width }) => width);
}
