import { ownOf } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { Book, Fact } from "./book.ts";
import { hashDraw, hashText } from "./chance.ts";
import { optionFor } from "./ladder.ts";
import { openTalk, type Talk } from "./talk.ts";

/** What makes two members read one document differently. */
export type Temper = {
  /** Of each criterion, by index. */
  readonly weights: readonly number[];
  readonly most: number;
  readonly total: number;
  /** 0 to 1. */
  readonly stubbornness: number;
  /** -1 to 1. */
  readonly optimism: number;
  /** Of each fact, by index: -1 to 1, what it shows by these weights. */
  readonly worth: readonly number[];
  /** Of each fact, by index: 0 to 1, how much its criteria weigh. */
  readonly concern: readonly number[];
};

/** All that one member has made of the matter and the meeting: a function of seed, persona, book and what it was sent. */
export type Mind = {
  readonly seat: Seat;
  /** As it is called in what it was sent. */
  readonly me: string;
  readonly scenario: Scenario;
  readonly book: Book;
  readonly seed: string;
  readonly temper: Temper;
  /** By fact: 0.12 overlooked, 1 fully weighed, a little more where it was pressed. */
  readonly attention: number[];
  /** Added to every score: temper and mood, and how much these documents have to show. */
  offset: number;
  /** -1 wholly against, 1 wholly for. */
  score: number;
  /** What it leaned to before anybody had spoken; null for no verdict. */
  readonly first: string | null;
  /** How much it says where talk is free, 1 in the middle. */
  readonly talkativeness: number;
  readonly talk: Talk;
};

const LEAST_WEIGHT = 0.6;
const MOOD = 0.24;
const OPTIMISM = 0.12;
const OVERLOOKED = 0.34;
const PRESSED = 1.9;
const PRIOR = 0.8;
const GAIN = 1.9;
/**
 * Of four people each says so much of what the one before says (fitted to the AMI meetings, as natural routing is). Of four
 * even draws the next lies a fifth of the range away.
 */
const NEXT_RANK = 0.75;
const RANKS_APART = 5;

/** A mind as it stands before the meeting: drawn by the seed, the persona and each point's key, and by nothing else. */
export function openMind(given: {
  readonly seat: Seat;
  readonly me: string;
  readonly scenario: Scenario;
  readonly book: Book;
  readonly seed: string;
  /** Added to every score, such as the bar of a charge to a jury. */
  readonly offset?: number;
  /** What nobody knows before somebody tells it. */
  readonly isUnheard?: (fact: Fact) => boolean;
}): Mind {
  const { seat, scenario, book, seed, offset = 0, isUnheard = () => false } = given;
  const temper = temperOf(seat, book);
  const salt = hashText(seat.persona.id, hashText(seed));
  const mood = (hashDraw("mood", salt) - 0.5) * MOOD;
  const attention = book.facts.map((fact) => (isUnheard(fact) ? 0 : firstAttention(fact, temper, salt)));
  const mind: Mind = {
    ...{ seat, scenario, book, seed, temper, attention, me: given.me },
    offset: offset + mood + OPTIMISM * temper.optimism,
    score: 0,
    first: null,
    talkativeness: talkativenessOf(hashDraw("talkativeness", salt)),
    talk: openTalk(),
  };
  mind.score = scoreOf(mind);
  return { ...mind, first: leaning(mind) };
}

const tempers = new WeakMap<Book, WeakMap<Persona, Temper>>();

/** `NEXT_RANK` to the power of ranks from the middle, close enough and alike on every engine. */
function talkativenessOf(draw: number): number {
  const lean = RANKS_APART * (0.5 - draw) * ((1 - NEXT_RANK) / (1 + NEXT_RANK));
  return (1 + lean) / (1 - lean);
}

/** The same in every meeting: worked out once of each persona and book. */
function temperOf({ persona }: Seat, book: Book): Temper {
  const known = tempers.get(book) ?? new WeakMap<Persona, Temper>();
  tempers.set(book, known);
  const temper = known.get(persona) ?? readTemper(persona, book);
  known.set(persona, temper);
  return temper;
}

function readTemper(persona: Persona, { criteria, facts }: Book): Temper {
  const stated = criteria.map(({ id }) => ownOf(persona.priorities, id) ?? 0);
  const known = stated.some((weight) => weight > 0);
  const own = stemsOf([...persona.expertise, persona.title, persona.personality].join(" "));
  const weights = criteria.map(({ id, name }, at) => {
    if (known) return Math.max(LEAST_WEIGHT, stated[at] ?? 0);
    const shared = [...stemsOf(`${id} ${name}`)].filter((stem) => own.has(stem)).length;
    return 2 + Math.min(8, shared * 3);
  });
  const most = Math.max(...weights);
  return {
    weights,
    most,
    total: weights.reduce((sum, weight) => sum + weight, 0),
    stubbornness: persona.stubbornness,
    optimism: persona.optimism,
    worth: facts.map(({ bears }) => sumOf(bears, (each, at) => each * (weights[at] ?? 0)) / most),
    concern: facts.map(({ bears }) => {
      const all = sumOf(bears, Math.abs);
      return all === 0 ? 0 : sumOf(bears, (each, at) => Math.abs(each) * (weights[at] ?? 0)) / all / most;
    }),
  };
}

/** Beginnings of the longer words: enough to tell that two texts speak of one field. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}]{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 6)));
}

/** Thorough where one cares, patchy elsewhere; what is grave is never overlooked. */
function firstAttention({ point, criterion, key, bears }: Fact, temper: Temper, salt: number): number {
  if (point.severe) return 1.4;
  const care = (temper.weights[criterion] ?? 0) / temper.most;
  if (hashDraw(key, salt) < OVERLOOKED * (1.25 - 0.6 * care)) return 0.12;
  const along = 0.35 * temper.optimism * Math.sign(bears[criterion] ?? 0);
  return (0.4 + 0.5 * care) * (1 + along) * (0.75 + 0.5 * hashDraw(`${key} weight`, salt));
}

/** 0 to 1: how much the criteria of a fact weigh with this member. */
export function concernIn({ temper: { concern } }: Mind, { index }: Fact): number {
  return concern[index] ?? 0;
}

/** -1 to 1: what a fact shows for this member, by its own weights. */
export function worthTo({ temper: { worth } }: Mind, { index }: Fact): number {
  return worth[index] ?? 0;
}

function sumOf(list: readonly number[], worth: (each: number, at: number) => number): number {
  let sum = 0;
  let at = 0;
  for (const each of list) sum += worth(each, at++);
  return sum;
}

/** Whether a fact speaks for (1) or against (-1) with this member. */
export function sideOf(mind: Mind, fact: Fact): 1 | -1 {
  return worthTo(mind, fact) >= 0 ? 1 : -1;
}

const GRAVE = { shift: 0.6, most: -0.3 };
const UNMET = { shift: 0.8, most: -0.5 };

/** What a set of facts comes to, -1 to 1: criterion by criterion, each by its weight. */
export function scoreOf(mind: Mind, suits?: (fact: Fact) => boolean): number {
  const { book, temper, offset } = mind;
  const chosen = suits && book.facts.filter(suits);
  const isGrave = (chosen ?? book.facts).some((fact) => fact.point.severe && worthTo(mind, fact) < 0);
  const sum = sumOf(temper.weights, (weight, at) => weight * standingOn(mind, at, chosen));
  const raw = clamp(((temper.total === 0 ? 0 : sum / temper.total) + offset) * GAIN);
  const grave = isGrave ? Math.min(raw - GRAVE.shift, GRAVE.most) : raw;
  return clamp(unmetOf(book).length > 0 ? Math.min(grave - UNMET.shift, UNMET.most) : grave);
}

/** What nobody may outweigh: musts that the documents show to be unmet. */
export function unmetOf({ requirements }: Book) {
  return requirements.filter(({ must, met }) => must && met === "no");
}

/** What facts come to on one criterion by itself, -1 to 1. */
export function standingOn(
  { book, attention }: Mind,
  criterion: number,
  facts = book.bearing[criterion] ?? [],
): number {
  let balance = 0;
  let weighed = PRIOR;
  for (const { index, bears } of facts) {
    const counts = (attention[index] ?? 0) * (bears[criterion] ?? 0);
    balance += counts;
    weighed += Math.abs(counts);
  }
  return balance / weighed;
}

/** Why this member cannot judge; null where it can. */
export function unreadIn({ book, temper }: Mind): "little" | number | null {
  // What must be and is shown not to be is enough to judge by.
  if (unmetOf(book).length > 0) return null;
  if (book.facts.length === 0 || book.coverage < 0.5) return "little";
  const heaviest = temper.weights.flatMap((weight, at) => (weight === temper.most ? [at] : []));
  const isBlank = heaviest.every((at) => book.facts.every(({ bears }) => bears[at] === 0));
  return isBlank ? (heaviest[0] ?? null) : null;
}

/** What weighs most with this reader, whichever way it points; one point a line. */
export function heaviest(mind: Mind): readonly Fact[] {
  const worth = (fact: Fact) => Math.abs(worthTo(mind, fact)) * concernIn(mind, fact) * attentionTo(mind, fact);
  const ordered = [...mind.book.facts].sort((a, b) => worth(b) - worth(a) || a.index - b.index);
  const lines = new Set<string>();
  return ordered.filter(({ point: { ref } }) => !lines.has(ref) && lines.add(ref));
}

/** The least that the best of several candidates must come to. */
const TAKEN = -0.1;

/** The option a member holds now; null where too little could be read for any. */
export function leaning(mind: Mind): string | null {
  if (unreadIn(mind) !== null) return null;
  const { verdicts } = mind.scenario;
  if (!mind.book.isChoice) return optionFor(mind.score, verdicts).id;
  const [best] = candidatesBy(mind);
  const none = verdicts.find(({ side }) => side === "against");
  return best !== undefined && (best.score >= TAKEN || none === undefined) ? best.id : (none?.id ?? null);
}

/** Where facts choose among candidates: what each comes to, best first. */
export function candidatesBy(mind: Mind): readonly { readonly id: string; readonly score: number }[] {
  const ids = [...new Set(mind.book.facts.flatMap(({ point }) => point.candidate ?? []))];
  return ids
    .map((id) => ({ id, score: scoreOf(mind, ({ point }) => point.candidate === id) }))
    .sort((a, b) => b.score - a.score);
}

/** How far a fact counts with a member: 1 in full, 0 where it was overlooked. */
export function attentionTo({ attention }: Pick<Mind, "attention">, { index }: Fact): number {
  return attention[index] ?? 0;
}

/** Somebody brings up a fact: it comes to count in full, the sooner the better it is meant. */
export function heed(mind: Mind, fact: Fact, trust: number): void {
  const own = attentionTo(mind, fact);
  const openness = 1 - 0.6 * mind.temper.stubbornness;
  mind.attention[fact.index] = own + Math.max(0, PRESSED - own) * trust * openness;
  mind.score = scoreOf(mind);
}

/** A fact was answered with another that is weighed against it: it comes to count for less. */
export function discount(mind: Mind, fact: Fact, trust: number): void {
  if (fact.point.severe) return;
  const share = 1 - 0.6 * trust * (1 - 0.5 * mind.temper.stubbornness);
  mind.attention[fact.index] = attentionTo(mind, fact) * share;
  mind.score = scoreOf(mind);
}

/** Whatever is worth most, and more than nothing. */
export function most<T>(list: readonly T[], worth: (each: T) => number): T | null {
  let best: T | null = null;
  let top = 0;
  for (const each of list) {
    const value = worth(each);
    if (value > top) [best, top] = [each, value];
  }
  return best;
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
