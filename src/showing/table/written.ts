import { stringify } from "csv-stringify/sync";
import { words } from "../../engine/words/words.ts";
import { document, heading, list, type Markdown, md, section, table } from "../../text/markdown.ts";
import { sanitise, sanitiseJson } from "../../text/sanitise.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";
import { badgeOf } from "../words.ts";
import {
  type CsvCell,
  csvColumns,
  type Field,
  memberFields,
  requirementFields,
  shownColumns,
  summaryOf,
} from "./columns.ts";
import { byStrength, STRENGTH_RULE } from "./verdict-table.ts";

/** One row per member under one header; several meetings stack. No cell is read as a formula. */
export function verdictsCsv(tables: readonly VerdictTable[]): string {
  const columns = csvColumns(tables);
  const rows = tables.flatMap((of) => of.members.map((row) => columns.map(({ cell }) => guard(cell(row, of)))));
  return stringify([columns.map(({ title }) => title), ...rows], { escape_formulas: true });
}

/** `escape_formulas` looks at the first character only; spreadsheets skip blanks before a formula. */
function guard(cell: CsvCell): CsvCell {
  if (typeof cell !== "string") return cell;
  const text = sanitise(cell);
  return /^[\s\u00a0]+[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(text) ? `'${text}` : text;
}

/** The text of `verdicts.json`: one or several meetings, as the published schema says. */
export function verdictsJson(tables: readonly VerdictTable[]): string {
  const file = { format: 1, order: STRENGTH_RULE, meetings: byStrength(tables) };
  return `${sanitiseJson(JSON.stringify(file, null, 2))}\n`;
}

/** The verdict table as Markdown. Nothing a member wrote becomes markup. */
export function markdownTable(of: VerdictTable): string {
  return document(tableParts(of, 1));
}

export function tableParts(of: VerdictTable, level: number): readonly Markdown[] {
  const listed = (fields: readonly Field[]) => list(fields.map(([label, text]) => md`**${label}:** ${text}`));
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
    ...section(level + 1, words.table.wentWrong, of.incidents.length === 0 ? [] : [list(of.incidents)]),
  ];
}
