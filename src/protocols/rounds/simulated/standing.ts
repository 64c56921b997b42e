import { type Matter, matterIn, type Tried } from "./matter.ts";

/** What the rounds have come to on one candidate. */
export type Standing = {
  readonly held: readonly Tried[];
  readonly broke: readonly Tried[];
  /** -1 where all broke, 1 where all held, 0 where nothing was settled. */
  readonly share: number;
};

/** How a claim that was settled speaks of its candidate: 1 it held, -1 it broke, 0 nothing is known. */
export function spokeFor({ status, polarity }: Pick<Tried, "status" | "polarity">): -1 | 0 | 1 {
  const asserted = polarity === "robustness" ? 1 : -1;
  if (status === "tested_confirmed") return asserted;
  if (status === "tested_refuted") return -asserted as 1 | -1;
  return status === "partially_refuted" ? -1 : 0;
}

export function standingOf({ claims }: Pick<Matter, "claims">): Standing {
  const held = claims.filter((claim) => spokeFor(claim) > 0);
  const broke = claims.filter((claim) => spokeFor(claim) < 0);
  const all = held.length + broke.length;
  return { held, broke, share: all === 0 ? 0 : (held.length - broke.length) / all };
}

/** Everything that was tested broke. */
export function isLost({ held, broke }: Standing): boolean {
  return held.length === 0 && broke.length > 0;
}

/** The matter of each candidate; the one matter where there are none to tell apart. */
export function allMatters(matter: Matter, candidates: readonly string[]): readonly Matter[] {
  if (candidates.length === 0) return [matter];
  return candidates.map((id) => matterIn(matter.turn, matter.mind, matter.data.round, id));
}

/** What the candidate would have to be given, by the points that broke, the heaviest first; each condition once. */
export function conditionsOf({ broke, held }: Standing): string[] {
  const weight = ({ trial }: Tried) => trial.fact.bears.reduce((sum, each) => sum + Math.abs(each), 0);
  const ranked = [...broke].sort((a, b) => weight(b) - weight(a));
  const told = [...ranked, ...held].flatMap(({ trial }) => trial.fact.point.holds ?? []);
  return [...new Set(told)];
}
