import { countWords } from "../../engine/meeting/turn/read.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

type CountedMessage = {
  readonly speaker: string;
  /** The member addressed; null: everybody. */
  readonly to: string | null;
  readonly words: number;
};

export type TalkRecord = { readonly members: readonly string[]; readonly messages: readonly CountedMessage[] };

/** A maximal run of messages by one speaker, as research on meetings defines a turn. */
type TalkRun = CountedMessage & { readonly messages: number };

export function talkOf(state: MeetingState): TalkRecord {
  const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  const ids = members.map(({ seat }) => seat.id);
  const messages = state.entries.flatMap((entry): CountedMessage[] => {
    if (entry.kind !== "message" || entry.audience === "record") return [];
    const { speaker, to, content } = entry.message;
    return ids.includes(speaker) ? [{ speaker, to, words: countWords(content) }] : [];
  });
  return { members: ids, messages };
}

/** A turn is addressed as its last message is. */
export function runsOf({ messages }: Pick<TalkRecord, "messages">): TalkRun[] {
  const runs: TalkRun[] = [];
  for (const { speaker, to, words } of messages) {
    const last = runs.at(-1);
    if (last?.speaker === speaker)
      runs.splice(-1, 1, { speaker, to, words: last.words + words, messages: last.messages + 1 });
    else runs.push({ speaker, to, words, messages: 1 });
  }
  return runs;
}

export function cutTo(talk: TalkRecord, turns: number): TalkRecord {
  const most = runsOf(talk)
    .slice(0, turns)
    .reduce((sum, { messages }) => sum + messages, 0);
  return { ...talk, messages: talk.messages.slice(0, most) };
}

/** What a member's share is counted in. A turn is a maximal run of messages by one speaker. */
export type TalkUnit = "words" | "messages" | "turns";

/** In seat order; they sum to 1, or are all 0 without words. */
export function sharesOf(talk: TalkRecord, unit: TalkUnit): number[] {
  const said = unit === "turns" ? runsOf(talk) : talk.messages;
  const of = new Map(talk.members.map((member) => [member, 0]));
  for (const { speaker, words } of said)
    of.set(speaker, (of.get(speaker) ?? 0) + (unit === "words" ? words : 1));
  const total = [...of.values()].reduce((sum, count) => sum + count, 0);
  return [...of.values()].map((count) => (total === 0 ? 0 : count / total));
}

export function byRank(shares: readonly number[]): number[] {
  return [...shares].sort((a, b) => b - a);
}

/** Gini: Σᵢ(2i-n-1)p₍ᵢ₎/n over ascending shares that sum to 1; from 0 to (n-1)/n. */
export function gini(shares: readonly number[]): number {
  const n = shares.length;
  const ascending = [...shares].sort((a, b) => a - b);
  return n === 0 ? 0 : ascending.reduce((sum, share, index) => sum + (2 * (index + 1) - n - 1) * share, 0) / n;
}

/** Ratio r of a geometric series of shares by rank, a·r^(k-1) (Stephan and Mishler 1952), by least squares
 * of ln share on rank. Ranks without a word are omitted. */
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

type ReturnRate = { readonly rate: number; readonly chance: number };

/** A-B-A: share of turns u₍ₗ₊₂₎ by the speaker of uₗ. Chance is the mean of p_a/(1-p_b), with p the share of
 * messages, as the figures of people were worked out. */
export function returnRate(talk: TalkRecord): ReturnRate | null {
  const speakers = runsOf(talk).map(({ speaker }) => speaker);
  const triples = triplesOf(talk);
  if (triples === 0) return null;
  const shares = sharesOf(talk, "messages");
  const share = new Map(talk.members.map((member, index) => [member, shares[index] ?? 0]));
  let returns = 0;
  let chance = 0;
  for (const [index, first] of speakers.slice(0, triples).entries()) {
    const [second = "", third] = speakers.slice(index + 1, index + 3);
    if (third === first) returns += 1;
    chance += (share.get(first) ?? 0) / (1 - (share.get(second) ?? 0));
  }
  return { rate: returns / triples, chance: chance / triples };
}

export function triplesOf(talk: TalkRecord): number {
  return Math.max(0, runsOf(talk).length - 2);
}

/** Turns in a row that alternate between two people before they count as a separate conversation. */
const DYADIC_FROM = 4;

/** Share of turns in a stretch of four or more between exactly two people. */
export function dyadicShare(talk: TalkRecord): number | null {
  const speakers = runsOf(talk).map(({ speaker }) => speaker);
  if (speakers.length === 0) return null;
  const inside = new Set<number>();
  let from = 0;
  for (let at = 2; at <= speakers.length; at++) {
    if (at < speakers.length && speakers[at] === speakers[at - 2]) continue;
    if (at - from >= DYADIC_FROM) for (let turn = from; turn < at; turn++) inside.add(turn);
    from = at - 1;
  }
  return inside.size / speakers.length;
}

/** Of turns addressed to one member and followed by another turn, the share that this member took. */
export function addressCompliance(talk: TalkRecord): number | null {
  const runs = runsOf(talk);
  const asked = runs.flatMap(({ to, speaker }, index) => {
    const next = runs[index + 1];
    return next && to !== null && to !== speaker && talk.members.includes(to) ? [next.speaker === to] : [];
  });
  return asked.length === 0 ? null : asked.filter(Boolean).length / asked.length;
}

/** Shares by rank and Gini are means over meetings; the ratio is that of the mean shares. */
type Spread = { readonly byRank?: readonly number[]; readonly rankRatio?: number; readonly gini: number };

/** Shares of the turns of all meetings together. */
type Sequence = { readonly returns: number; readonly returnsByChance?: number; readonly dyadic: number };

/** Groups of people from public corpora. Silent people are no members, and DeliData groups with fewer than
 * three messages a member are omitted, as in its published figures. */
export type People = {
  readonly corpus: string;
  readonly members: number;
  readonly meetings: number;
  readonly turns?: number;
  readonly spread: Readonly<Partial<Record<TalkUnit, Spread>>>;
  readonly sequence: Sequence;
};

/** Spoken: AMI (Carletta 2006) and ICSI (Janin 2003), from QMSum. Typed: DeliData (Karadzhov and others 2023).
 * Figures of messages are not comparable to figures of turns. */
const CORPORA: readonly People[] = [
  {
    ...{ corpus: "DeliData chat", members: 3, meetings: 191 },
    spread: {
      messages: spread([43.7, 33.1, 23.2], 0.729, 0.136),
      words: spread([49.7, 31.8, 18.5], 0.611, 0.208),
    },
    sequence: { returns: 0.456, returnsByChance: 0.539, dyadic: 0.461 },
  },
  {
    ...{ corpus: "DeliData chat", members: 4, meetings: 107 },
    spread: {
      messages: spread([37.2, 27.7, 20.7, 14.4], 0.731, 0.188),
      words: spread([43.2, 27.7, 18.8, 10.3], 0.627, 0.268),
    },
    sequence: { returns: 0.314, returnsByChance: 0.384, dyadic: 0.264 },
  },
  {
    ...{ corpus: "DeliData chat", members: 5, meetings: 52 },
    spread: {
      messages: spread([31.6, 24.1, 19.1, 14.5, 10.8], 0.767, 0.205),
      words: spread([39.9, 23.8, 16.7, 11.8, 7.8], 0.673, 0.305),
    },
    sequence: { returns: 0.228, returnsByChance: 0.298, dyadic: 0.156 },
  },
  {
    ...{ corpus: "AMI spoken", members: 4, meetings: 137 },
    spread: {
      turns: spread([32.6, 27.7, 22.6, 17.0], 0.806, 0.13),
      words: spread([39.1, 26.2, 20.5, 14.3], 0.721, 0.201),
    },
    sequence: { returns: 0.45, returnsByChance: 0.361, dyadic: 0.499 },
  },
  {
    ...{ corpus: "AMI spoken", members: 4, meetings: 137, turns: 20 },
    spread: { turns: { gini: 0.282 } },
    sequence: { returns: 0.544, dyadic: 0.558 },
  },
  {
    ...{ corpus: "ICSI spoken", members: 5, meetings: 14 },
    spread: { words: spread([42.4, 25.0, 17.6, 9.3, 5.6], 0.605, 0.357) },
    sequence: { returns: 0.611, returnsByChance: 0.341, dyadic: 0.696 },
  },
  {
    ...{ corpus: "ICSI spoken", members: 6, meetings: 15 },
    spread: { words: spread([39.6, 24.5, 16.1, 10.9, 5.7, 3.2], 0.608, 0.407) },
    sequence: { returns: 0.575, returnsByChance: 0.286, dyadic: 0.652 },
  },
  {
    ...{ corpus: "ICSI spoken", members: 7, meetings: 16 },
    spread: { words: spread([35.0, 23.4, 16.8, 10.2, 7.8, 4.3, 2.5], 0.649, 0.413) },
    sequence: { returns: 0.548, returnsByChance: 0.25, dyadic: 0.625 },
  },
];

/** Groups of that size, counted over as many turns; null for whole meetings. */
export function peopleOf(members: number, turns: number | null): readonly People[] {
  return CORPORA.filter((corpus) => corpus.members === members && (corpus.turns ?? null) === turns);
}

function spread(percent: readonly number[], rankRatio: number, gini: number): Spread {
  return { byRank: percent.map((share) => share / 100), rankRatio, gini };
}
