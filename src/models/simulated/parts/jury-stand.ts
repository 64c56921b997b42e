import { escapeText } from "../../../scaffold/escape.ts";
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

/** The verdict a juror holds now: the one it spoke last, unless a count it has heard since brought it over. */
export function standOf(mind: Mind, request: ModelRequest): string {
  const own = mind.myVerdict ?? leaning(mind);
  return countsSince(mind, request.turns).reduce(
    (held, count) => followed(held, count, { mind, request }),
    own,
  );
}

type Following = { readonly mind: Mind; readonly request: ModelRequest };

/** One draw a count, so that a juror is of one mind until the next. */
function followed(own: string, count: Heard, { mind, request }: Following): string {
  const { verdicts } = mind.scenario;
  const side = verdicts.find(({ id }) => id === own)?.side;
  if (side === undefined || side === "neutral") return own;
  const others = side === "for" ? count.against : count.for;
  const share = others / Math.max(1, count.for + count.against - 1);
  const { c, toFor, toAgainst } = burdenIn(request.turns) === BARS[0]![1] ? PULLS.lenient : PULLS.even;
  const firmness = 0.2 * (mind.seat.persona.stubbornness - 0.5);
  const pull = 1 / (1 + Math.exp(-c * (share - (side === "for" ? toAgainst : toFor) - firmness)));
  if (chanceOf(request.cacheKey, `pull ${count.nth}`).next() >= pull) return own;
  return verdicts.find((option) => option.side !== side && option.side !== "neutral")?.id ?? own;
}

/** A count that was told, and the how many-th it was. */
type Heard = { readonly nth: number; readonly for: number; readonly against: number };

/** The counts that the foreperson told after this juror's last word, in order. */
function countsSince({ mySaid, scenario }: Mind, turns: readonly ViewTurn[]): Heard[] {
  const all = turns.flatMap(({ parts }) => parts).join("\n");
  const last = mySaid.at(-1);
  const spokenAt = last ? all.lastIndexOf(escapeText(last)) : -1;
  return [...all.matchAll(/The count: (\d+) ([A-Z_ or]+), (\d+) ([A-Z_ or]+)[,;]/g)].flatMap((told, nth) =>
    told.index < spokenAt ? [] : [{ nth, ...sidesOf(told, scenario) }],
  );
}

function sidesOf([, one, names, other]: readonly string[], { verdicts }: Scenario) {
  const first = verdicts.find(({ id }) => names!.includes(id))?.side;
  return first === "against"
    ? { for: Number(other), against: Number(one) }
    : { for: Number(one), against: Number(other) };
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
