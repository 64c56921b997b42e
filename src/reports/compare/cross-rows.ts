import { type MemberRow, NO_VERDICT_WORDS, type VerdictTable } from "../verdict-schema.ts";
import { outcomeInWords } from "../words.ts";

/** Meetings that can be compared: one question, one list of options. */
export type Comparable = {
  readonly title: string;
  /** In the order they came. */
  readonly meetings: readonly VerdictTable[];
  /** What each meeting is called among them, in the same order: what it judged, and its seed or id where that is not enough. */
  readonly names: readonly string[];
};

/** A row of a comparison: the same of every meeting. */
export type CrossRow = {
  readonly label: string;
  readonly cell: (table: VerdictTable) => string;
  /** Whose side the cell is coloured by. */
  readonly side?: (table: VerdictTable) => MemberRow["side"];
};

/** The meetings by question and options, in the order in which these first appear. */
export function comparable(tables: readonly VerdictTable[]): readonly Comparable[] {
  const groups = new Map<string, VerdictTable[]>();
  for (const table of tables) {
    const { scenario, options } = table;
    const key = JSON.stringify([scenario.name, scenario.question, options]);
    groups.set(key, [...(groups.get(key) ?? []), table]);
  }
  return [...groups.values()].map((meetings) => ({
    title: meetings[0]!.scenario.title,
    meetings,
    names: namesOf(meetings),
  }));
}

/** Outcome, votes and confidence, then each member's verdict; members are matched by seat, in the order they first appear. */
export function verdictRows(
  tables: readonly VerdictTable[],
  called: (option: string) => string,
): readonly CrossRow[] {
  return [
    { label: "Outcome", cell: ({ outcome }) => outcomeInWords(outcome), side: sideOfOutcome },
    { label: "Margin", cell: ({ outcome }) => String(outcome?.margin ?? "-") },
    { label: "Tally", cell: heads },
    { label: "Confidence", cell: meanConfidence },
    ...memberRows(tables, (row) => {
      const sure = row.confidence === null ? "" : ` ${row.confidence}`;
      return `${row.final === null ? NO_VERDICT_WORDS : called(row.final)}${sure}`;
    }),
    { label: "Meeting", cell: ({ seed, meeting }) => `seed ${seed}, ${meeting.slice(0, 8)}` },
  ];
}

/** What would change each member's verdict. */
export function wouldChangeRows(tables: readonly VerdictTable[]): readonly CrossRow[] {
  return memberRows(tables, ({ wouldChange }) => wouldChange ?? "not said");
}

/** What the figures are. */
export const CROSS_LEGEND =
  "Confidence is the mean of those given; behind a verdict it is the member's own, from 0 to 1.";

/** Options by their initials, `STRONG_HIRE` as `SH`; null where two would be called alike. */
export function shortOptions({ meetings }: Comparable): ReadonlyMap<string, string> | null {
  const options = meetings[0]!.options.map(({ id }) => id);
  const short = new Map(options.map((id) => [id, initials(id)]));
  return new Set(short.values()).size < options.length ? null : short;
}

function initials(id: string): string {
  return id
    .split("_")
    .map((part) => part[0] ?? "")
    .join("");
}

function memberRows(tables: readonly VerdictTable[], cell: (row: MemberRow) => string): readonly CrossRow[] {
  const members = new Map<string, string>();
  for (const { id, name } of tables.flatMap((table) => table.members)) {
    if (!members.has(id)) members.set(id, name);
  }
  return [...members].map(([id, label]) => {
    const rowOf = (table: VerdictTable) => table.members.find((row) => row.id === id);
    return {
      label,
      cell: (table) => {
        const row = rowOf(table);
        return row ? cell(row) : "not seated";
      },
      side: (table) => rowOf(table)?.side ?? null,
    };
  });
}

/** The shortest names that tell the meetings apart. */
function namesOf(meetings: readonly VerdictTable[]): readonly string[] {
  const titles = meetings.map(({ subject, scenario }) => subject?.title ?? scenario.title);
  const withSeeds = meetings.map(({ seed }, index) => `${titles[index]} (seed ${seed})`);
  const withIds = meetings.map(({ meeting }, index) => `${titles[index]} (${meeting.slice(0, 8)})`);
  const among = (names: readonly string[], name: string) => names.filter((other) => other === name).length;
  return titles.map((title, index) => {
    if (among(titles, title) === 1) return title;
    return among(withSeeds, withSeeds[index]!) === 1 ? withSeeds[index]! : withIds[index]!;
  });
}

function heads({ tally: { sides } }: VerdictTable): string {
  const further = [
    ...(sides.neutral ? [`${sides.neutral} neutral`] : []),
    ...(sides.NO_VERDICT ? [`${sides.NO_VERDICT} without`] : []),
  ];
  return [`${sides.for ?? 0} for`, `${sides.against ?? 0} against`, ...further].join(", ");
}

function meanConfidence({ members }: VerdictTable): string {
  const given = members.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  if (given.length === 0) return "not given";
  return (given.reduce((sum, each) => sum + each, 0) / given.length).toFixed(2);
}

function sideOfOutcome({ outcome, options }: VerdictTable): MemberRow["side"] {
  if (outcome?.status !== "decided") return null;
  return outcome.side ?? options.find(({ id }) => id === outcome.option)?.side ?? null;
}
