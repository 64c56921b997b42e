import { coverageInWords } from "../../scenario/casebook/coverage.ts";
import { document, heading, list, type Markdown, md, section, table } from "../../text/markdown.ts";
import { type MemberRow, NO_VERDICT_WORDS, type VerdictTable } from "../verdict-schema.ts";
import {
  changeInWords,
  citedInWords,
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

/** The verdict table as Markdown, beginning at heading level `level`. Nothing a member wrote becomes markup. */
export function markdownTable(of: VerdictTable, level = 1): string {
  return document([
    heading(level, `Verdicts: ${of.scenario.title}`),
    ...(of.notice === null ? [] : [md`*${of.notice}*`]),
    table(columnsOf(of), of.members),
    list(summary(of).map(([label, text]) => md`**${label}:** ${text}`)),
    ...dissent(of, level),
    ...wentWrong(of, level),
  ]);
}

type ColumnOf = readonly [title: string, cell: (row: MemberRow) => string];

function columnsOf(table: VerdictTable): readonly ColumnOf[] {
  return [
    ["Member", ({ name }) => name],
    ["Title", ({ title }) => title],
    ["Model", ({ model }) => model],
    ...(isWeighted(table) ? [["Votes", ({ weight }: MemberRow) => String(weight)] as const] : []),
    ["Opening ballot", ({ opening }) => opening ?? (table.withoutTalk ? NO_VERDICT_WORDS : "none held")],
    ["First verdict", (row) => firstInWords(row) ?? "none"],
    ["Final verdict", finalInWords],
    ["Changes", ({ changes }) => changes.map(changeInWords).join("; ") || "none"],
    ["Reasoning", ({ reasoning }) => reasoning ?? "none given"],
    ["What would change it", ({ wouldChange }) => wouldChange ?? "not said"],
    ["Confidence", ({ confidence }) => (confidence === null ? "not given" : String(confidence))],
    ["Passages cited", (row) => [citedInWords(row), ...unfoundQuotes(row).map(unfoundInWords)].join("; ")],
    ["Left", leavingInWords],
    ["Turns", ({ turns }) => String(turns)],
    ["Words", ({ words }) => String(words)],
    ["Tokens", ({ tokens }) => tokensInWords(tokens)],
    ["Cost", ({ cost }) => dollarsInWords(cost)],
    ...table.columns.map(({ name, title }): ColumnOf => [title, ({ own }) => String(own[name] ?? "")]),
  ];
}

function summary(table: VerdictTable): readonly (readonly [string, string])[] {
  const { outcome, withoutTalk, tally, ending, spending } = table;
  return [
    ["Outcome", outcomeInWords(outcome)],
    ...(outcome
      ? ([
          ["Reason", outcome.reason],
          ["Rule", `${outcome.rule}, margin ${outcome.margin}`],
        ] as const)
      : []),
    ["Tally", `${sidesInWords(tally)} (${optionsInWords(tally)})`],
    ...(outcome && isWeighted(table) ? ([["Votes", votesInWords(outcome)]] as const) : []),
    ...(withoutTalk ? ([["Without talk", withoutTalkInWords(withoutTalk)]] as const) : []),
    ...(table.read ? ([["Read", coverageInWords(table.read)]] as const) : []),
    [endingLabel(ending), ending?.reason ?? "still open"],
    ["Seed", table.seed],
    ["Meeting", `${table.meeting} (protocol ${table.protocol})`],
    ["Length", lengthInWords(table)],
    ["Cost", `${dollarsInWords(spending.cost)} (tokens ${tokensInWords(spending.tokens)})`],
    ["Head hash", table.headHash],
  ];
}

function wentWrong({ incidents }: VerdictTable, level: number): readonly Markdown[] {
  return section(level + 1, "What went wrong", incidents.length === 0 ? [] : [list(incidents)]);
}

function dissent({ dissent }: VerdictTable, level: number): readonly Markdown[] {
  const views = dissent.map(
    ({ name, verdict, reasoning }) => md`**${name}** (${verdict}): ${reasoning ?? "no reasoning given"}`,
  );
  return section(level + 1, "Dissenting views", views.length === 0 ? [] : [list(views)]);
}
