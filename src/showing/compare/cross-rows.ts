import { outcomeInWords, verdictInWords } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import type { MemberRow, VerdictTable } from "../verdict-schema.ts";

export type Comparable = {
  readonly title: string;
  readonly meetings: readonly VerdictTable[];
  /** What each meeting judged, with its seed or id if that is not unique. */
  readonly names: readonly string[];
};

export type CrossRow = {
  readonly label: string;
  readonly cell: (table: VerdictTable) => string;
  readonly side?: (table: VerdictTable) => MemberRow["side"];
};

export function comparable(tables: readonly VerdictTable[]): readonly Comparable[] {
  const groups = new Map<string, VerdictTable[]>();
  for (const table of tables) {
    const { scenario, options } = table;
    const key = JSON.stringify([scenario.name, scenario.question, options]);
    groups.set(key, [...(groups.get(key) ?? []), table]);
  }
  return [...groups.values()].map((meetings) => ({
    title: meetings[0]?.scenario.title ?? "",
    meetings,
    names: namesOf(meetings),
  }));
}

export function verdictRows(
  tables: readonly VerdictTable[],
  called: (option: string) => string,
): readonly CrossRow[] {
  const says = words.table;
  return [
    { label: says.outcome, cell: ({ outcome }) => outcomeInWords(outcome), side: sideOfOutcome },
    {
      label: words.across.margin,
      cell: ({ outcome }) => (outcome ? String(outcome.margin) : "-"),
    },
    { label: says.tally, cell: (table) => heads(table) },
    { label: says.confidence, cell: (table) => meanConfidence(table) },
    ...memberRows(tables, (row) => {
      const sure = row.confidence === null ? "" : ` ${row.confidence}`;
      return `${row.final === null ? verdictInWords(null) : called(row.final)}${sure}`;
    }),
    {
      label: says.meeting,
      cell: ({ seed, meeting }) => words.across.seedAndId(seed, meeting.slice(0, 8)),
    },
  ];
}

export function wouldChangeRows(tables: readonly VerdictTable[]): readonly CrossRow[] {
  return memberRows(tables, ({ wouldChange }) => wouldChange ?? words.table.notSaid);
}

/** Options by their initials, `STRONG_HIRE` as `SH`; null if two would be the same. */
export function shortOptions({ meetings }: Comparable): ReadonlyMap<string, string> | null {
  const options = (meetings[0]?.options ?? []).map(({ id }) => id);
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
        return row ? cell(row) : words.across.notSeated;
      },
      side: (table) => rowOf(table)?.side ?? null,
    };
  });
}

function namesOf(meetings: readonly VerdictTable[]): readonly string[] {
  const each = meetings.map(({ subject, scenario, seed, meeting }) => {
    const title = subject?.title ?? scenario.title;
    const inFile = subject ? `${title} (${subject.name})` : title;
    return [title, inFile, words.across.withSeed(title, seed), `${title} (${meeting.slice(0, 8)})`] as const;
  });
  const isAlone = (name: string, kind: 0 | 1 | 2) => each.filter((names) => names[kind] === name).length === 1;
  return each.map(([title, inFile, withSeed, withId]) => {
    if (isAlone(title, 0)) return title;
    if (isAlone(inFile, 1)) return inFile;
    return isAlone(withSeed, 2) ? withSeed : withId;
  });
}

function heads({ tally: { sides } }: VerdictTable): string {
  const { counted, without } = words.across;
  const told = (["for", "against", "neutral"] as const).map(
    (side) => [sides[side] ?? 0, words.sides[side] ?? side] as const,
  );
  return [
    ...told.filter(([count], index) => index < 2 || count > 0).map(([count, side]) => counted(count, side)),
    ...(sides.NO_VERDICT ? [without(sides.NO_VERDICT)] : []),
  ].join(", ");
}

function meanConfidence({ members }: VerdictTable): string {
  const given = members.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  if (given.length === 0) return words.table.notGiven;
  return (given.reduce((sum, each) => sum + each, 0) / given.length).toFixed(2);
}

function sideOfOutcome({ outcome, options }: VerdictTable): MemberRow["side"] {
  if (outcome?.status !== "decided") return null;
  return outcome.side ?? options.find(({ id }) => id === outcome.option)?.side ?? null;
}
