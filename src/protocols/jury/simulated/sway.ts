import type { TrialOptions } from "../options.ts";

/**
 * What a charge asks of the evidence. `bar`: in units of a mind's balance, where a board's member turns at 0. `toFor` and
 * `toAgainst`: how large a share of the others must be on that side to bring over half of those who can be brought over.
 */
type BurdenWeight = { readonly bar: number; readonly toFor: number; readonly toAgainst: number };

/**
 * Under reasonable doubt jurors go over to acquittal more easily (MacCoun and Kerr, 1988); by the preponderance of the
 * evidence no such difference was found. Clear and convincing lies half way: nothing was found to set it by, nor the bars,
 * which bring the first ballots of the shipped case to both sides of six under reasonable doubt.
 */
export const BURDENS: Readonly<Record<TrialOptions["burden"], BurdenWeight>> = {
  "reasonable-doubt": { bar: -0.06, toFor: 0.7, toAgainst: 0.58 },
  "clear-and-convincing": { bar: -0.105, toFor: 0.69, toAgainst: 0.6 },
  preponderance: { bar: -0.15, toFor: 0.68, toAgainst: 0.62 },
  none: { bar: -0.15, toFor: 0.68, toAgainst: 0.62 },
};

/** How differently jurors read one charge, and juries one case: widths of the draws around the bar. Fitted. */
const READING = 0.5;
const VENIRE = 0.3;

/** Added to one juror's balance: the bar as it reads the charge, by two draws in [0, 1): its own, and that of all who sit with it. */
export function offsetUnder({ bar }: BurdenWeight, own: number, jury: number): number {
  return -bar + READING * (own - 0.5) + VENIRE * (jury - 0.5);
}

/**
 * The most that can be brought over from one ballot to the next, and from where nobody goes over to where the pull is
 * whole, in shares of the others. Fitted to the verdicts by first ballot of 225 criminal juries (Kalven and Zeisel, 1966),
 * with six ballots, three without a change being a deadlock.
 */
const PACE = 0.72;
const WIDTH = 0.56;
/** How much larger the share must be for a wholly stubborn juror than for one who is not stubborn at all. No source. */
const FIRMNESS = 0.2;
/** What one unit of moved reading is worth in shares of others, by which a majority can lose, as 6 of their 215 did; and the most of it, a guess. */
const HEARD = 1.8;
const MOST_HEARD = 0.2;

/** What works on one juror between two ballots. */
type Sway = {
  /** The side it holds now. */
  readonly side: "for" | "against";
  /** Share of the others who hold the other side, 0 to 1. */
  readonly share: number;
  readonly burden: BurdenWeight;
  /** 0 to 1, the persona's. */
  readonly stubbornness: number;
  /** How far what was said has moved its reading since it first read the documents; above 0 towards `for`. */
  readonly moved: number;
};

/** Probability of going over to the other side by the next ballot; none leaves a jury that agrees. */
export function swayOf({ side, share, burden, stubbornness, moved }: Sway): number {
  if (share === 0) return 0;
  const heard = Math.max(-MOST_HEARD, Math.min(MOST_HEARD, HEARD * (side === "for" ? -moved : moved)));
  const bend = side === "for" ? burden.toAgainst : burden.toFor;
  const pull = share + heard - bend - FIRMNESS * (stubbornness - 0.5);
  const at = Math.max(0, Math.min(1, 0.5 + pull / WIDTH));
  return PACE * at * at * (3 - 2 * at);
}

/** Shares of talk fall by rank in such a ratio (Stephan and Mishler, 1952; 0.61 to 0.81 in groups of three to seven). */
const RATIO = 0.86;
/** Those in the smaller faction speak more often (Hastie, Penrod and Pennington, 1983). The size is a guess. */
const FACTION = 1.5;

/** Probability of taking the floor, for the nth most talkative with a share of the jury on its own side. */
export function eagerness(rank: number, faction: number): number {
  return Array.from({ length: rank }).reduce<number>((share) => share * RATIO, FACTION - faction);
}
