/** The columns and fields of a verdict table, for CSV and for the articles that terminal, Markdown and report print. */

import { findPerson } from "../engine/people/person.ts";
import { formatVerdict, formatVotes } from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { lookUpKey } from "../lists.ts";
import { findSharedModel } from "../models/contract/model-spec.ts";
import { formatReference } from "../scenario/documents/citations.ts";
import {
  type Article,
  type ColumnFit,
  type ColumnOf,
  table as createTable,
  fields,
  heading,
  type Labeled,
  list,
  note,
  section,
  type Tone,
  toCell,
} from "../text/article.ts";
import type { CsvCell } from "../text/csv.ts";
import { capitalize, toPlainId } from "../text/plain.ts";
import { formatFinding, isUnchecked } from "./requirements.ts";
import type { MemberRow, VerdictTable } from "./verdict-schema.ts";
import {
  formatBadge,
  formatChange,
  formatCited,
  formatCost,
  formatCoverage,
  formatDissent,
  formatEnding,
  formatFinal,
  formatFinalVote,
  formatFirst,
  formatLeaving,
  formatLength,
  formatOpeningVote,
  formatSaidAndVoted,
  formatTally,
  formatTokens,
  formatUnfound,
  isWeighted,
  listPeople,
  listUnfoundQuotes,
  nameDecision,
} from "./words.ts";

type Cell = (row: MemberRow, table: VerdictTable) => CsvCell;

type Column = ColumnFit & {
  /** Its header in CSV, if it is there. */
  key?: string;
  csv?: Cell;
  /** Its title for people, if they see it. */
  title?: string;
  /** What people see; default as in CSV. */
  cell?: Cell;
  when?: (table: VerdictTable) => boolean;
  tone?: (row: MemberRow, table: VerdictTable) => Tone | null;
};

const says = words.table;

/** Columns with a rank give way in a narrow terminal. `createMemberArticle` has a field for each, which replaces it. */
const COLUMNS: readonly Column[] = [
  { key: "meeting", csv: (_, { meeting }) => meeting },
  { key: "scenario", csv: (_, { scenario }) => scenario.name },
  { key: "subject", csv: (_, { subject }) => subject?.title ?? "" },
  { key: "seed", csv: (_, { seed }) => seed },
  { key: "simulated", csv: (_, { simulated }) => String(simulated) },
  { key: "notice", csv: (_, { notice }) => notice ?? "" },
  { key: "member", csv: ({ id }) => id },
  { key: "name", csv: ({ name }) => name, title: says.member, whole: 2 },
  { key: "title", csv: ({ title }) => title },
  { key: "model", csv: ({ model }) => model },
  { key: "weight", csv: ({ weight }) => weight },
  {
    key: "opening",
    csv: ({ opening }) => opening ?? "",
    title: says.opening,
    whole: 1,
    cell: ({ opening }) => formatVerdict(opening),
    when: ({ withoutTalk }) => withoutTalk !== null,
  },
  {
    key: "first",
    csv: ({ first }) => first ?? "",
    title: says.first,
    whole: 1,
    rank: 1,
    cell: (row) => formatFirst(row) ?? says.nothing,
  },
  {
    key: "final",
    csv: ({ final }) => final ?? "NO VERDICT",
    title: says.final,
    whole: 1,
    tone: getTone,
    cell: formatFinal,
  },
  { key: "final_by", csv: ({ finalBy }) => finalBy ?? "" },
  { key: "abstains", csv: ({ abstains }) => abstains.join("; ") },
  { key: "said", csv: ({ said }) => said ?? "" },
  { key: "vote", csv: ({ vote }) => (vote === null ? "" : (vote.verdict ?? "NO VERDICT")) },
  { key: "side", csv: ({ side }) => side ?? "" },
  { key: "changes", csv: ({ changes }) => changes.length, title: says.changes },
  {
    key: "changed",
    csv: ({ changes }) =>
      changes.map((each) => formatChange(each, (id) => id ?? "NO VERDICT")).join("; "),
  },
  {
    key: "moved_by",
    csv: ({ changes }) => changes.flatMap(({ movedBy }) => movedBy?.turn ?? []).join("; "),
  },
  { key: "reasoning", csv: ({ reasoning }) => reasoning ?? "" },
  { key: "would_change", csv: ({ wouldChange }) => wouldChange ?? "" },
  { key: "confidence", csv: ({ confidence }) => confidence },
  {
    title: says.cited,
    rank: 2,
    cell: ({ cited: { exact, near, absent } }) => `${exact + near}/${exact + near + absent}`,
  },
  { key: "cited_exact", csv: ({ cited }) => cited.exact },
  { key: "cited_near", csv: ({ cited }) => cited.near },
  { key: "cited_absent", csv: ({ cited }) => cited.absent },
  { key: "cited_references", csv: ({ cited }) => cited.references },
  { key: "passages", csv: listPassages },
  { key: "status", csv: ({ status }) => status },
  { key: "withdrawn_at_turn", csv: ({ withdrawnAtTurn }) => withdrawnAtTurn },
  { key: "absent_because", csv: ({ absentBecause }) => absentBecause ?? "" },
  { key: "turns", csv: ({ turns }) => turns, title: says.turns, rank: 90 },
  { key: "words", csv: (row) => row.words, title: says.words, rank: 91 },
  {
    title: says.withdrew,
    cell: ({ status, withdrawnAtTurn }) =>
      status === "withdrawn"
        ? says.turn(withdrawnAtTurn)
        : status === "absent"
          ? says.absent
          : says.nothing,
  },
  { key: "tokens_in", csv: ({ tokens }) => tokens?.input ?? "unknown" },
  { key: "tokens_out", csv: ({ tokens }) => tokens?.output ?? "unknown" },
  {
    key: "cost_dollars",
    csv: ({ cost, byPlan }) => cost ?? (byPlan ? words.table.byPlan : "unknown"),
  },
  { key: "outcome", csv: (_, { outcome }) => describeInIds(outcome) },
  { key: "rule", csv: (_, { outcome }) => outcome?.rule ?? "" },
  { key: "margin", csv: (_, { outcome }) => outcome?.margin ?? "" },
  { key: "read", csv: (_, { read }) => (read === null ? "" : formatCoverage(read)) },
  { key: "head_hash", csv: (_, { headHash }) => headHash },
];

/** `decided: HIRE`, `decided for`, `split`: for programs. */
function describeInIds(outcome: VerdictTable["outcome"]): string {
  if (outcome === null) return "none yet";
  const { option, side } = outcome;
  const status = outcome.status.replaceAll("-", " ");
  if (option !== null && toPlainId(option) !== status) return `${status}: ${option}`;
  return status === "decided" && side !== null ? `${status} ${side}` : status;
}

type CsvColumn = { title: string; cell: Cell };

/** For programs; the last ones are those of the protocols. */
export function listCsvColumns(tables: readonly VerdictTable[]): readonly CsvColumn[] {
  const own = new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name)));
  return [
    ...COLUMNS.flatMap(({ key, csv }) =>
      key !== undefined && csv ? [{ title: key, cell: csv }] : [],
    ),
    ...[...own].map((name) => ({
      title: name,
      cell: (row: MemberRow) => lookUpKey(row.own, name) ?? null,
    })),
  ];
}

type ShownColumn = Omit<ColumnOf<MemberRow>, "cell"> & { cell: (row: MemberRow) => CsvCell };

/** For people: columns in which a row says something. */
function listShownColumns(table: VerdictTable): readonly ShownColumn[] {
  const saysSomething = ({ title, cell }: ShownColumn) =>
    title === says.final || table.members.some((row) => !SAYS_NOTHING.has(cell(row)));
  const isOther = ({ name }: VerdictTable["columns"][number]) =>
    !table.members.every((row) => lookUpKey(row.own, name) === row.first);
  const columns = COLUMNS.flatMap((column): ShownColumn[] => {
    const { title, csv, cell = csv, when = () => true, tone, rank, whole } = column;
    if (title === undefined || !cell || !when(table)) return [];
    return [
      {
        title,
        rank,
        whole,
        cell: (row) => cell(row, table),
        tone: (row) => tone?.(row, table) ?? null,
      },
    ];
  });
  // A repeated first verdict is shown once.
  const own = table.columns.filter(isOther).map(({ name, title }, index) => ({
    title,
    rank: 10 + index,
    cell: (row: MemberRow) => readOwnCell(row, name, table) ?? "",
  }));
  return [...columns, ...own].filter(saysSomething);
}

/** Red and green are for sides only. */
function getTone({ side }: MemberRow, { scenario }: VerdictTable): Tone {
  return scenario.sides === "none" ? "option" : (side ?? "neutral");
}

/** The verdict table, for every reader: who decided what and why. Its title has this level. */
export function createVerdictArticle(table: VerdictTable, level = 1): Article {
  return [
    heading(level, says.verdicts(table.scenario.title)),
    note(formatBadge(table)),
    ...fields([
      [says.subject, table.subject && `${table.subject.title} (${table.subject.name})`],
      ...listRequirements(table),
    ]),
    createTable(listShownColumns(table), table.members),
    ...fields([...listResult(table), ...listAccount(table)]),
    ...table.members.flatMap((row) => [
      heading(
        level + 1,
        `${row.name}, ${row.title}`,
        toCell(formatFinal(row), getTone(row, table)),
      ),
      ...createMemberArticle(row, table),
    ]),
    ...section(
      level + 1,
      says.problems,
      table.incidents.length === 0 ? [] : [list(table.incidents)],
    ),
  ];
}

function readOwnCell(
  { own }: MemberRow,
  name: string,
  { options }: VerdictTable,
): CsvCell | undefined {
  const value = lookUpKey(own, name);
  return options.some(({ id }) => id === value) ? formatVerdict(String(value)) : value;
}

const SAYS_NOTHING: ReadonlySet<CsvCell> = new Set([null, "", words.table.nothing]);

function listPassages({ citations }: MemberRow): string {
  const found = citations.filter((each) => each.found !== "absent");
  const places = found.flatMap(({ ref, place }) => (place ? formatReference(place) : (ref ?? [])));
  return [...new Set(places)].join("; ");
}

/** What members found of the requirements, the required ones first. */
function listRequirements({ requirements = [] }: VerdictTable): readonly Labeled[] {
  const { title, must, desirable, findings } = words.requirements;
  if (isUnchecked(requirements)) return [[title, findings.unchecked]];
  const inOrder = requirements.toSorted((a, b) => Number(b.must) - Number(a.must));
  return inOrder.map((each) => [
    capitalize(each.must ? must : desirable),
    `${each.text}: ${formatFinding(each)}`,
  ]);
}

function listResult(table: VerdictTable): readonly Labeled[] {
  const { outcome, withoutTalk, read } = table;
  const shared = findSharedModel(table.members);
  return [
    [says.outcome, nameDecision(table, outcome)],
    [says.reason, outcome?.reason],
    [says.rule, outcome && `${outcome.rule}, margin ${outcome.margin}`],
    [says.tally, formatTally(table, table.tally)],
    [says.votes, outcome && isWeighted(table) ? formatVotes(outcome) : null],
    [says.openingVote, withoutTalk && formatOpeningVote(table, withoutTalk)],
    [says.seats, shared === null ? null : says.oneModel(table.members.length, shared)],
    [says.people, listPeople(table).join(", ") || null],
    [says.read, read && formatCoverage(read)],
    [says.boardTest, table.boardTest?.summary],
    [says.saidVoted, formatSaidAndVoted(table)],
    [says.dissent, formatDissent(table)],
    [says.absentMembers, listAbsent(table).join("; ") || null],
  ];
}

function listAbsent({ members }: VerdictTable): string[] {
  return members.flatMap(({ name, absentBecause }) =>
    absentBecause === null ? [] : [`${name}: ${absentBecause}`],
  );
}

/** How the meeting ended, and what it took. */
export function createAccountArticle(table: VerdictTable): Article {
  return fields(listAccount(table));
}

function listAccount(table: VerdictTable): readonly Labeled[] {
  const { scenario, ending, spending } = table;
  const meeting = table.meeting.slice(0, 12);
  return [
    [says[ending?.kind ?? "closed"], formatEnding(ending)],
    [says.meeting, says.whichMeeting(scenario.name, table.protocol, table.seed, meeting)],
    [says.length, formatLength(table)],
    [says.cost, formatSpending(spending, table)],
    [says.headHash, table.headHash],
  ];
}

/** A simulated meeting uses no tokens. */
function formatSpending(
  spent: Pick<MemberRow, "tokens" | "cost" | "byPlan">,
  { simulated }: VerdictTable,
): string {
  if (simulated) return words.table.spentNothing;
  return words.table.spent(formatTokens(spent.tokens), formatCost(spent));
}

/** What a table says of a member below its columns. */
export function createMemberArticle(row: MemberRow, table: VerdictTable): Article {
  const spent = findPerson(row) === null ? `; ${formatSpending(row, table)}` : "";
  return fields([
    [says.opening, formatVerdict(row.opening), [says.opening]],
    [says.first, formatFirst(row) ?? says.nothing, [says.first]],
    [says.turns, says.turnsAndWords(row.turns, row.words), [says.turns, says.words]],
    ...table.columns.map(
      ({ name, title }): Labeled => [
        title,
        String(readOwnCell(row, name, table) ?? says.nothing),
        [title],
      ],
    ),
    [says.votes, isWeighted(table) ? String(row.weight) : null],
    [says.reasoning, row.reasoning ?? (row.final === null ? null : says.nothing)],
    [says.wouldChange, row.wouldChange],
    [says.confidence, row.confidence === null ? null : String(row.confidence)],
    ...listUnfoundQuotes(row).map((quote): Labeled => [says.quoted, formatUnfound(quote)]),
    ...row.changes.map((change): Labeled => [says.changed, formatChange(change)]),
    [says.cited, formatCited(row)],
    [says.finalVote, row.vote && formatFinalVote(row.vote, row.reasoning)],
    [says.withdrew, formatLeaving(row)],
    [says.unanswered, row.status === "withdrawn" ? null : formatTurns(row.unanswered)],
    [says.model, row.model + spent],
  ]);
}

/** `[12], [14]`; null if there are none. */
function formatTurns(turns: readonly number[]): string | null {
  return turns.map((turn) => `[${turn}]`).join(", ") || null;
}
