import { meanPlace, support } from "../table/strength.ts";
import type { VerdictTable } from "../verdict-schema.ts";
import { rankingWords } from "./ranking-words.ts";

export type CandidateMeeting = { readonly candidate: string; readonly table: VerdictTable };

export type RankedCandidate = {
  readonly candidate: string;
  /** From 1; equals share one. */
  readonly place: number;
  readonly isTied: boolean;
  readonly seeds: number;
  readonly without: number;
  readonly members: number;
  readonly decidedFor: number;
  readonly decidedAgainst: number;
  /** Share of members for less share against, -1 to 1: mean, least and most of its seeds. */
  readonly mean: number;
  readonly least: number;
  readonly most: number;
};

type OrderStep = {
  readonly before: string;
  readonly after: string;
  readonly by: number;
  readonly ahead: number;
  readonly of: number;
  /** `shown`: more than twice the spread of the difference between seeds. `one-seed`: the spread is unknown. `equal`: a shared place. */
  readonly rests: "shown" | "not-shown" | "one-seed" | "equal";
};

export type CandidateOrder = {
  readonly ranked: readonly RankedCandidate[];
  readonly steps: readonly OrderStep[];
  readonly unread: readonly {
    readonly candidate: string;
    readonly without: number;
    readonly members: number;
  }[];
};

/** Orders candidates by support under equal seeds. A candidate with too few verdicts gets no place. */
export function rankCandidates(meetings: readonly CandidateMeeting[]): CandidateOrder {
  const names = [...new Set(meetings.map(({ candidate }) => candidate))];
  const tablesOf = (name: string) =>
    meetings.filter(({ candidate }) => candidate === name).map((each) => each.table);
  const isUnread = (name: string) => tablesOf(name).every(wasNotRead);
  const rows = names
    .filter((name) => !isUnread(name))
    .map((name) => rowOf(name, tablesOf(name)))
    .toSorted((a, b) => apart(a, b) || (a.candidate < b.candidate ? -1 : 1));
  const ranked = rows.map(({ strength: _, ...row }, at): RankedCandidate => {
    const equals = rows.filter((other) => apart(other, rows[at] ?? other) === 0);
    return { ...row, place: rows.findIndex((other) => equals.includes(other)) + 1, isTied: equals.length > 1 };
  });
  return {
    ranked,
    steps: ranked.slice(1).map((after, at) => stepBetween(ranked[at] ?? after, after, tablesOf)),
    unread: names.filter(isUnread).map((candidate) => {
      const [first] = tablesOf(candidate);
      return { candidate, without: withoutVerdict(first), members: first?.members.length ?? 0 };
    }),
  };
}

type StrengthRow = Omit<RankedCandidate, "place" | "isTied"> & { readonly strength: number };

function apart(a: StrengthRow, b: StrengthRow): number {
  const by = [b.mean - a.mean, a.strength - b.strength];
  return by.find((each) => Math.abs(each) > TIED) ?? 0;
}

/** Half of its members or more gave no verdict. */
function wasNotRead(each: VerdictTable): boolean {
  return withoutVerdict(each) * 2 >= each.members.length;
}

function withoutVerdict(each: VerdictTable | undefined): number {
  return each?.members.filter(({ final }) => final === null).length ?? 0;
}

function rowOf(candidate: string, tables: readonly VerdictTable[]): StrengthRow {
  const supports = tables.map(support);
  const decided = (side: "for" | "against") =>
    tables.filter(({ outcome }) => outcome?.status === "decided" && outcome.side === side).length;
  return {
    candidate,
    seeds: tables.length,
    without: tables.reduce((sum, each) => sum + withoutVerdict(each), 0),
    members: tables.reduce((sum, { members }) => sum + members.length, 0),
    strength: meanOf(tables.map(meanPlace)),
    decidedFor: decided("for"),
    decidedAgainst: decided("against"),
    mean: meanOf(supports),
    least: Math.min(...supports),
    most: Math.max(...supports),
  };
}

type TablesOf = (name: string) => readonly VerdictTable[];

/** Compares equal seeds only, so that what they have in common drops out. */
function stepBetween(before: RankedCandidate, after: RankedCandidate, tablesOf: TablesOf): OrderStep {
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
      before.place === after.place
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

export function orderInWords(
  { ranked, steps, unread }: CandidateOrder,
  figure: (value: number) => string,
): readonly string[] {
  const isOneSeed = steps.length > 0 && ranked.every(({ seeds }) => seeds === 1);
  const notShown = steps.filter(({ rests }) => rests === "not-shown");
  return [
    ...(ranked.length > 0 ? [`${(rankingWords.head[2] ?? "").toUpperCase()}: ${rankingWords.support}`] : []),
    ...(isOneSeed ? [rankingWords.oneSeed] : []),
    ...steps
      .filter(({ rests }) => rests !== "one-seed")
      .map(({ before, after, by, ahead, of, rests }) =>
        rests === "equal"
          ? rankingWords.equal(before, after)
          : rankingWords.step(
              before,
              after,
              by > TIED ? "" : rankingWords.byStrength,
              ahead,
              of,
              figure(by),
              rests === "shown",
            ),
      ),
    ...(notShown.length > 0 ? [rankingWords.notShown] : []),
    ...unread.map(({ candidate, without, members }) => rankingWords.unread(candidate, without, members)),
  ];
}
