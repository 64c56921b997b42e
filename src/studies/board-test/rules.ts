// The rules of a board test: how far the votes on a changed paper lie from those on the untouched
// one, and when a line of the card has passed, failed or stays unclear. Knows nothing of papers.

import { adjustByHolm, computeWilsonInterval, findQuantile, findUpperTail } from "../statistics.ts";

/** One opening vote: its place on the scale of options, 0 to 100, or null if no option was named. */
export type BoardVote = { member: string; place: number | null };

/** What a change of the paper should do to the votes. */
export type Expectation = "stay" | "stay-strict" | "fall" | "rise" | "abstain";

type LineResult = "pass" | "fail" | "unclear" | "no-room";

type TestedLine = {
  id: string;
  expects: Expectation;
  votes: readonly BoardVote[];
};

/** Points of the scale; `error` is the standard error of `shift`. */
type Shift = { shift: number; low: number; high: number; error: number };

export type JudgedLine = {
  id: string;
  result: LineResult;
  /** Null for the empty paper, and if no member has voted on both papers. */
  shift: Shift | null;
};

/** Votes on the untouched paper, and the same votes in two halves for the control. */
export type Base = {
  all: readonly BoardVote[];
  halves: readonly [readonly BoardVote[], readonly BoardVote[]];
};

export type Look = {
  /** Runs of each changed paper before this look. */
  runs: number;
  /** The chance of a false FAIL that this look may spend on all its lines. */
  alpha: number;
};

/** Five looks share 5 %. After the third only the strict line continues. */
export const LOOKS: readonly Look[] = [
  { runs: 5, alpha: 0.005 },
  { runs: 10, alpha: 0.01 },
  { runs: 20, alpha: 0.01 },
  { runs: 40, alpha: 0.01 },
  { runs: 80, alpha: 0.015 },
];

/** After so many runs only the strict line is still asked. */
export const RUNS_OF_OTHERS = 20;

/** Half the width, in points, within which a line that must stay has stayed. */
export const MARGIN = { stay: 10, "stay-strict": 5 } as const;

/** Points that a rewording alone may move the votes. */
const SLACK = { stay: 3, "stay-strict": 2 } as const;

/** A board hears evidence if it moves by at least so many points. */
const LEAST_MOVE = 10;

/** Below this support a paper has no room to fall, and above 100 less it has none to rise. */
const LEAST_ROOM = 10;

/** The greatest variance that places of one member can have. */
const GREATEST_VARIANCE = 2_500;

/** Of a 90 % interval, whose two ends are two one-sided tests at 5 %. */
const Z_90 = 1.6448536269514722;

/** Mean place of the votes: of each member first, then of the board. Null without a vote. */
export function measureSupport(votes: readonly BoardVote[]): number | null {
  const cells = [...groupByMember(votes).values()].filter(({ length }) => length > 0);
  if (cells.length === 0) return null;
  return cells.reduce((sum, places) => sum + findMean(places), 0) / cells.length;
}

/**
 * How far the votes of a changed paper lie from those of the base, with a 90 % interval: stratified
 * by member, normal, and with one more vote of the greatest variance for each member, since
 * members who always vote alike are no proof of certainty.
 */
export function measureShift(
  base: readonly BoardVote[],
  changed: readonly BoardVote[],
): Shift | null {
  const before = groupByMember(base);
  const after = groupByMember(changed);
  let members = 0;
  let sum = 0;
  let variance = 0;
  for (const [member, places] of after) {
    const own = before.get(member) ?? [];
    if (own.length === 0 || places.length === 0) continue;
    members += 1;
    sum += findMean(places) - findMean(own);
    variance += measureVariance(places) + measureVariance(own);
  }
  if (members === 0) return null;
  const shift = sum / members;
  const error = Math.sqrt(variance) / members;
  return { shift, low: shift - Z_90 * error, high: shift + Z_90 * error, error };
}

/**
 * Judges lines after a look. Lines that must stay share the alpha of the look by Holm (1979), of
 * which the strict line has half for itself. A pass of a line that must stay needs the whole
 * interval within its margin: two one-sided tests (Schuirmann 1987).
 *
 * @param sides Votes by side alone, 0 or 100, for the strict line: fails if either figure fails,
 *   passes only if both pass. Null in a quick test.
 */
export function judgeLines(
  lines: readonly TestedLine[],
  base: Base,
  { alpha }: Look,
  sides: SideVotes | null,
): readonly JudgedLine[] {
  const staying = lines.filter(({ expects }) => expects === "stay");
  const moving = lines.filter(({ expects }) => expects === "fall" || expects === "rise");
  const hasStrict = lines.some(({ expects }) => expects === "stay-strict");
  const strictAlpha = alpha / 2;
  const failed = correctByHolm(
    staying.map(({ votes }) => testBeyond(measureShift(base.all, votes), SLACK.stay)),
    hasStrict ? alpha / 2 : alpha,
  );
  const moved = correctByHolm(
    moving.map(({ votes, expects }) => testDirection(measureShift(base.all, votes), expects)),
    alpha,
  );
  return lines.map((line): JudgedLine => {
    const { id, expects, votes } = line;
    if (expects === "abstain") return { id, result: judgeAbstention(votes), shift: null };
    const shift = measureShift(base.all, votes);
    if (shift === null) return { id, result: "unclear", shift };
    if (expects === "stay") {
      const isFailed = failed[staying.indexOf(line)] === true;
      return { id, shift, result: judgeStay(shift, "stay", isFailed) };
    }
    if (expects === "stay-strict")
      return { id, shift, result: judgeStrict(shift, strictAlpha, sides) };
    const isMoved = moved[moving.indexOf(line)] === true;
    return { id, shift, result: judgeMove(shift, { expects, isMoved, base: base.all, alpha }) };
  });
}

/** The votes of the base and of the strict line by side: 100 for, 0 against, null for neither. */
type SideVotes = { base: readonly BoardVote[]; strict: readonly BoardVote[] };

/** The two halves of the untouched paper. If they differ, something moved that no line changed. */
export function judgeControl({ halves: [first, second] }: Base, { alpha }: Look): JudgedLine {
  const shift = measureShift(first, second);
  if (shift === null) return { id: "control", result: "unclear", shift };
  const isFailed = testBeyond(shift, SLACK.stay) < alpha;
  return { id: "control", shift, result: judgeStay(shift, "stay", isFailed) };
}

export type Influence = { shift: Shift | null; isMoved: boolean };

/** Which papers moved the votes by ten points or more, either way; tested together by Holm (1979) at 5 %. */
export function judgeInfluence(
  base: readonly BoardVote[],
  papers: readonly (readonly BoardVote[])[],
): readonly Influence[] {
  const shifts = papers.map((votes) => measureShift(base, votes));
  const differs = correctByHolm(
    shifts.map((shift) => testBeyond(shift, SLACK.stay)),
    0.05,
  );
  return shifts.map((shift, at) => {
    const isLarge = Math.abs(shift?.shift ?? 0) >= LEAST_MOVE;
    return { shift, isMoved: isLarge && differs[at] === true };
  });
}

/** The share of pairs of untouched runs in which one member voted differently, 0 to 1. */
export function measureNoise(votes: readonly BoardVote[]): number | null {
  let different = 0;
  let pairs = 0;
  const all = new Map<string, (number | null)[]>();
  for (const { member, place } of votes) all.set(member, [...(all.get(member) ?? []), place]);
  for (const places of all.values()) {
    const counts = new Map<number | null, number>();
    for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
    const n = places.length;
    const alike = [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
    pairs += n * (n - 1);
    different += n * (n - 1) - alike;
  }
  return pairs === 0 ? null : different / pairs;
}

function judgeStay(
  { low, high }: Shift,
  expects: keyof typeof MARGIN,
  isFailed: boolean,
): LineResult {
  if (isFailed) return "fail";
  const margin = MARGIN[expects];
  return low >= -margin && high <= margin ? "pass" : "unclear";
}

function judgeStrict(shift: Shift, alpha: number, sides: SideVotes | null): LineResult {
  if (sides === null)
    return judgeStay(shift, "stay-strict", testBeyond(shift, SLACK["stay-strict"]) < alpha);
  const bySide = measureShift(sides.base, sides.strict);
  const both = [shift, bySide].map((each) =>
    each === null
      ? "unclear"
      : judgeStay(each, "stay-strict", testBeyond(each, SLACK["stay-strict"]) < alpha / 2),
  );
  if (both.includes("fail")) return "fail";
  return both.every((each) => each === "pass") ? "pass" : "unclear";
}

type MoveCase = {
  expects: "fall" | "rise";
  isMoved: boolean;
  base: readonly BoardVote[];
  alpha: number;
};

function judgeMove(shift: Shift, { expects, isMoved, base, alpha }: MoveCase): LineResult {
  if (isMoved) return "pass";
  const support = measureSupport(base) ?? 0;
  const room = expects === "fall" ? support : 100 - support;
  if (room < LEAST_ROOM) return "no-room";
  const moved = expects === "fall" ? -shift.shift : shift.shift;
  const most = moved + findQuantile(1 - alpha) * shift.error;
  return most < LEAST_MOVE ? "fail" : "unclear";
}

function judgeAbstention(votes: readonly BoardVote[]): LineResult {
  const none = votes.filter(({ place }) => place === null).length;
  const interval = computeWilsonInterval(none, votes.length);
  if (interval === null) return "unclear";
  if (interval.low > 0.5) return "pass";
  return interval.high < 0.5 ? "fail" : "unclear";
}

/** One-sided p-value of the claim that the votes moved by more than `slack` points either way. */
function testBeyond(shift: Shift | null, slack: number): number {
  if (shift === null) return 1;
  const beyond = Math.abs(shift.shift) - slack;
  return beyond <= 0 ? 1 : Math.min(1, 2 * findUpperTail(beyond / shift.error));
}

function testDirection(shift: Shift | null, expects: Expectation): number {
  if (shift === null) return 1;
  const moved = expects === "fall" ? -shift.shift : shift.shift;
  return moved <= 0 ? 1 : findUpperTail(moved / shift.error);
}

function correctByHolm(pValues: readonly number[], alpha: number): boolean[] {
  return adjustByHolm(pValues).map((p) => p < alpha);
}

function groupByMember(votes: readonly BoardVote[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { member, place } of votes) {
    const own = groups.get(member) ?? [];
    groups.set(member, own);
    if (place !== null) own.push(place);
  }
  return groups;
}

function findMean(places: readonly number[]): number {
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

/** Variance of the mean of one member's places. */
function measureVariance(places: readonly number[]): number {
  const mean = findMean(places);
  const squares = places.reduce((sum, place) => sum + (place - mean) ** 2, 0);
  return (squares + GREATEST_VARIANCE) / (places.length + 1) / places.length;
}
