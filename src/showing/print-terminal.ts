/** Prints an article on a terminal. If a column of a table does not fit, the fields after the table show its cells. */

import {
  type Article,
  type Block,
  type Cell,
  type DebateEntry,
  type EntryPart,
  type Field,
  readWords,
  type Table,
  type TableColumn,
  type Tone,
} from "../text/article.ts";
import { listLines } from "../text/article-lines.ts";
import { drawGrid, drawGridOrList, type GridColumn } from "../text/grid.ts";
import { sanitize, sanitizeLine } from "../text/sanitize.ts";
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
      case "entry":
        return printEntry(block, options);
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

function printEntry(entry: DebateEntry, options: TextOptions): readonly string[] {
  const { turn, name, title, to, audience, isAgent, body, parts } = entry;
  const { bold, dim } = options.palette;
  const whom = to ?? audience;
  const arrow = whom === "" ? "" : ` -> ${whom}`;
  const head = `[${turn}] ${isAgent ? name : bold(name)} (${title})${arrow}`;
  const said = listLines(body).map(({ text, isHeading }) => (isHeading ? `${text}:` : text));
  const lines = [
    head,
    ...indentText(said.join("\n"), options),
    ...parts.flatMap((part) => printPart(part, options)),
  ];
  return isAgent ? lines.map(dim) : lines;
}

export function printPart(
  { kind, text, rest, body }: EntryPart,
  options: TextOptions,
): readonly string[] {
  const look = PART_LOOKS[kind];
  const inner = { ...options, width: options.width - INDENT.length };
  const below = body === undefined ? [] : indentText(body, inner);
  return [
    ...indentLine(text + rest, options).map((row) => (look ? options.palette[look](row) : row)),
    ...below.map((row) => (row === "" ? "" : INDENT + row)),
  ];
}

const PART_LOOKS: Readonly<Partial<Record<EntryPart["kind"], keyof Palette>>> = {
  exact: "cyan",
  near: "cyan",
  pointed: "cyan",
  missing: "red",
  verdict: "bold",
  grounds: "dim",
  flag: "dim",
};

/** Keeps line breaks. */
export function indentText(text: string, options: TextOptions): readonly string[] {
  const clean = sanitize(text).trim();
  return clean === "" ? [] : clean.split("\n").flatMap((row) => indentLine(row, options));
}

export function indentLine(text: string, { width }: TextOptions): readonly string[] {
  const room = Math.max(16, width - INDENT.length);
  return wrap(sanitizeLine(text), room).map((row) => (row === "" ? "" : INDENT + row));
}

const INDENT = "    ";

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
  const { title, cells, whole, breaksAt } = column;
  // A whole cell may break before what it has in parentheses.
  const texts = cells.map(({ words }) =>
    whole ? readWords(words).replace(" (", "\n(") : readWords(words),
  );
  const widest = Math.max(...texts.join("\n").split("\n").map(measureWidth));
  return {
    title,
    cells: texts,
    right: cells.every(({ isNumber }) => isNumber),
    least: isWhole ? widest : 0,
    breaksAt,
    colour: (line, row) => paintCell(line, cells[row], palette),
  };
}

function paintCell(line: string, cell: Cell | undefined, palette: Palette): string {
  return cell?.tone ? palette[COLORS[cell.tone]](line) : line;
}

const COLORS: Readonly<Record<Tone, keyof Palette>> = {
  for: "green",
  against: "red",
  neutral: "yellow",
  option: "cyan",
};
