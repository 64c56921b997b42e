/**
 * Orders candidates by the support in their meetings, and says which of them has no place.
 * `ranking.ts` shows the order.
 */

import { computeMean } from "../../lists.ts";
import type { VerdictTable } from "../verdict-schema.ts";
import { computeMeanPlace, computeSupport } from "../verdict-table.ts";
import { createOrderTest, LEAST_RUNS, type RunScore } from "./order-test.ts";

export type CandidateMeeting = { candidate: string; table: VerdictTable };

/** The three parts of a ranking, from the top. */
export type Standing = "placed" | "requirement-not-met" | "not-recommended";

export type RankedCandidate = {
  candidate: string;
  standing: Standing;
  /** Among those that are placed, from 1: a range if chance can explain the order. Null: not placed. */
  place: { from: number; to: number } | null;
  seeds: number;
  /** Members who gave no verdict, by name, and in how many meetings. */
  abstained: readonly { name: string; meetings: number }[];
  endedFor: number;
  endedAgainst: number;
  /** Share of members for less share against, -1 to 1: mean, least and most of its seeds. */
  mean: number;
  least: number;
  most: number;
  /** Mean place of the votes in the scenario's order of options, from 0, the strongest for. */
  strength: number;
};

export type CandidateOrder = {
  /** By standing, then by support, then by strength. */
  ranked: readonly RankedCandidate[];
  /** Whether each candidate has the runs that an order needs. */
  hasRuns: boolean;
  unread: readonly {
    candidate: string;
    without: number;
    members: number;
  }[];
};

/** Orders candidates by support. One with too few verdicts gets no place. `isMissing`: whether one misses a requirement.
 * One with more votes against than for is not recommended, unless chance can explain that another is before it. */
export function rankCandidates(
  meetings: readonly CandidateMeeting[],
  isMissing: (candidate: string) => boolean = () => false,
): CandidateOrder {
  const names = [...new Set(meetings.map(({ candidate }) => candidate))];
  const listTables = (name: string) =>
    meetings.filter(({ candidate }) => candidate === name).map((each) => each.table);
  const isUnread = (name: string) => listTables(name).every(hasFewVerdicts);
  const rows = names
    .filter((name) => !isUnread(name))
    .map((name) => measureStrength(name, listTables(name)))
    .toSorted((a, b) => compareRows(a, b) || (a.candidate < b.candidate ? -1 : 1));
  const isBefore = createOrderTest(
    rows.map(({ candidate }) => listTables(candidate).map(scoreRun)),
  );
  const standings = rows.map(({ candidate, mean }, index): Standing => {
    const isBelow = (each: number) => each < -TIED;
    if (isBelow(mean) && rows.every((other, at) => isBelow(other.mean) || isBefore(at, index)))
      return "not-recommended";
    return isMissing(candidate) ? "requirement-not-met" : "placed";
  });
  const placed = rows.flatMap((_, index) => (standings[index] === "placed" ? [index] : []));
  const ranked = rows.map((row, index): RankedCandidate => {
    const standing = standings[index] ?? "placed";
    if (standing !== "placed") return { ...row, standing, place: null };
    const from = 1 + placed.filter((other) => isBefore(other, index)).length;
    const to = placed.length - placed.filter((other) => isBefore(index, other)).length;
    return { ...row, standing, place: { from, to } };
  });
  return {
    ranked: STANDINGS.flatMap((standing) => ranked.filter((each) => each.standing === standing)),
    hasRuns: rows.every(({ seeds }) => seeds >= LEAST_RUNS),
    unread: names.filter(isUnread).map((candidate) => {
      const [first] = listTables(candidate);
      return {
        candidate,
        without: countWithoutVerdict(first),
        members: first?.members.length ?? 0,
      };
    }),
  };
}

const STANDINGS: readonly Standing[] = ["placed", "requirement-not-met", "not-recommended"];

type StrengthRow = Omit<RankedCandidate, "place" | "standing">;

function compareRows(a: StrengthRow, b: StrengthRow): number {
  const by = [b.mean - a.mean, a.strength - b.strength];
  return by.find((each) => Math.abs(each) > TIED) ?? 0;
}

function hasFewVerdicts(each: VerdictTable): boolean {
  return countWithoutVerdict(each) * 2 >= each.members.length;
}

function countWithoutVerdict(each: VerdictTable | undefined): number {
  return each?.members.filter(({ final }) => final === null).length ?? 0;
}

function measureStrength(candidate: string, tables: readonly VerdictTable[]): StrengthRow {
  const supports = tables.map(computeSupport);
  const countEnded = (side: "for" | "against") =>
    tables.filter(({ outcome }) => outcome?.side === side).length;
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
    strength: computeMean(tables.map(getMeanPlace)) ?? 0,
    endedFor: countEnded("for"),
    endedAgainst: countEnded("against"),
    mean: computeMean(supports) ?? 0,
    least: Math.min(...supports),
    most: Math.max(...supports),
  };
}

function scoreRun(table: VerdictTable): RunScore {
  return { support: computeSupport(table), strength: -getMeanPlace(table) };
}

/** Options without sides are in no order. */
function getMeanPlace(table: VerdictTable): number {
  return table.scenario.sides === "none" ? 0 : computeMeanPlace(table);
}

const TIED = 1e-9;
