/** Prints an article on a terminal. If a column of a table does not fit, the fields after the table show its cells. */

import {
  type Article,
  type Block,
  type Cell,
  type Field,
  readWords,
  type Table,
  type TableColumn,
  type Tone,
} from "../text/article.ts";
import { listLines } from "../text/article-lines.ts";
import { drawGrid, drawGridOrList, type GridColumn } from "../text/grid.ts";
import { measureWidth } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";
import type { Palette, TextOptions } from "./palette.ts";

export function printTerminal(article: Article, options: TextOptions): readonly string[] {
  const { width, palette } = options;
  let leftOut: ReadonlySet<string> = new Set();

  function printBlock(block: Block): readonly string[] {
    switch (block.is) {
      case "heading":
        return [
          ...wrap(readWords(block.words), width).map(palette.bold),
          ...(block.aside ? printAside(block.aside, options) : []),
        ];
      case "note":
        return wrap(readWords(block.words), width).map(palette.yellow);
      case "fields":
        return block.fields
          .filter(({ replaces }) => !replaces || replaces.some((title) => leftOut.has(title)))
          .flatMap((field) => printField(field, options));
      case "table": {
        const { grid, without } = fitTable(block, options);
        leftOut = without;
        return grid;
      }
      default:
        return listLines([block]).flatMap(({ text, hang }) => wrapHanging(text, hang, width));
    }
  }

  return article.flatMap((block, index) => {
    const before = article[index - 1];
    const isApart = before?.is === "table" || (index > 0 && block.is === "heading");
    return [...(isApart ? [""] : []), ...printBlock(block)];
  });
}

function printAside(aside: Cell, { width, palette }: TextOptions): readonly string[] {
  const rows = wrap(`  ${readWords(aside.words)}`, width);
  return rows.map((row) => paintCell(row, aside, palette));
}

function wrapHanging(text: string, hang: number, width: number): readonly string[] {
  const rows = wrap(text, Math.max(8, width - hang));
  return rows.map((row, index) => (index === 0 ? row : " ".repeat(hang) + row));
}

const LABEL_WIDTH = 16;

function printField({ label, words }: Field, { width, palette }: TextOptions): readonly string[] {
  const indent = LABEL_WIDTH + 2;
  const [first = "", ...rest] = wrap(readWords(words), Math.max(20, width - indent));
  return [
    `  ${palette.dim(`${label} `.padEnd(LABEL_WIDTH))}${first}`,
    ...rest.map((line) => " ".repeat(indent) + line),
  ];
}

type Fitted = { grid: readonly string[]; without: ReadonlySet<string> };

/** First with whole cells, then with whole names alone, then with broken ones. */
function fitTable({ columns, isDense }: Table, { width, palette }: TextOptions): Fitted {
  const ranked = columns
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
  for (const wholeFrom of [1, 2, 3]) {
    // Breaking cells comes before hiding the last column.
    const most = wholeFrom < 3 ? ranked.length - 1 : ranked.length;
    for (let count = 0; count <= most; count++) {
      const without = new Set(ranked.slice(0, count).map(({ title }) => title));
      const shown = columns.filter(({ title }) => !without.has(title));
      const grid = drawGrid(
        shown.map((column) => toGridColumn(column, (column.whole ?? 0) >= wholeFrom, palette)),
        width,
        palette.bold,
        isDense,
      );
      if (grid !== null) return { grid: [grid], without };
    }
  }
  if (ranked.length > 0) return { grid: [], without: new Set(columns.map(({ title }) => title)) };
  const all = columns.map((column) => toGridColumn(column, false, palette));
  return { grid: drawGridOrList(all, width, palette.bold), without: new Set() };
}

function toGridColumn(column: TableColumn, isWhole: boolean, palette: Palette): GridColumn {
  const { title, cells, whole, least, breaksAt } = column;
  // A whole cell may break before what it has in parentheses.
  const texts = cells.map(({ words }) =>
    whole ? readWords(words).replace(" (", "\n(") : readWords(words),
  );
  const widest = Math.max(...texts.join("\n").split("\n").map(measureWidth));
  return {
    title,
    cells: texts,
    right: cells.every(({ isNumber }) => isNumber),
    least: isWhole ? widest : least,
    breaksAt,
    colour: (line, row) => paintCell(line, cells[row], palette),
  };
}

function paintCell(line: string, cell: Cell | undefined, palette: Palette): string {
  return cell?.tone ? getColor(cell.tone, palette)(line) : line;
}

function getColor(tone: Tone, palette: Palette) {
  if (tone === "for") return palette.green;
  if (tone === "against") return palette.red;
  return tone === "neutral" ? palette.yellow : palette.cyan;
}
