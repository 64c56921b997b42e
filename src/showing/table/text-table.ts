import { personOn } from "../../engine/meeting/people/person.ts";
import { words } from "../../engine/words/words.ts";
import { ownOf } from "../../lists.ts";
import { drawGrid, type GridColumn } from "../../text/grid.ts";
import { sanitise, sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import { type Palette, sideColour, type TextOptions } from "../palette.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";
import {
  badgeOf,
  changeInWords,
  citedInWords,
  finalInWords,
  firstInWords,
  isWeighted,
  leavingInWords,
  unfoundInWords,
  unfoundQuotes,
} from "../words.ts";
import { type Field, spentInWords, summaryOf } from "./summary.ts";

/** The verdict table for a terminal, at most `width` columns, without a final line break.
 * If it is narrow, columns move from the grid to the list under it. */
export function textTable(table: VerdictTable, { width, palette }: TextOptions): string {
  const heading = words.table.verdicts(sanitiseLine(table.scenario.title));
  const { grid, listed } = fittingGrid(table, { width, palette });
  const wrong = table.incidents.map(
    (incident, index): Field => [index === 0 ? words.table.wentWrong : "", incident],
  );
  const fields = (list: readonly Field[]) => list.flatMap((each) => fieldLines(each, width, palette));
  return [
    ...wrap(heading, width).map(palette.bold),
    ...wrap(sanitiseLine(badgeOf(table)), width).map(palette.yellow),
    ...(grid === null ? [] : [grid]),
    "",
    ...fields([...summaryOf(table), ...wrong]),
    ...table.members.flatMap((row) => [
      "",
      ...wrap(`${sanitiseLine(row.name)}, ${sanitiseLine(row.title)}`, width).map(palette.bold),
      ...wrap(`  ${finalInWords(row)}`, width).map(colourOf(row, table, palette)),
      ...fields(details(row, table, listed)),
    ]),
  ].join("\n");
}

type Fitting = { readonly grid: string | null; readonly listed: ReadonlySet<string> };

function fittingGrid(table: VerdictTable, style: TextOptions): Fitting {
  const says = words.table;
  const columns = gridColumns(table, style);
  const own = table.columns.map(({ title }) => title);
  const order = [says.words, says.turns, says.cited, says.first, ...own.reverse()];
  for (let given = 0; given <= order.length; given++) {
    const listed = new Set(order.slice(0, given));
    const kept = columns.filter(({ title }) => !listed.has(title));
    const grid = drawGrid(kept, style.width, style.palette.bold);
    if (grid !== null) return { grid, listed };
  }
  return { grid: null, listed: new Set(columns.map(({ title }) => title)) };
}

function gridColumns(table: VerdictTable, { palette }: TextOptions): readonly GridColumn[] {
  const says = words.table;
  const rows = table.members;
  const isAllByBallot = rows.every(({ finalBy }) => finalBy === "ballot");
  const final = (row: MemberRow) =>
    isAllByBallot ? (row.final ?? words.noVerdict) : finalInWords(row).replace(" (", "\n(");
  const column = (title: string, cell: (row: MemberRow) => string): GridColumn => ({
    title,
    cells: rows.map((row) => sanitise(cell(row))),
  });
  const number = (title: string, cell: (row: MemberRow) => number): GridColumn => ({
    ...column(title, (row) => String(cell(row))),
    right: true,
  });
  const inSideColour = (line: string, index: number) => {
    const row = rows[index];
    return row ? colourOf(row, table, palette)(line) : line;
  };
  return [
    column(says.member, (row) => sanitiseLine(row.name)),
    ...(table.withoutTalk ? [column(says.opening, ({ opening }) => opening ?? words.noVerdict)] : []),
    column(says.first, (row) => firstInWords(row) ?? "-"),
    { ...column(says.final, final), colour: inSideColour },
    number(says.changes, ({ changes }) => changes.length),
    column(says.cited, ({ cited }) => `${cited.exact + cited.near}/${cited.exact + cited.near + cited.absent}`),
    number(says.turns, ({ turns }) => turns),
    number(says.words, (row) => row.words),
    column(says.left, ({ status, withdrawnAtTurn }) =>
      status === "withdrawn" ? says.turn(withdrawnAtTurn) : status === "absent" ? says.absent : "-",
    ),
    ...table.columns.map(({ name, title }) => column(title, ({ own }) => String(ownOf(own, name) ?? ""))),
  ];
}

function details(row: MemberRow, table: VerdictTable, listed: ReadonlySet<string>): readonly Field[] {
  const says = words.table;
  const ofGrid: Field[] = [
    [says.opening, row.opening ?? words.noVerdict],
    [says.first, firstInWords(row) ?? "-"],
    [says.turns, says.turnsAndWords(row.turns, row.words)],
    ...table.columns.map(({ name, title }): Field => [title, String(ownOf(row.own, name) ?? "-")]),
  ];
  const isListed = ([label]: Field) => listed.has(label) || (label === says.turns && listed.has(says.words));
  const optional: readonly (readonly [string, string | null])[] = [
    [says.reasoning, row.reasoning ?? (row.final === null ? null : says.noReasoning)],
    [says.wouldChange, row.wouldChange],
    [says.confidence, row.confidence === null ? null : String(row.confidence)],
  ];
  const spent = personOn(row) === null ? `; ${spentInWords(row, table)}` : "";
  return [
    ...ofGrid.filter(isListed),
    ...(isWeighted(table) ? [[says.votes, String(row.weight)] as const] : []),
    ...optional.flatMap(([label, text]): Field[] => (text === null ? [] : [[label, text]])),
    ...unfoundQuotes(row).map((quote): Field => [says.quoted, unfoundInWords(quote)]),
    ...row.changes.map((change): Field => [says.changed, changeInWords(change)]),
    [says.cited, citedInWords(row)],
    [says.left, leavingInWords(row)],
    [says.model, row.model + spent],
  ];
}

/** Red and green are for sides only. */
function colourOf({ side }: MemberRow, { scenario }: VerdictTable, palette: Palette) {
  return scenario.sides === "none" ? palette.cyan : sideColour(palette, side);
}

function fieldLines([label, text]: Field, width: number, palette: Palette): readonly string[] {
  const indent = LABEL_WIDTH + 2;
  const [first = "", ...rest] = wrap(sanitiseLine(text), Math.max(20, width - indent));
  return [
    `  ${palette.dim(`${label} `.padEnd(LABEL_WIDTH))}${first}`,
    ...rest.map((line) => " ".repeat(indent) + line),
  ];
}

const LABEL_WIDTH = 16;
