import { personOn } from "../../meeting/people/person.ts";
import { coverageInWords } from "../../scenario/casebook/coverage.ts";
import { drawGrid, type GridColumn } from "../../text/grid.ts";
import { sanitise, sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import { type Palette, sideColour } from "../palette.ts";
import { type MemberRow, NO_VERDICT_WORDS, type VerdictTable } from "../verdict-schema.ts";
import {
  changeInWords,
  citedInWords,
  dissentInWords,
  dollarsInWords,
  endingLabel,
  finalInWords,
  firstInWords,
  isWeighted,
  leavingInWords,
  lengthInWords,
  optionsInWords,
  outcomeInWords,
  sidesInWords,
  tokensInWords,
  unfoundInWords,
  unfoundQuotes,
  votesInWords,
  withoutTalkInWords,
} from "../words.ts";

export type TextOptions = { readonly width: number; readonly palette: Palette };

/**
 * The verdict table for a terminal, at most `width` columns. On a narrow one columns of the grid give way to the list
 * under it, and in the end the grid does. Ends without a line break.
 */
export function textTable(table: VerdictTable, { width, palette }: TextOptions): string {
  const colour = (side: MemberRow["side"]) => sideColour(palette, side);
  const heading = wrap(`Verdicts: ${sanitiseLine(table.scenario.title)}`, width).map(palette.bold);
  const notice = table.notice === null ? [] : wrap(table.notice, width).map(palette.yellow);
  const { grid, listed } = fittingGrid(table, { width, palette });
  const reasons = table.members.flatMap((row) => [
    "",
    ...wrap(`${sanitiseLine(row.name)}, ${sanitiseLine(row.title)}`, width).map(palette.bold),
    ...wrap(`  ${finalInWords(row)}`, width).map(colour(row.side)),
    ...details(row, table, listed).flatMap((detail) => field(detail, width, palette)),
  ]);
  return [
    ...heading,
    ...notice,
    ...(grid === null ? [] : [grid]),
    "",
    ...summary(table).flatMap((line) => field(line, width, palette)),
    ...reasons,
  ].join("\n");
}

/** Columns that give way first, those of the protocol's own after them: they stand under each member instead. */
const GIVING_WAY = ["Words", "Turns", "Cited", "First"];

type Fitting = { readonly grid: string | null; readonly listed: ReadonlySet<string> };

function fittingGrid(table: VerdictTable, { width, palette }: TextOptions): Fitting {
  const columns = gridColumns(table, palette);
  const order = [...GIVING_WAY, ...table.columns.map(({ title }) => title).reverse()];
  for (let given = 0; given <= order.length; given++) {
    const listed = new Set(order.slice(0, given));
    const kept = columns.filter(({ title }) => !listed.has(title));
    const grid = drawGrid(kept, width, palette.bold);
    if (grid !== null) return { grid, listed };
  }
  return { grid: null, listed: new Set(columns.map(({ title }) => title)) };
}

function gridColumns(table: VerdictTable, palette: Palette): readonly GridColumn[] {
  const rows = table.members;
  const isAllByBallot = rows.every(({ finalBy }) => finalBy === "ballot");
  const final = (row: MemberRow) =>
    isAllByBallot ? (row.final ?? NO_VERDICT_WORDS) : finalInWords(row).replace(" (", "\n(");
  const column = (title: string, cell: (row: MemberRow) => string): GridColumn => ({
    title,
    cells: rows.map((row) => sanitise(cell(row))),
  });
  const number = (title: string, cell: (row: MemberRow) => number): GridColumn => ({
    ...column(title, (row) => String(cell(row))),
    right: true,
  });
  return [
    column("Member", (row) => sanitiseLine(row.name)),
    ...(table.withoutTalk ? [column("Opening", ({ opening }) => opening ?? NO_VERDICT_WORDS)] : []),
    column("First", (row) => firstInWords(row) ?? "-"),
    {
      ...column("Final", final),
      colour: (line, row) => sideColour(palette, rows[row]!.side)(line),
    },
    number("Changes", ({ changes }) => changes.length),
    column("Cited", ({ cited }) => `${cited.exact + cited.near}/${cited.exact + cited.near + cited.absent}`),
    number("Turns", ({ turns }) => turns),
    number("Words", ({ words }) => words),
    column("Left", ({ status, withdrawnAtTurn }) =>
      status === "withdrawn" ? `turn ${withdrawnAtTurn}` : status === "absent" ? "absent" : "-",
    ),
    ...table.columns.map(({ name, title }) => column(title, ({ own }) => String(own[name] ?? ""))),
  ];
}

type Field = readonly [label: string, text: string];

function summary(table: VerdictTable): readonly Field[] {
  const { outcome, withoutTalk, tally, ending, spending, dissent } = table;
  const talk: Field[] = withoutTalk ? [["Without talk", withoutTalkInWords(withoutTalk)]] : [];
  const rule: Field[] = outcome ? [["Rule", `${outcome.rule}, margin ${outcome.margin}`]] : [];
  const reason: Field[] = outcome ? [["Reason", outcome.reason]] : [];
  return [
    ["Outcome", outcomeInWords(outcome)],
    ...reason,
    ...rule,
    ["Tally", `${sidesInWords(tally)} (${optionsInWords(tally)})`],
    ...(outcome && isWeighted(table) ? [["Votes", votesInWords(outcome)] as const] : []),
    ...talk,
    ...(table.read ? [["Read", coverageInWords(table.read)] as const] : []),
    ["Dissent", dissentInWords({ outcome, dissent })],
    [endingLabel(ending), ending?.reason ?? "still open"],
    [
      "Meeting",
      `${table.scenario.name}, protocol ${table.protocol}, seed ${table.seed}, id ${table.meeting.slice(0, 12)}`,
    ],
    ["Length", lengthInWords(table)],
    ["Cost", spent(spending.tokens, spending.cost, table)],
    ["Head hash", table.headHash],
    ...table.incidents.map((incident, index): Field => [index === 0 ? "Went wrong" : "", incident]),
  ];
}

/** `listed` are the columns that have no place in the grid. */
function details(row: MemberRow, table: VerdictTable, listed: ReadonlySet<string>): readonly Field[] {
  const ofGrid: Field[] = [
    ["Opening", row.opening ?? NO_VERDICT_WORDS],
    ["First", firstInWords(row) ?? "-"],
    ["Turns", `${row.turns}, ${row.words} words`],
    ...table.columns.map(({ name, title }) => [title, String(row.own[name] ?? "-")] as const),
  ];
  const isListed = ([label]: Field) => listed.has(label) || (label === "Turns" && listed.has("Words"));
  const optional: readonly (readonly [string, string | null])[] = [
    ["Reasoning", row.reasoning],
    ["Would change", row.wouldChange],
    ["Confidence", row.confidence === null ? null : String(row.confidence)],
  ];
  return [
    ...ofGrid.filter(isListed),
    ...(isWeighted(table) ? [["Votes", String(row.weight)] as const] : []),
    ...optional.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const])),
    ...unfoundQuotes(row).map((quote) => ["Quoted", unfoundInWords(quote)] as const),
    ...row.changes.map((change) => ["Changed", changeInWords(change)] as const),
    ["Cited", citedInWords(row)],
    ["Left", leavingInWords(row)],
    ["Model", personOn(row) !== null ? row.model : `${row.model}; ${spent(row.tokens, row.cost, table)}`],
  ];
}

function spent(tokens: MemberRow["tokens"], cost: number | null, table: VerdictTable): string {
  if (table.simulated) return "no tokens, $0.00 (simulated)";
  return `tokens ${tokensInWords(tokens)}; cost ${dollarsInWords(cost)}`;
}

/** `  Label         text`, the text wrapped under itself. */
function field([label, text]: Field, width: number, palette: Palette): readonly string[] {
  const indent = LABEL_WIDTH + 2;
  const [first = "", ...rest] = wrap(sanitiseLine(text), Math.max(20, width - indent));
  return [
    `  ${palette.dim(`${label} `.padEnd(LABEL_WIDTH))}${first}`,
    ...rest.map((line) => " ".repeat(indent) + line),
  ];
}

const LABEL_WIDTH = 14;
