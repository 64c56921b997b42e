import { sharesOf } from "./participation.ts";
import { runsOf, type TalkRecord } from "./talk.ts";

/** Both from 0 to 1. */
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

/** Turns in a row that alternate between two people before they count as a floor of their own. */
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

export type Addressing = {
  readonly addressed: number;
  readonly compliance: number | null;
  readonly preemption: number | null;
  /** Turns until the one addressed spoke, 1 for the next, as the mean over those who ever did. */
  readonly latency: number | null;
};

export function addressing(talk: TalkRecord): Addressing {
  const runs = runsOf(talk);
  const asked = runs.flatMap(({ to, speaker }, index) =>
    to !== null && to !== speaker && talk.members.includes(to) && index + 1 < runs.length
      ? [{ to, index }]
      : [],
  );
  const waits = asked.flatMap(({ to, index }) => {
    const answer = runs.findIndex((run, at) => at > index && run.speaker === to);
    return answer === -1 ? [] : [answer - index];
  });
  const next = waits.filter((wait) => wait === 1).length;
  const share = (count: number, of: number) => (of === 0 ? null : count / of);
  return {
    addressed: asked.length,
    compliance: share(next, asked.length),
    preemption: share(asked.length - next, asked.length),
    latency: share(
      waits.reduce((sum, wait) => sum + wait, 0),
      waits.length,
    ),
  };
}

/** Rows speak, columns are spoken to, in seat order. */
export function addressGraph({ members, messages }: TalkRecord): number[][] {
  const rows = members.map(() => members.map(() => 0));
  for (const { speaker, to } of messages) {
    const row = rows[members.indexOf(speaker)];
    const column = to === null ? -1 : members.indexOf(to);
    if (row && column !== -1) row[column] = (row[column] ?? 0) + 1;
  }
  return rows;
}

/** Weighted reciprocity: Σ₍ᵢ<ⱼ₎ 2·min(Aᵢⱼ, Aⱼᵢ) / Σ₍ᵢ≠ⱼ₎ Aᵢⱼ; null where nobody was addressed. */
export function reciprocity(graph: readonly (readonly number[])[]): number | null {
  let both = 0;
  let all = 0;
  for (const [i, row] of graph.entries())
    for (const [j, count] of row.entries()) {
      if (i === j) continue;
      all += count;
      both += Math.min(count, graph[j]?.[i] ?? 0);
    }
  return all === 0 ? null : both / all;
}

/** Centralisation of address: Σ(max-dᵢ)/((n-1)·Σd) over times addressed d. */
export function centralisation(graph: readonly (readonly number[])[]): number | null {
  const degrees = graph.map((_, j) => graph.reduce((sum, row) => sum + (row[j] ?? 0), 0));
  const total = degrees.reduce((sum, degree) => sum + degree, 0);
  if (total === 0 || degrees.length < 2) return null;
  const most = Math.max(...degrees);
  return degrees.reduce((sum, degree) => sum + most - degree, 0) / ((degrees.length - 1) * total);
}
