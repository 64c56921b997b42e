import { runsOf, type TalkRecord } from "./talk.ts";

/** What a member's share is counted in. A turn is a maximal run of messages by one speaker. */
export type TalkUnit = "words" | "messages" | "turns";

/** In seat order; they sum to 1, or are all 0 if nothing was said. */
export function sharesOf(talk: TalkRecord, unit: TalkUnit): number[] {
  const said = unit === "turns" ? runsOf(talk) : talk.messages;
  const of = new Map(talk.members.map((member) => [member, 0]));
  for (const { speaker, words } of said)
    of.set(speaker, (of.get(speaker) ?? 0) + (unit === "words" ? words : 1));
  const total = [...of.values()].reduce((sum, count) => sum + count, 0);
  return [...of.values()].map((count) => (total === 0 ? 0 : count / total));
}

/** Shares by rank, the largest first. */
export function byRank(shares: readonly number[]): number[] {
  return [...shares].sort((a, b) => b - a);
}

/** Gini: Σᵢ(2i-n-1)p₍ᵢ₎/n over ascending shares that sum to 1; from 0 to (n-1)/n. */
export function gini(shares: readonly number[]): number {
  const n = shares.length;
  const ascending = [...shares].sort((a, b) => a - b);
  return n === 0 ? 0 : ascending.reduce((sum, share, index) => sum + (2 * (index + 1) - n - 1) * share, 0) / n;
}

/** Entropy of shares over its largest value ln n: 1 where all speak alike, 0 where one speaks alone. */
export function normalisedEntropy(shares: readonly number[]): number | null {
  if (shares.length < 2) return null;
  const entropy = shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);
  return entropy / Math.log(shares.length);
}

/** How many equal speakers would talk as unevenly: 1/Σp². Null where nothing was said. */
export function effectiveSpeakers(shares: readonly number[]): number | null {
  const squares = shares.reduce((sum, share) => sum + share * share, 0);
  return squares === 0 ? null : 1 / squares;
}

/** Ratio r of a geometric series of shares by rank, a·r^(k-1) (Stephan and Mishler 1952), by least squares
 * of ln share on rank. Ranks without a word are left out. */
export function rankRatio(ranked: readonly number[]): number | null {
  const points = ranked.flatMap((share, index) => (share > 0 ? [[index + 1, Math.log(share)] as const] : []));
  const line = slope(points);
  return line === null ? null : Math.exp(line);
}

/** Least-squares slope of y on x; null with fewer than two different x. */
export function slope(points: readonly (readonly [number, number])[]): number | null {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (points.length < 2 || spread === 0) return null;
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

export function coverage(talk: TalkRecord): number {
  const spoke = new Set(talk.messages.map(({ speaker }) => speaker));
  return talk.members.length === 0 ? 0 : spoke.size / talk.members.length;
}
