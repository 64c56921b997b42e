import { drawGrid, type GridColumn } from "./grid.ts";
import { escapeMarkdown, markdownGrid } from "./markdown.ts";
import { sideColour } from "./palette.ts";
import { sanitiseLine } from "./sanitise.ts";
import { byStrength, STRENGTH_RULE } from "./strength.ts";
import type { TextOptions } from "./text-table.ts";
import { type MemberRow, NO_VERDICT, SIMULATED_NOTICE, type VerdictTable } from "./verdict-schema.ts";
import { meetingInWords, outcomeInWords, sidesInWords } from "./words.ts";
import { wrap } from "./wrap.ts";

/** Several meetings in one table, a row each, ordered by strength; for a terminal. */
export function crossTable(tables: readonly VerdictTable[], { width, palette }: TextOptions): string {
  const ordered = byStrength(tables);
  const columns = columnsOf(ordered).map(
    ({ title, cell, member }): GridColumn => ({
      title,
      cells: ordered.map((table) => sanitiseLine(cell(table))),
      colour: (line, row) => {
        const side = member ? (findRow(ordered[row]!, member)?.side ?? null) : null;
        return member ? sideColour(palette, side)(line) : line;
      },
    }),
  );
  const grid = drawGrid(columns, width, palette) ?? asList(columns, width);
  return [
    ...wrap(`${ordered.length} meetings, ${STRENGTH_RULE}`, width),
    ...notice(ordered).flatMap((line) => wrap(line, width).map(palette.yellow)),
    grid,
  ].join("\n");
}

/** Several meetings in one Markdown table. */
export function crossMarkdown(tables: readonly VerdictTable[]): string {
  const ordered = byStrength(tables);
  const columns = columnsOf(ordered).map(({ title, cell }) => [title, cell] as const);
  return [
    "# Verdicts across meetings",
    "",
    `${ordered.length} meetings, ${STRENGTH_RULE}.`,
    "",
    ...notice(ordered).flatMap((line) => [`*${escapeMarkdown(line)}*`, ""]),
    markdownGrid(columns, ordered),
    "",
  ].join("\n");
}

type CrossColumn = {
  readonly title: string;
  readonly cell: (table: VerdictTable) => string;
  /** Name of the member whose verdicts the column holds. */
  readonly member?: string;
};

/** Members are matched by seat, in the order in which they first appear. */
function columnsOf(tables: readonly VerdictTable[]): readonly CrossColumn[] {
  const members = new Map<string, string>();
  for (const { id, name } of tables.flatMap((table) => table.members)) {
    if (!members.has(id)) members.set(id, name);
  }
  return [
    { title: "Meeting", cell: meetingInWords },
    { title: "Outcome", cell: ({ outcome }) => outcomeInWords(outcome) },
    { title: "Tally", cell: ({ tally }) => sidesInWords(tally) },
    { title: "Margin", cell: ({ outcome }) => String(outcome?.margin ?? "-") },
    ...[...members].map(
      ([id, name]): CrossColumn => ({
        title: name,
        member: id,
        cell: (table) => {
          const row = findRow(table, id);
          return row ? (row.final ?? NO_VERDICT) : "not seated";
        },
      }),
    ),
    { title: "Id", cell: ({ meeting }) => meeting.slice(0, 8) },
  ];
}

function findRow(table: VerdictTable, id: string): MemberRow | undefined {
  return table.members.find((row) => row.id === id);
}

function notice(tables: readonly VerdictTable[]): readonly string[] {
  const simulated = tables.filter((table) => table.simulated);
  if (simulated.length === 0) return [];
  if (simulated.length === tables.length) return [SIMULATED_NOTICE];
  return [`${SIMULATED_NOTICE} in ${simulated.map(({ meeting }) => meeting.slice(0, 8)).join(", ")}`];
}

function asList(columns: readonly GridColumn[], width: number): string {
  const rows = columns[0]!.cells.map((_, row) =>
    columns.flatMap(({ title, cells }) => wrap(`${title}: ${cells[row]}`, width)).join("\n"),
  );
  return ["", rows.join("\n\n")].join("\n");
}
