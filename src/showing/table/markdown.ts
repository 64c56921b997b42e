import { words } from "../../engine/words/words.ts";
import { ownOf } from "../../lists.ts";
import { document, heading, list, type Markdown, md, section, table } from "../../text/markdown.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";
import {
  badgeOf,
  changeInWords,
  citedInWords,
  dollarsInWords,
  finalInWords,
  firstInWords,
  isWeighted,
  leavingInWords,
  tokensInWords,
  unfoundInWords,
  unfoundQuotes,
} from "../words.ts";
import { summaryOf } from "./summary.ts";

/** The verdict table as Markdown. Nothing a member wrote becomes markup. */
export function markdownTable(of: VerdictTable): string {
  return document(tableParts(of, 1));
}

export function tableParts(of: VerdictTable, level: number): readonly Markdown[] {
  const says = words.table;
  const dissent = of.dissent.map(
    ({ name, verdict, reasoning }) => md`**${name}** (${verdict}): ${reasoning ?? says.noReasoning}`,
  );
  return [
    heading(level, says.verdicts(of.scenario.title)),
    md`*${badgeOf(of)}*`,
    table(columnsOf(of), of.members),
    list(summaryOf(of).map(([label, text]) => md`**${label}:** ${text}`)),
    ...section(level + 1, says.dissenting, dissent.length === 0 ? [] : [list(dissent)]),
    ...section(level + 1, says.whatWentWrong, of.incidents.length === 0 ? [] : [list(of.incidents)]),
  ];
}

type ColumnOf = readonly [title: string, cell: (row: MemberRow) => string];

function columnsOf(table: VerdictTable): readonly ColumnOf[] {
  const says = words.table;
  return [
    [says.member, ({ name }) => name],
    [says.title, ({ title }) => title],
    [says.model, ({ model }) => model],
    ...(isWeighted(table) ? [[says.votes, ({ weight }: MemberRow) => String(weight)] as const] : []),
    [says.openingBallot, ({ opening }) => opening ?? (table.withoutTalk ? words.noVerdict : says.noneHeld)],
    [says.firstVerdict, (row) => firstInWords(row) ?? says.none],
    [says.finalVerdict, (row) => finalInWords(row)],
    [says.changes, ({ changes }) => changes.map((change) => changeInWords(change)).join("; ") || says.none],
    [
      says.reasoning,
      ({ final, reasoning }) => reasoning ?? (final === null ? says.noneGiven : says.noReasoning),
    ],
    [says.whatWouldChange, ({ wouldChange }) => wouldChange ?? says.notSaid],
    [says.confidence, ({ confidence }) => (confidence === null ? says.notGiven : String(confidence))],
    [
      says.passages,
      (row) => [citedInWords(row), ...unfoundQuotes(row).map((quote) => unfoundInWords(quote))].join("; "),
    ],
    [says.left, (row) => leavingInWords(row)],
    [says.turns, ({ turns }) => String(turns)],
    [says.words, (row) => String(row.words)],
    [says.tokens, ({ tokens }) => tokensInWords(tokens)],
    [says.cost, ({ cost }) => dollarsInWords(cost)],
    ...table.columns.map(({ name, title }): ColumnOf => [title, ({ own }) => String(ownOf(own, name) ?? "")]),
  ];
}
