import { sanitise, sanitiseLine } from "./sanitise.ts";
import { type MemberRow, NO_VERDICT_WORDS, type VerdictTable } from "./verdict-schema.ts";
import {
  changeInWords,
  citedInWords,
  dollarsInWords,
  endingLabel,
  finalInWords,
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
} from "./words.ts";

/** The verdict table as Markdown, beginning at heading level `level`. Nothing a member wrote becomes markup. */
export function markdownTable(table: VerdictTable, level = 1): string {
  const notice = table.notice === null ? [] : [`*${table.notice}*`, ""];
  return [
    `${"#".repeat(level)} Verdicts: ${escapeMarkdown(table.scenario.title)}`,
    "",
    ...notice,
    markdownGrid(columnsOf(table), table.members),
    "",
    ...summary(table).map(([label, text]) => `- **${label}:** ${escapeMarkdown(text)}`),
    ...dissent(table, level),
    ...wentWrong(table, level),
    "",
  ].join("\n");
}

/** A Markdown table: a title and a cell for each row. */
export function markdownGrid<Row>(
  columns: readonly (readonly [title: string, cell: (row: Row) => string])[],
  rows: readonly Row[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(([title]) => escapeMarkdown(title))),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map(([, cell]) => escapeMarkdown(cell(row))))),
  ].join("\n");
}

/** Text on one line, in which no character is read as markup. */
export function escapeMarkdown(text: string): string {
  return sanitiseLine(text)
    .replace(/[\\`*_[\]<>|#~$]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^([-+=])/, "\\$1")
    .replace(/\b(https?):\/\//gi, "$1\\://");
}

/** The same over several paragraphs; single line breaks are kept. */
export function escapeParagraphs(text: string): string {
  return sanitise(text)
    .trim()
    .split("\n")
    .map(escapeMarkdown)
    .join("  \n")
    .replace(/(?: {2}\n)+ {2}\n/g, "\n\n");
}

type ColumnOf = readonly [title: string, cell: (row: MemberRow) => string];

function columnsOf(table: VerdictTable): readonly ColumnOf[] {
  return [
    ["Member", ({ name }) => name],
    ["Title", ({ title }) => title],
    ["Model", ({ model }) => model],
    ...(isWeighted(table) ? [["Votes", ({ weight }: MemberRow) => String(weight)] as const] : []),
    ["Opening ballot", ({ opening }) => opening ?? (table.withoutTalk ? NO_VERDICT_WORDS : "none held")],
    ["First verdict", ({ first }) => first ?? "none"],
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
    [endingLabel(ending), ending?.reason ?? "still open"],
    ["Seed", table.seed],
    ["Meeting", `${table.meeting} (protocol ${table.protocol})`],
    ["Length", lengthInWords(table)],
    ["Cost", `${dollarsInWords(spending.cost)} (tokens ${tokensInWords(spending.tokens)})`],
    ["Head hash", table.headHash],
  ];
}

function wentWrong({ incidents }: VerdictTable, level: number): readonly string[] {
  if (incidents.length === 0) return [];
  return [
    "",
    `${"#".repeat(level + 1)} What went wrong`,
    "",
    ...incidents.map((incident) => `- ${escapeMarkdown(incident)}`),
  ];
}

function dissent(table: VerdictTable, level: number): readonly string[] {
  if (table.dissent.length === 0) return [];
  return [
    "",
    `${"#".repeat(level + 1)} Dissenting views`,
    "",
    ...table.dissent.map(
      ({ name, verdict, reasoning }) =>
        `- **${escapeMarkdown(name)}** (${escapeMarkdown(verdict)}): ${escapeMarkdown(reasoning ?? "no reasoning given")}`,
    ),
  ];
}
