import { pairs } from "../lists.ts";
import { displayWidth } from "./width.ts";
import { longestPiece, wrap } from "./wrap.ts";

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
): string | null {
  const fitted = columnWidths(columns, width - 3 * columns.length - 1);
  if (!fitted) return null;
  const drawn = pairs(columns, fitted).map(([column, given]) => drawnColumn(column, given, title));
  const border = (left: string, cross: string, right: string) =>
    `${left}${drawn.map((column) => "─".repeat(column.width + 2)).join(cross)}${right}`;
  const rows = Array.from(
    { length: Math.max(...drawn.map(({ cells }) => cells.length)) },
    (_, row) => {
      const height = Math.max(...drawn.map(({ cells }) => cells[row]?.length ?? 0));
      const line = (at: number) =>
        `│${drawn.map((column) => drawCell(column, row, at)).join("│")}│`;
      return Array.from({ length: height }, (_, at) => line(at)).join("\n");
    },
  );
  return [
    border("┌", "┬", "┐"),
    rows.join(`\n${border("├", "┼", "┤")}\n`),
    border("└", "┴", "┘"),
  ].join("\n");
}

/** The grid, or a list of its rows if the width is too small. */
export function gridOrList(
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
  const padding = " ".repeat(width - displayWidth(text));
  return right ? ` ${padding}${shown} ` : ` ${shown}${padding} `;
}

/** May be narrower than the given width. */
function drawnColumn(column: GridColumn, given: number, title: Colour): DrawnColumn {
  const { cells, colour = (line: string) => line, right = false } = column;
  const wrapped = [column.title, ...cells].map((cell) => wrap(cell, given));
  return {
    width: Math.max(1, ...wrapped.flat().map(displayWidth)),
    right,
    cells: wrapped.map((lines, row) =>
      lines.map((text) => ({ text, shown: row === 0 ? title(text) : colour(text, row - 1) })),
    ),
  };
}

/** Narrows the widest column until the row fits, heads before cells; null if a column would be below its least width. */
export function columnWidths(columns: readonly GridColumn[], room: number): number[] | null {
  const naturalOf = (texts: readonly string[]) =>
    Math.max(1, ...texts.join("\n").split("\n").map(displayWidth));
  const fitted = columns.map(({ title, cells, least = 0, breaksAt = Number.POSITIVE_INFINITY }) => {
    const width = naturalOf([title, ...cells]);
    const longest = Math.max(1, ...[title, ...cells].map(longestPiece));
    const whole = Math.max(naturalOf(cells), longestPiece(title));
    return { width, whole, least: Math.min(width, Math.max(least, Math.min(longest, breaksAt))) };
  });
  for (let excess = fitted.reduce((sum, { width }) => sum + width, -room); excess > 0; excess--) {
    const heads = fitted.filter(({ width, whole, least }) => width > Math.max(whole, least));
    const [first, ...others] =
      heads.length > 0 ? heads : fitted.filter(({ width, least }) => width > least);
    if (!first) return null;
    const widest = others.reduce(
      (most, column) => (column.width > most.width ? column : most),
      first,
    );
    widest.width -= 1;
  }
  return fitted.map(({ width }) => width);
}
