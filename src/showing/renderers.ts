/** The verdict table as text for a terminal, as Markdown, CSV and JSON. */

import { printCsv } from "../text/csv.ts";
import { printMarkdown } from "../text/markdown.ts";
import { sanitizeJson } from "../text/sanitize.ts";
import { createVerdictArticle, listCsvColumns } from "./columns.ts";
import type { TextOptions } from "./palette.ts";
import { printTerminal } from "./print-terminal.ts";
import type { VerdictTable } from "./verdict-schema.ts";
import { STRENGTH_RULE, sortByStrength } from "./verdict-table.ts";

/** The verdict table for a terminal, at most `width` columns, without a final line break. */
export function textTable(table: VerdictTable, options: TextOptions): string {
  return printTerminal(createVerdictArticle(table), options).join("\n");
}

/** One row per member under one header; several meetings stack. No cell is read as a formula. */
export function verdictsCsv(tables: readonly VerdictTable[]): string {
  const columns = listCsvColumns(tables);
  const rows = tables.flatMap((of) =>
    of.members.map((row) => columns.map(({ cell }) => cell(row, of))),
  );
  return printCsv([columns.map(({ title }) => title), ...rows]);
}

/** The text of `verdicts.json`: one or several meetings, as the published schema says. */
export function verdictsJson(tables: readonly VerdictTable[]): string {
  const file = { format: 1, order: STRENGTH_RULE, meetings: sortByStrength(tables) };
  return `${sanitizeJson(JSON.stringify(file, null, 2))}\n`;
}

/** The verdict table as Markdown. Nothing a member wrote becomes markup. */
export function markdownTable(table: VerdictTable): string {
  return printMarkdown(createVerdictArticle(table));
}
