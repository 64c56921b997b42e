import type { ViewTurn } from "../model.ts";
import { hashDraw } from "./chance.ts";

/** How large a share of the others must be on the other side to bring over half of those who can be brought over. */
export type Bends = { readonly toFor: number; readonly toAgainst: number };

/** What a charge asks of the evidence. */
export type Burden = {
  /** Words by which it is known in the charge. */
  readonly words: string;
  /** In units of a member's reading; 0 is where a board's member turns. */
  readonly bar: number;
  readonly bends: Bends;
};

/**
 * Under reasonable doubt jurors go over to acquittal more easily: evenly split mock juries acquit about four times as
 * often as they convict, and majorities of two thirds prevail in 94 % and 67 % (MacCoun and Kerr, Asymmetric influence in
 * mock jury deliberation, 1988). By the preponderance of the evidence they found no such difference. Clear and convincing
 * lies half way between: nothing was found to set it by, nor to set the bars by.
 */
const BURDENS: readonly Burden[] = [
  { words: "beyond reasonable doubt", bar: -0.11, bends: { toFor: 0.7, toAgainst: 0.6 } },
  { words: "clear and convincing", bar: -0.15, bends: { toFor: 0.675, toAgainst: 0.625 } },
  { words: "The charge to the jury", bar: -0.19, bends: { toFor: 0.65, toAgainst: 0.65 } },
];

/** How differently jurors read one charge, and juries one case: widths of the draws around the bar. */
const READING = 0.5;
const VENIRE = 0.3;

/** Where this juror sets the bar: the charge's, read in its own way; the same throughout a meeting. */
export function barOf({ bar }: Burden, cacheKey: string): number {
  return bar + READING * (hashDraw(cacheKey) - 0.5) + VENIRE * (hashDraw(meetingOf(cacheKey)) - 0.5);
}

/** What the charge to a jury asks of the evidence; null where nobody was charged. */
export function burdenIn(turns: readonly ViewTurn[]): Burden | null {
  const charge = lastPart(turns, "The charge to the jury");
  return charge === null ? null : BURDENS.find(({ words }) => charge.includes(words))!;
}

export function meetingOf(cacheKey: string): string {
  return cacheKey.slice(0, cacheKey.indexOf(":"));
}

/** What follows the last occurrence of some words. */
function lastPart(turns: readonly ViewTurn[], words: string): string | null {
  for (let turn = turns.length - 1; turn >= 0; turn--) {
    const { parts } = turns[turn]!;
    for (let part = parts.length - 1; part >= 0; part--) {
      const at = parts[part]!.lastIndexOf(words);
      if (at !== -1) return parts[part]!.slice(at);
    }
  }
  return null;
}
