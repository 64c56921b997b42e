import type { Bends } from "../../../models/simulated/burden.ts";

/** What works on one juror between two ballots. */
export type Sway = {
  /** The side it holds now. */
  readonly side: "for" | "against";
  /** Share of the others who hold the other side, 0 to 1. */
  readonly share: number;
  readonly bends: Bends;
  /** 0 to 1, the persona's. */
  readonly stubbornness: number;
  /** How far what was said has moved its reading since it first read the documents; above 0 towards `for`. */
  readonly moved: number;
};

/**
 * The most that can be brought over from one ballot to the next. Fitted, with the width, the firmness and the hearing
 * below, to the verdicts by first ballot of 225 criminal juries (Kalven and Zeisel, The American Jury, 1966) with six
 * ballots, three without a change being a deadlock: about one jury in sixteen hangs (5.5 % of their 3,576 trials; about
 * 6 % of 33,000 trials in 30 counties, National Center for State Courts, 2003).
 */
const PACE = 0.69;

/** From where nobody goes over to where the pull is whole, in shares of the others: a jury that agrees keeps. Fitted. */
const WIDTH = 0.56;

/** How much larger the share must be for a wholly stubborn juror than for one who is not stubborn at all. Fitted; no source. */
const FIRMNESS = 0.2;

/**
 * What one unit of moved reading is worth in shares of others: through it alone a majority can lose, as it did in 6 of the
 * 215 juries of Kalven and Zeisel that had one, and oftener among mock juries split two to one (MacCoun and Kerr, 1988).
 */
const HEARD = 2.5;

/** Words alone never move anybody further than this share of the others would. A guess. */
const MOST_HEARD = 0.2;

/** Probability of going over to the other side by the next ballot. */
export function swayOf({ side, share, bends, stubbornness, moved }: Sway): number {
  if (share === 0) return 0;
  const heard = Math.max(-MOST_HEARD, Math.min(MOST_HEARD, HEARD * (side === "for" ? -moved : moved)));
  const bend = side === "for" ? bends.toAgainst : bends.toFor;
  const pull = share + heard - bend - FIRMNESS * (stubbornness - 0.5);
  const at = Math.max(0, Math.min(1, 0.5 + pull / WIDTH));
  return PACE * at * at * (3 - 2 * at);
}
