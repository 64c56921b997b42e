import { words } from "../engine/words/words.ts";
import { type Article, heading, list, md, section, table } from "../text/article.ts";
import { drawGrid, type GridColumn } from "../text/grid.ts";
import { printMarkdown } from "../text/markdown.ts";
import { loadCsv } from "../text/parsers.ts";
import { sanitize, sanitizeJson, sanitizeLine } from "../text/sanitize.ts";
import { measureWidth } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";
import {
  type CsvCell,
  csvColumns,
  type Field,
  memberFields,
  requirementFields,
  shownColumns,
  summaryOf,
} from "./columns.ts";
import { type Palette, sideColour, type TextOptions } from "./palette.ts";
import type { MemberRow, VerdictTable } from "./verdict-schema.ts";
import { byStrength, STRENGTH_RULE } from "./verdict-table.ts";
import { badgeOf, finalInWords } from "./words.ts";

/** The verdict table for a terminal, at most `width` columns, without a final line break.
 * If it is narrow, columns move from the grid to the list under it. */
export function textTable(table: VerdictTable, { width, palette }: TextOptions): string {
  const heading = words.table.verdicts(sanitizeLine(table.scenario.title));
  const { grid, listed } = fittingGrid(table, { width, palette });
  const wrong = table.incidents.map(
    (incident, index): Field => [index === 0 ? words.table.problems : "", incident],
  );
  const fields = (list: readonly Field[]) =>
    list.flatMap((each) => fieldLines(each, width, palette));
  return [
    ...wrap(heading, width).map(palette.bold),
    ...wrap(sanitizeLine(badgeOf(table)), width).map(palette.yellow),
    ...fields(requirementFields(table)),
    ...(grid === null ? [] : [grid]),
    "",
    ...fields([...summaryOf(table), ...wrong]),
    ...table.members.flatMap((row) => [
      "",
      ...wrap(`${sanitizeLine(row.name)}, ${sanitizeLine(row.title)}`, width).map(palette.bold),
      ...wrap(`  ${finalInWords(row)}`, width).map(colourOf(row, table, palette)),
      ...fields(memberFields(row, table, listed)),
    ]),
  ].join("\n");
}

type Fitting = { grid: string | null; listed: ReadonlySet<string> };

function fittingGrid(table: VerdictTable, { width, palette }: TextOptions): Fitting {
  const rows = table.members;
  const shown = shownColumns(table).map(({ title, cell }): GridColumn => {
    const cells = rows.map((row) => cell(row, table));
    const isFinal = title === words.table.final;
    const inSideColour = (line: string, index: number) => {
      const row = rows[index];
      return row ? colourOf(row, table, palette)(line) : line;
    };
    return {
      title,
      cells: cells.map((each) =>
        sanitize(isFinal ? String(each).replace(" (", "\n(") : String(each)),
      ),
      right: cells.every((each) => typeof each === "number"),
      ...(isFinal && { colour: inSideColour }),
    };
  });
  const own = table.columns.map(({ title }) => title);
  const says = words.table;
  const order = [says.words, says.turns, ...own.reverse(), says.cited, says.first];
  // Names and verdicts stay on one line if other columns make room for them; else names alone.
  for (const whole of [[says.member, says.opening, says.first, says.final], [says.member], []]) {
    const columns = shown.map((each) => (whole.includes(each.title) ? unbroken(each) : each));
    for (let given = 0; given <= order.length - Math.sign(whole.length); given++) {
      const listed = new Set(order.slice(0, given));
      const kept = columns.filter(({ title }) => !listed.has(title));
      const grid = drawGrid(kept, width, palette.bold);
      if (grid !== null) return { grid, listed };
    }
  }
  return { grid: null, listed: new Set(shown.map(({ title }) => title)) };
}

function unbroken(column: GridColumn): GridColumn {
  return { ...column, least: Math.max(...column.cells.join("\n").split("\n").map(measureWidth)) };
}

/** Red and green are for sides only. */
function colourOf({ side }: MemberRow, { scenario }: VerdictTable, palette: Palette) {
  return scenario.sides === "none" ? palette.cyan : sideColour(palette, side);
}

function fieldLines([label, text]: Field, width: number, palette: Palette): readonly string[] {
  const indent = LABEL_WIDTH + 2;
  const [first = "", ...rest] = wrap(sanitizeLine(text), Math.max(20, width - indent));
  return [
    `  ${palette.dim(`${label} `.padEnd(LABEL_WIDTH))}${first}`,
    ...rest.map((line) => " ".repeat(indent) + line),
  ];
}

const LABEL_WIDTH = 16;

/** One row per member under one header; several meetings stack. No cell is read as a formula. */
export function verdictsCsv(tables: readonly VerdictTable[]): string {
  const columns = csvColumns(tables);
  const rows = tables.flatMap((of) =>
    of.members.map((row) => columns.map(({ cell }) => guard(cell(row, of)))),
  );
  return loadCsv().stringify([columns.map(({ title }) => title), ...rows], {
    escape_formulas: true,
  });
}

/** `escape_formulas` looks at the first character only; spreadsheets skip blanks before a formula. */
function guard(cell: CsvCell): CsvCell {
  if (typeof cell !== "string") return cell;
  const text = sanitize(cell);
  return /^[\s\u00a0]+[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(text) ? `'${text}` : text;
}

/** The text of `verdicts.json`: one or several meetings, as the published schema says. */
export function verdictsJson(tables: readonly VerdictTable[]): string {
  const file = { format: 1, order: STRENGTH_RULE, meetings: byStrength(tables) };
  return `${sanitizeJson(JSON.stringify(file, null, 2))}\n`;
}

/** The verdict table as Markdown. Nothing a member wrote becomes markup. */
export function markdownTable(of: VerdictTable): string {
  return printMarkdown(tableParts(of, 1));
}

export function tableParts(of: VerdictTable, level: number): Article {
  const listed = (fields: readonly Field[]) =>
    list(fields.map(([label, text]) => md`**${label}:** ${text}`));
  const columns = shownColumns(of).map(
    ({ title, cell }) => [title, (row: MemberRow) => cell(row, of) ?? ""] as const,
  );
  return [
    heading(level, words.table.verdicts(of.scenario.title)),
    md`*${badgeOf(of)}*`,
    listed(requirementFields(of)),
    table(columns, of.members),
    listed(summaryOf(of)),
    ...of.members.flatMap((row) => [
      heading(level + 1, `${row.name}, ${row.title}`),
      listed(memberFields(row, of)),
    ]),
    ...section(
      level + 1,
      words.table.problems,
      of.incidents.length === 0 ? [] : [list(of.incidents)],
    ),
  ];
}
