import { hashDraw } from "./chance.ts";
import type { Casebook, Fact } from "./reading/casebook.ts";

/** What makes two members read one document differently. */
export type Temper = {
  readonly seat: string;
  /** Weight of each criterion, by index. */
  readonly weights: readonly number[];
  /** The greatest of them. */
  readonly most: number;
  readonly stubbornness: number;
  readonly optimism: number;
};

/** How far each fact counts with one member, and what that comes to. */
export type Beliefs = {
  readonly temper: Temper;
  readonly book: Casebook;
  /** By fact: 0 overlooked, 1 fully weighed, up to 1.7 when it was pressed. */
  readonly attention: number[];
  /** By fact: how much its criteria weigh with this member, 0 to 1. */
  readonly concern: readonly number[];
  /** By criterion: what speaks for it less what speaks against it, and all that was weighed. */
  readonly balance: number[];
  readonly weighed: number[];
  readonly totalWeight: number;
  /** Added to every score: temper, this meeting's mood, and how much this document has to show. */
  readonly offset: number;
};

const PRIOR = 0.8;
const MOOD = 0.09;
const PRESSED = 1.7;
const OVERLOOKED = 0.34;
const GAIN = 1.9;

/** The first reading: thorough where one cares, patchy elsewhere; `meeting` makes it differ from meeting to meeting. */
export function firstReading(temper: Temper, book: Casebook, meeting: string, burden = 0): Beliefs {
  const salt = Math.floor(hashDraw(meeting) * 0x7fffffff);
  const mood = (hashDraw(temper.seat, salt) - 0.5) * MOOD;
  const beliefs: Beliefs = {
    temper,
    book,
    attention: book.facts.map(() => 0),
    concern: book.facts.map((fact) => concernFor(fact, temper)),
    balance: book.yardsticks.map(() => 0),
    weighed: book.yardsticks.map(() => PRIOR),
    totalWeight: temper.weights.reduce((sum, weight) => sum + weight, 0),
    offset: mood + 0.12 * temper.optimism - book.bar - burden,
  };
  for (const fact of book.facts) attend(beliefs, fact, firstAttention(fact, temper, salt));
  return beliefs;
}

/** Share of the passages that a second look weighs otherwise than the first. */
const SECOND_LOOK = 0.25;

/** The same reader looking again: most passages weigh as before, some otherwise, by the draw. */
export function lookAgain(beliefs: Beliefs, draw: string): Beliefs {
  const { temper, book, balance, weighed, attention, offset } = beliefs;
  const salt = Math.floor(hashDraw(draw) * 0x7fffffff);
  const mood = (hashDraw(temper.seat, salt) - 0.5) * MOOD;
  const again = {
    ...beliefs,
    attention: [...attention],
    balance: [...balance],
    weighed: [...weighed],
    offset: offset + mood,
  };
  for (const fact of book.facts) {
    const isSeenAnew = hashDraw(`${temper.seat} again`, salt ^ fact.hash) < SECOND_LOOK;
    if (isSeenAnew) attend(again, fact, firstAttention(fact, temper, salt));
  }
  return again;
}

function concernFor({ shares }: Fact, { weights, most }: Temper): number {
  let sum = 0;
  for (let at = 0; at < shares.length; at++) sum += shares[at]! * weights[at]!;
  return sum / most;
}

function firstAttention(fact: Fact, temper: Temper, salt: number): number {
  const care = temper.weights[fact.criterion]! / temper.most;
  const draw = hashDraw(temper.seat, salt ^ fact.hash);
  if (draw < OVERLOOKED * (1.25 - 0.6 * care)) return 0.12;
  return (0.4 + 0.5 * care) * (1 + 0.35 * temper.optimism * Math.sign(fact.polarity));
}

/** Someone cites a fact: it comes to count for more, the more the better it is meant and the less one is set in one's ways. */
export function hearFact(beliefs: Beliefs, fact: Fact, trust: number): void {
  const own = beliefs.attention[fact.index]!;
  const against = fact.polarity * scoreOf(beliefs) < 0;
  const openness = (1 - 0.6 * beliefs.temper.stubbornness) * (against ? 0.9 : 1);
  attend(beliefs, fact, own + Math.max(0, PRESSED - own) * 0.9 * trust * openness);
}

/** A fact was answered with another: it comes to count for less. */
export function hearAnswer(beliefs: Beliefs, answered: Fact, trust: number): void {
  const kept = 1 - 0.45 * trust * (1 - 0.5 * beliefs.temper.stubbornness);
  attend(beliefs, answered, beliefs.attention[answered.index]! * kept);
}

/** One's own fact, once said, counts in full. */
export function voice(beliefs: Beliefs, fact: Fact): void {
  attend(beliefs, fact, Math.max(beliefs.attention[fact.index]!, 1.1));
}

/** -1 wholly against, 1 wholly for; 0 undecided. */
export function scoreOf({ temper, balance, weighed, totalWeight, offset }: Beliefs): number {
  let sum = 0;
  for (let at = 0; at < balance.length; at++) sum += (temper.weights[at]! * balance[at]!) / weighed[at]!;
  const raw = (totalWeight === 0 ? 0 : sum / totalWeight) + offset;
  return Math.max(-1, Math.min(1, raw * GAIN));
}

/** What one criterion alone comes to, -1 to 1. */
export function standingOf({ balance, weighed }: Beliefs, criterion: number): number {
  return balance[criterion]! / weighed[criterion]!;
}

function attend({ attention, balance, weighed }: Beliefs, fact: Fact, value: number): void {
  const change = value - attention[fact.index]!;
  attention[fact.index] = value;
  for (let at = 0; at < fact.shares.length; at++) {
    const share = fact.shares[at]!;
    if (share === 0) continue;
    balance[at]! += change * share * fact.polarity;
    weighed[at]! += change * share * Math.abs(fact.polarity);
  }
}
