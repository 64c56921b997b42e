import { words } from "../../engine/words/words.ts";
import { drawGrid, type GridColumn } from "../../text/grid.ts";
import { document, heading, line, type Markdown, md, table } from "../../text/markdown.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import { sideColour, type TextOptions } from "../palette.ts";
import { byStrength } from "../table/strength.ts";
import type { VerdictTable } from "../verdict-schema.ts";
import {
  type Comparable,
  type CrossRow,
  comparable,
  shortOptions,
  verdictRows,
  wouldChangeRows,
} from "./cross-rows.ts";

/** Several meetings side by side for a terminal, strongest first: a column each and a row a member. */
export function crossTable(tables: readonly VerdictTable[], options: TextOptions): string {
  const style = { ...options };
  const { width, palette } = style;
  const ordered = byStrength(tables);
  return [
    ...wrap(words.across.ranked(ordered.length, words.across.order), width),
    ...notice(ordered).flatMap((each) => wrap(each, width).map(palette.yellow)),
    ...comparable(ordered).flatMap((group) => [
      "",
      ...wrap(sanitiseLine(group.title), width).map(palette.bold),
      ...verdicts(group, style),
      ...wrap(words.across.legend, width).map(palette.dim),
      "",
      palette.bold(words.table.whatWouldChange),
      ...grids(group, wouldChangeRows(group.meetings), { ...style, least: TEXT_WIDTH }),
    ]),
  ].join("\n");
}

/** Several meetings side by side in Markdown, a table for each question. */
export function crossMarkdown(tables: readonly VerdictTable[]): string {
  const ordered = byStrength(tables);
  return document([
    heading(1, words.across.title),
    line(`${words.across.ranked(ordered.length, words.across.order)}.`),
    ...notice(ordered).map((each) => md`*${each}*`),
    ...comparable(ordered).flatMap((group) => [
      heading(2, group.title),
      rowsTable(group, verdictRows(group.meetings, asItIs)),
      line(words.across.legend),
      heading(3, words.table.whatWouldChange),
      rowsTable(group, wouldChangeRows(group.meetings)),
    ]),
  ]);
}

const TEXT_WIDTH = 18;
const NAME_WIDTH = 12;

function verdicts(group: Comparable, style: TextOptions): readonly string[] {
  const longest = Math.max(0, ...group.meetings.flatMap(({ options }) => options.map(({ id }) => id.length)));
  const whole = grids(group, verdictRows(group.meetings, asItIs), { ...style, least: longest });
  const short = whole.length > 1 ? shortOptions(group) : null;
  if (short === null) return whole;
  const legend = [...short].map(([id, initials]) => `${initials} ${id}`).join(", ");
  const called = (option: string) => short.get(option) ?? option;
  return [
    ...grids(group, verdictRows(group.meetings, called), { ...style, least: 0 }),
    ...wrap(legend, style.width).map(style.palette.dim),
  ];
}

/** One grid of all meetings, or as few as the width allows, alike in size; a list where not even one meeting fits. */
function grids(
  group: Comparable,
  rows: readonly CrossRow[],
  style: TextOptions & { readonly least: number },
): readonly string[] {
  const columns = group.meetings.map((table, index) =>
    meetingColumn(table, `${index + 1}. ${group.names[index] ?? ""}`, rows, style),
  );
  for (let count = 1; count <= columns.length; count++) {
    const size = Math.ceil(columns.length / count);
    const parts = Array.from({ length: Math.ceil(columns.length / size) }, (_, part) =>
      columns.slice(part * size, (part + 1) * size),
    );
    const drawn = parts.map((part) =>
      drawGrid([labelColumn(rows, style), ...part], style.width, style.palette.bold),
    );
    if (drawn.every((grid) => grid !== null)) return drawn;
  }
  return columns.map((column) => asList(rows, column, style.width));
}

function labelColumn(rows: readonly CrossRow[], { palette }: TextOptions): GridColumn {
  return {
    title: "",
    cells: rows.map(({ label }) => sanitiseLine(label)),
    colour: (line) => palette.bold(line),
    breaksAt: NAME_WIDTH,
  };
}

function meetingColumn(
  table: VerdictTable,
  name: string,
  rows: readonly CrossRow[],
  { palette, least }: TextOptions & { readonly least: number },
): GridColumn {
  return {
    title: sanitiseLine(name),
    cells: rows.map(({ cell }) => sanitiseLine(cell(table))),
    colour: (text, row) => {
      const side = rows[row]?.side;
      return side ? sideColour(palette, side(table))(text) : text;
    },
    least,
    breaksAt: NAME_WIDTH,
  };
}

function asList(rows: readonly CrossRow[], { title, cells }: GridColumn, width: number): string {
  const lines = rows.flatMap(({ label }, row) => wrap(`${sanitiseLine(label)}: ${cells[row]}`, width));
  return ["", ...wrap(title, width), ...lines].join("\n");
}

function rowsTable({ meetings, names }: Comparable, rows: readonly CrossRow[]): Markdown {
  const columns = meetings.map(
    (of, index) => [`${index + 1}. ${names[index]}`, ({ cell }: CrossRow) => cell(of)] as const,
  );
  return table([["", ({ label }: CrossRow) => label], ...columns], rows);
}

function asItIs(option: string): string {
  return option;
}

function notice(tables: readonly VerdictTable[]): readonly string[] {
  const simulated = tables.filter((table) => table.simulated);
  if (simulated.length === 0) return [];
  if (simulated.length === tables.length) return [words.simulated];
  const ids = simulated.map(({ meeting }) => meeting.slice(0, 8)).join(", ");
  return [words.across.simulatedIn(words.simulated, ids)];
}
