import { type NonEmpty, nonEmpty } from "../../../lists.ts";
import { scoreOf } from "../../../models/simulated/mind.ts";
import type { Matter, Tried } from "./matter.ts";

/** What the rounds have come to on one candidate. */
export type CandidateStanding = {
  readonly matter: Matter;
  readonly held: readonly Tried[];
  /** The heaviest first. */
  readonly broke: readonly Tried[];
  /** Open claims, without those whose point another claim has settled. */
  readonly open: readonly Tried[];
  /** What it would have to be given, by the points that broke before others; each condition once. */
  readonly conditions: readonly string[];
  /** Everything that was tested broke. */
  readonly isLost: boolean;
  /** What it comes to: the papers as this reader weighs them, turned by the record. */
  readonly worth: number;
};

/** How much the record weighs beside one's own reading of the papers. */
const RECORD = 1.6;
const OPEN: ReadonlySet<string> = new Set(["pending", "tested_unclear"]);

export function standingOf(matter: Matter): CandidateStanding {
  const { claims, focus, mind } = matter;
  const held = claims.filter((claim) => spokeFor(claim) > 0);
  const broke = claims.filter((claim) => spokeFor(claim) < 0).sort((a, b) => b.trial.weight - a.trial.weight);
  const known = new Set([...held, ...broke].map(({ trial }) => trial.fact.index));
  const open = claims.filter(({ status, trial }) => OPEN.has(status) && !known.has(trial.fact.index));
  const conditions = [...new Set([...broke, ...held].flatMap(({ trial }) => trial.fact.point.holds ?? []))];
  const isLost = held.length === 0 && broke.length > 0;
  const share = (held.length - broke.length) / Math.max(1, held.length + broke.length);
  const papers = scoreOf(mind, ({ point }) => point.candidate === (focus ?? undefined));
  return { matter, held, broke, open, conditions, isLost, worth: papers + RECORD * share - (isLost ? 9 : 0) };
}

/** How a claim that was settled speaks of its candidate: 1 it held, -1 it broke, 0 nothing is known. */
export function spokeFor({ status, polarity }: Pick<Tried, "status" | "polarity">): number {
  if (status === "partially_refuted") return -1;
  const asserted = polarity === "robustness" ? 1 : -1;
  return status === "tested_confirmed" ? asserted : status === "tested_refuted" ? -asserted : 0;
}

/** The best first. */
export function ranked(matters: NonEmpty<Matter>): NonEmpty<CandidateStanding> {
  const standings = matters.map(standingOf).sort((a, b) => b.worth - a.worth);
  return nonEmpty(standings, "candidate");
}
