import type { Scenario } from "../../../scenario/scenario.ts";
import type { ModelRequest, ViewTurn } from "../../model.ts";
import { chanceOf, hashDraw } from "../chance.ts";
import { leaning, type Mind } from "../mind.ts";

/**
 * How a juror follows the others, fitted to published figures. With s the share of the others on the other side, it
 * goes over with probability 1 / (1 + exp(-c (s - b))). Without a burden, c = 10 and b = 0.55 both ways reproduce the
 * verdicts by first ballot of 225 criminal juries (Kalven and Zeisel, The American Jury, 1966). Under reasonable doubt,
 * c = 6 with b = 0.60 towards acquittal and 0.70 towards conviction reproduce the leniency of mock juries (MacCoun and
 * Kerr, 1988: even splits acquit about four times as often as they convict; two thirds prevail in 94 % and 67 %).
 */
const PULLS = {
  even: { c: 10, toFor: 0.55, toAgainst: 0.55 },
  lenient: { c: 6, toFor: 0.7, toAgainst: 0.6 },
} as const;

/** Where each standard sets the bar, in units of a member's reading; 0 is where a board's member turns. */
const BARS: readonly (readonly [words: string, bar: number])[] = [
  ["beyond reasonable doubt", -0.11],
  ["clear and convincing", -0.15],
  ["The charge to the jury", -0.19],
];

/** How differently jurors read one charge, and juries one case: widths of the draws around the bar. */
const READING = 0.5;
const VENIRE = 0.3;

/** Where this juror sets the bar: the charge's, read in its own way; the same throughout a meeting. */
export function barOf(burden: number, cacheKey: string): number {
  const meeting = cacheKey.slice(0, cacheKey.indexOf(":"));
  return burden + READING * (hashDraw(cacheKey) - 0.5) + VENIRE * (hashDraw(meeting) - 0.5);
}

/** What the charge to a jury asks of the evidence; null where nobody was charged. */
export function burdenIn(turns: readonly ViewTurn[]): number | null {
  const charge = lastPart(turns, "The charge to the jury");
  return charge === null ? null : BARS.find(([words]) => charge.includes(words))![1];
}

/** The verdict a juror holds now: its own, unless the count of the last ballot brings it over. */
export function standOf(mind: Mind, request: ModelRequest): string {
  const { verdicts } = mind.scenario;
  const own = mind.myVerdict ?? leaning(mind);
  const count = countIn(request.turns, mind.scenario);
  const side = verdicts.find(({ id }) => id === own)?.side;
  if (count === null || side === undefined || side === "neutral") return own;
  const others = side === "for" ? count.against : count.for;
  const share = others / Math.max(1, count.for + count.against - 1);
  const { c, toFor, toAgainst } = burdenIn(request.turns) === BARS[0]![1] ? PULLS.lenient : PULLS.even;
  const firmness = 0.2 * (mind.seat.persona.stubbornness - 0.5);
  const pull = 1 / (1 + Math.exp(-c * (share - (side === "for" ? toAgainst : toFor) - firmness)));
  if (chanceOf(request.chance, "pull").next() >= pull) return own;
  return verdicts.find((option) => option.side !== side && option.side !== "neutral")?.id ?? own;
}

/** The last count that the foreperson told. */
function countIn(turns: readonly ViewTurn[], { verdicts }: Scenario) {
  const told = lastPart(turns, "The count: ");
  const counted = /The count: (\d+) ([A-Z_ or]+), (\d+) ([A-Z_ or]+)[,;]/.exec(told ?? "");
  if (!counted) return null;
  const first = verdicts.find(({ id }) => counted[2]!.includes(id))?.side;
  const [one, other] = [Number(counted[1]), Number(counted[3])];
  return first === "against" ? { for: other, against: one } : { for: one, against: other };
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
