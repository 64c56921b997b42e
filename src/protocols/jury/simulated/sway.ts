import type { TrialOptions } from "../options.ts";

/** How large a share of the others must be on the other side to bring over half of those who can be brought over. */
export type Bends = { readonly toFor: number; readonly toAgainst: number };

/** What a charge asks of the evidence: `bar` in units of a mind's balance, where a board's member turns at 0. */
export type Burden = { readonly bar: number; readonly bends: Bends };

/**
 * Under reasonable doubt jurors go over to acquittal more easily: evenly split mock juries acquit about four times as
 * often as they convict, and majorities of two thirds prevail in 94 % and 67 % (MacCoun and Kerr, Asymmetric influence in
 * mock jury deliberation, 1988). By the preponderance of the evidence they found no such difference, which is fitted. Clear and convincing
 * lies half way between: nothing was found to set it by. The bars are set by the shipped case, whose first ballots they
 * bring to both sides of six under reasonable doubt; nothing was found to set them by.
 */
export const BURDENS: Readonly<Record<TrialOptions["burden"], Burden>> = {
  "reasonable-doubt": { bar: -0.07, bends: { toFor: 0.7, toAgainst: 0.58 } },
  "clear-and-convincing": { bar: -0.11, bends: { toFor: 0.69, toAgainst: 0.6 } },
  preponderance: { bar: -0.15, bends: { toFor: 0.68, toAgainst: 0.62 } },
  none: { bar: -0.15, bends: { toFor: 0.68, toAgainst: 0.62 } },
};

/** How differently jurors read one charge, and juries one case: widths of the draws around the bar. Fitted. */
const READING = 0.5;
const VENIRE = 0.3;

/** Added to one juror's balance: the bar as it reads the charge, by two draws in [0, 1): its own, and that of all who sit with it. */
export function offsetUnder({ bar }: Burden, own: number, jury: number): number {
  return -bar + READING * (own - 0.5) + VENIRE * (jury - 0.5);
}

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
const PACE = 0.72;

/** From where nobody goes over to where the pull is whole, in shares of the others: a jury that agrees keeps. Fitted. */
const WIDTH = 0.56;

/** How much larger the share must be for a wholly stubborn juror than for one who is not stubborn at all. Fitted; no source. */
const FIRMNESS = 0.2;

/**
 * What one unit of moved reading is worth in shares of others: through it alone a majority can lose, as it did in 6 of the
 * 215 juries of Kalven and Zeisel that had one, and oftener among mock juries split two to one (MacCoun and Kerr, 1988).
 */
const HEARD = 1.8;

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

/**
 * How much less often than the one before each juror takes the floor that it is given, by rank of talkativeness. Shares of
 * talk fall by such a ratio (Stephan and Mishler, 1952): 0.73 to 0.81 for turns and messages, 0.61 to 0.72 for words, in
 * groups of three to seven (AMI, ICSI and DeliData corpora).
 */
const RATIO = 0.86;

/** Those in the smaller faction speak more often (Hastie, Penrod and Pennington, Inside the Jury, 1983). The size is a guess. */
const FACTION = 1.5;

/** Probability of taking the floor, for the nth most talkative with a share of the jury on its own side. */
export function eagerness(rank: number, faction: number): number {
  let share = FACTION - faction;
  for (let before = 0; before < rank; before++) share *= RATIO;
  return share;
}
