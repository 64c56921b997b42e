import { meanPlace, support } from "../table/verdict-table.ts";
import type { VerdictTable } from "../verdict-schema.ts";

export type CandidateMeeting = { readonly candidate: string; readonly table: VerdictTable };

export type RankedCandidate = {
  readonly candidate: string;
  /** From 1; candidates on one level share it. Null: it misses a requirement. */
  readonly place: number | null;
  readonly isTied: boolean;
  readonly seeds: number;
  /** Members who gave no verdict, by name, and in how many meetings. */
  readonly abstained: readonly { readonly name: string; readonly meetings: number }[];
  readonly endedFor: number;
  readonly endedAgainst: number;
  /** Share of members for less share against, -1 to 1: mean, least and most of its seeds. */
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  readonly strength: number;
};

/** A candidate compared with the first one of the level before, or of the same level. */
type OrderStep = {
  readonly before: string;
  readonly after: string;
  readonly by: number;
  readonly ahead: number;
  readonly of: number;
  /** `shown`: more than twice the spread of the difference between seeds. `one-seed`: the spread is unknown. `equal`, `not-shown`: one level. */
  readonly rests: "shown" | "not-shown" | "one-seed" | "equal";
};

export type CandidateOrder = {
  /** In order of support. Those that miss a requirement are last and have no place. */
  readonly ranked: readonly RankedCandidate[];
  readonly steps: readonly OrderStep[];
  readonly unread: readonly {
    readonly candidate: string;
    readonly without: number;
    readonly members: number;
  }[];
};

/** Orders candidates by support under equal seeds. A candidate with too few verdicts gets no place. `below`: those
 * that miss a requirement. */
export function rankCandidates(
  meetings: readonly CandidateMeeting[],
  below: ReadonlySet<string> = new Set(),
): CandidateOrder {
  const names = [...new Set(meetings.map(({ candidate }) => candidate))];
  const tablesOf = (name: string) =>
    meetings.filter(({ candidate }) => candidate === name).map((each) => each.table);
  const isUnread = (name: string) => tablesOf(name).every(wasNotRead);
  const rows = names
    .filter((name) => !isUnread(name))
    .map((name) => rowOf(name, tablesOf(name)))
    .toSorted((a, b) => apart(a, b) || (a.candidate < b.candidate ? -1 : 1));
  const placed = rows.filter(({ candidate }) => !below.has(candidate));
  const levels: StrengthRow[][] = [];
  const steps: OrderStep[] = [];
  for (const row of placed) {
    const level = levels.at(-1);
    const [leader] = level ?? [];
    const step = leader && stepBetween(leader, row, tablesOf);
    if (step) steps.push(step);
    if (level && (step?.rests === "equal" || step?.rests === "not-shown")) level.push(row);
    else levels.push([row]);
  }
  const ranked = levels.flatMap((level) => {
    const place = placed.findIndex(({ candidate }) => candidate === level[0]?.candidate) + 1;
    return level.map((row): RankedCandidate => ({ ...row, place, isTied: level.length > 1 }));
  });
  const without = rows.filter(({ candidate }) => below.has(candidate));
  return {
    ranked: [...ranked, ...without.map((row) => ({ ...row, place: null, isTied: false }))],
    steps,
    unread: names.filter(isUnread).map((candidate) => {
      const [first] = tablesOf(candidate);
      return { candidate, without: withoutVerdict(first), members: first?.members.length ?? 0 };
    }),
  };
}

type StrengthRow = Omit<RankedCandidate, "place" | "isTied">;

function apart(a: StrengthRow, b: StrengthRow): number {
  const by = [b.mean - a.mean, a.strength - b.strength];
  return by.find((each) => Math.abs(each) > TIED) ?? 0;
}

function wasNotRead(each: VerdictTable): boolean {
  return withoutVerdict(each) * 2 >= each.members.length;
}

function withoutVerdict(each: VerdictTable | undefined): number {
  return each?.members.filter(({ final }) => final === null).length ?? 0;
}

function rowOf(candidate: string, tables: readonly VerdictTable[]): StrengthRow {
  const supports = tables.map(support);
  const ended = (side: "for" | "against") => tables.filter(({ outcome }) => outcome?.side === side).length;
  const silent = tables.flatMap(({ members }) =>
    members.flatMap(({ name, final }) => (final === null ? [name] : [])),
  );
  return {
    candidate,
    seeds: tables.length,
    abstained: [...new Set(silent)].map((name) => ({
      name,
      meetings: silent.filter((each) => each === name).length,
    })),
    strength: meanOf(tables.map(meanPlace)),
    endedFor: ended("for"),
    endedAgainst: ended("against"),
    mean: meanOf(supports),
    least: Math.min(...supports),
    most: Math.max(...supports),
  };
}

type TablesOf = (name: string) => readonly VerdictTable[];

/** Compares equal seeds only, so that what they have in common drops out. */
function stepBetween(before: StrengthRow, after: StrengthRow, tablesOf: TablesOf): OrderStep {
  const others = new Map(tablesOf(after.candidate).map((each) => [each.seed, support(each)]));
  const differences = tablesOf(before.candidate).flatMap((each) => {
    const other = others.get(each.seed);
    return other === undefined ? [] : [support(each) - other];
  });
  const by = meanOf(differences);
  const variance = meanOf(differences.map((each) => (each - by) * (each - by)));
  const error = Math.sqrt(variance / Math.max(1, differences.length - 1));
  const isShown = by > TIED && by > 2 * error;
  return {
    before: before.candidate,
    after: after.candidate,
    by,
    ahead: differences.filter((each) => each > TIED).length,
    of: differences.length,
    rests:
      apart(before, after) === 0
        ? "equal"
        : differences.length < 2
          ? "one-seed"
          : isShown
            ? "shown"
            : "not-shown",
  };
}

const TIED = 1e-9;

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}
