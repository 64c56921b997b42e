import { stringify } from "csv-stringify/sync";
import { ownOf } from "../../lists.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";
import { changeInWords, outcomeInWords, placeInWords, readInWords, verdictInWords } from "../words.ts";

/** One row per member under one header; several meetings stack. No cell is read as a formula. */
export function verdictsCsv(tables: readonly VerdictTable[]): string {
  const own = ownColumns(tables);
  const header = [...Object.keys(COLUMNS), ...own];
  const rows = tables.flatMap((table) =>
    table.members.map((row) => [
      ...Object.values(COLUMNS).map((value) => guard(value(row, table))),
      ...own.map((name) => guard(ownOf(row.own, name) ?? null)),
    ]),
  );
  return stringify([header, ...rows], { escape_formulas: true });
}

type Cell = string | number | null;

const COLUMNS: Readonly<Record<string, (row: MemberRow, table: VerdictTable) => Cell>> = {
  meeting: (_, table) => table.meeting,
  scenario: (_, table) => table.scenario.name,
  subject: (_, table) => table.subject?.title ?? "",
  seed: (_, table) => table.seed,
  simulated: (_, table) => String(table.simulated),
  notice: (_, table) => table.notice ?? "",
  member: (row) => row.id,
  name: (row) => row.name,
  title: (row) => row.title,
  model: (row) => row.model,
  weight: (row) => row.weight,
  opening: (row) => row.opening ?? "",
  first: (row) => row.first ?? "",
  final: (row) => verdictInWords(row.final),
  final_by: (row) => row.finalBy ?? "",
  abstains: (row) => row.abstains.join("; "),
  side: (row) => row.side ?? "",
  changes: (row) => row.changes.length,
  changed: (row) => row.changes.map((change) => changeInWords(change)).join("; "),
  moved_by: (row) => row.changes.flatMap(({ movedBy }) => movedBy?.message ?? []).join("; "),
  reasoning: (row) => row.reasoning ?? "",
  would_change: (row) => row.wouldChange ?? "",
  confidence: (row) => row.confidence,
  cited_exact: (row) => row.cited.exact,
  cited_near: (row) => row.cited.near,
  cited_absent: (row) => row.cited.absent,
  cited_references: (row) => row.cited.references,
  passages: (row) => passages(row).join("; "),
  status: (row) => row.status,
  withdrawn_at_turn: (row) => row.withdrawnAtTurn,
  absent_because: (row) => row.absentBecause ?? "",
  turns: (row) => row.turns,
  words: (row) => row.words,
  tokens_in: (row) => row.tokens?.input ?? "unknown",
  tokens_out: (row) => row.tokens?.output ?? "unknown",
  cost_dollars: (row) => row.cost ?? "unknown",
  outcome: (_, table) => outcomeInWords(table.outcome),
  rule: (_, table) => table.outcome?.rule ?? "",
  margin: (_, table) => table.outcome?.margin ?? "",
  read: (_, table) => (table.read === null ? "" : readInWords(table.read)),
  head_hash: (_, table) => table.headHash,
};

function passages({ citations }: MemberRow): readonly string[] {
  const found = citations.filter(({ found }) => found !== "absent");
  return [...new Set(found.flatMap(({ ref, place }) => (place ? placeInWords(place) : (ref ?? []))))];
}

function ownColumns(tables: readonly VerdictTable[]): readonly string[] {
  return [...new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name)))];
}

/** `escape_formulas` looks at the first character only; spreadsheets skip blanks before a formula. */
export function guard(cell: Cell): Cell {
  if (typeof cell !== "string") return cell;
  const text = sanitise(cell);
  return /^[\s\u00a0]+[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(text) ? `'${text}` : text;
}
