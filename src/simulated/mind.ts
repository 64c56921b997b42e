import { lookUpKey } from "../lists.ts";
import type { Seat } from "../scenario/schema/scenario.ts";
import { type Book, type Fact, isReadable, type Scripted, type Sentence } from "./book.ts";
import { hashDraw, hashText } from "./plays/draw.ts";

export type News = {
  fact: Fact;
  from: string;
  message: string;
  passage: string;
};

export type HeardEntry = {
  id: string;
  speaker: string;
  to: string | null;
  content: string;
  verdict: string | null;
  heard: readonly Sentence[];
  /** Facts that a person names; null for words of the script. */
  named: readonly Fact[] | null;
  isMine: boolean;
};

export type Talk = ReturnType<typeof openTalk>;

const openTalk = () => ({
  log: [] as HeardEntry[],
  verdicts: new Map<string, string>(),
  gone: new Set<string>(),
  used: new Set<string>(),
  /** By fact: who said it, one after the other, how often it was answered, and how many it moved. */
  raised: new Map<Fact, string[]>(),
  answered: new Map<Fact, number>(),
  moves: new Map<Fact, number>(),
  heard: new Set<Fact>(),
  myTurns: 0,
});

/** A function of seed, persona, script and the prompts. */
export type Mind = {
  seat: Seat;
  me: string;
  scenario: Scripted;
  book: Book;
  /** By criterion, 0 to 10. */
  priorities: readonly number[];
  /** By fact: what it shows for this member, about -3 to 3. */
  worth: readonly number[];
  /** By fact: how much it counts, 0 for a fact that the member does not weigh. */
  factor: number[];
  known: boolean[];
  resisted: Set<number>;
  news: News[];
  /** Facts that have moved it before: each moves it once. */
  moved: Set<Fact>;
  lean: number;
  /** How much a count of votes draws it, which is no reading of the facts. */
  pull: number;
  verdict: string;
  reason: Fact | null;
  talk: Talk;
};

const UNSTATED_PRIORITY = 5;

/** Drawn from the seed, the persona and each point alone. */
export function openMind(given: {
  seat: Seat;
  me: string;
  scenario: Scripted;
  book: Book;
  seed: string;
  /** Another draw of the same reader, such as a judge who is asked again. */
  again?: string;
}): Mind {
  const { seat, me, scenario, book, seed, again = "" } = given;
  const { persona } = seat;
  const stated = book.criteria.map((id) => lookUpKey(persona.priorities, id) ?? 0);
  const priorities = stated.some((each) => each > 0) ? stated : stated.map(() => UNSTATED_PRIORITY);
  const worth = book.facts.map(({ bears }) =>
    bears.reduce((sum, each, at) => sum + (each * (priorities[at] ?? 0)) / 10, 0),
  );
  const salt = hashText(`${persona.id}${again}`, hashText(seed));
  const known = book.facts.map((fact) => isReadable(fact, seat, scenario));
  const shown = book.facts.filter(({ index }) => known[index]);
  // About weight to the power of 1.3, and the same on every engine.
  const drawn = book.facts.map(({ index, point }) => {
    const weight = Math.abs(worth[index] ?? 0);
    return weight * Math.sqrt(Math.sqrt(weight)) * (0.2 + hashDraw(point.id, salt));
  });
  const most = Math.max(1, Math.round((0.3 + 0.1 * hashDraw("share", salt)) * shown.length));
  const used = shown
    .toSorted((a, b) => (drawn[b.index] ?? 0) - (drawn[a.index] ?? 0))
    .slice(0, most);
  const isUsed = new Set(used);
  const mind: Mind = {
    seat,
    me,
    scenario,
    book,
    priorities,
    worth,
    known,
    factor: book.facts.map((fact) => (isUsed.has(fact) ? 1 : 0)),
    resisted: new Set(),
    news: [],
    moved: new Set(),
    talk: openTalk(),
    lean: 0.6 * persona.optimism + 0.4 * (hashDraw("mood", salt) - 0.5),
    pull: 0,
    verdict: "",
    reason: null,
  };
  mind.verdict = verdictNow(mind);
  mind.reason = groundFor(mind, mind.verdict);
  return mind;
}

export const weightOf = (mind: Mind, { index }: Fact) =>
  (mind.worth[index] ?? 0) * (mind.factor[index] ?? 0);
export const isWeighed = (mind: Mind, fact: Fact) => weightOf(mind, fact) !== 0;

/** -1 to 1: what facts come to. */
function scoreOf(mind: Mind, facts: readonly Fact[], lean: number): number {
  const weights = facts.map((fact) => weightOf(mind, fact));
  const sum = weights.reduce((total, each) => total + each, 0);
  const all = weights.reduce((total, each) => total + Math.abs(each), 0.6);
  return sum / all + lean;
}

/** The score of refusing all choices. */
const NO_CHOICE = -0.05;

/** Verdicts by distance from their limits, the own reading first: only that is above 0. */
export function readings(
  mind: Mind,
  lean = mind.lean + mind.pull,
): readonly { id: string; by: number }[] {
  const { book, scenario } = mind;
  const score = book.isChoice ? 0 : scoreOf(mind, book.facts, lean);
  const byChoice = scenario.verdicts.map(({ id, side }) => {
    const own = book.facts.filter(({ point }) => point.for === id);
    return own.length > 0 ? scoreOf(mind, own, 0) : side === "against" ? NO_CHOICE : -1;
  });
  return scenario.verdicts
    .map(({ id }, at) => {
      const others = byChoice.filter((_, other) => other !== at);
      const [own = 0, above = Infinity] = [byChoice[at], book.cuts[at - 1]];
      const below = at === scenario.verdicts.length - 1 ? -Infinity : (book.cuts[at] ?? -1);
      return {
        id,
        by: book.isChoice ? own - Math.max(...others) : Math.min(score - below, above - score),
      };
    })
    .sort((a, b) => b.by - a.by);
}

export const verdictNow = (mind: Mind) => readings(mind)[0]?.id ?? "";

function rankOf({ scenario }: Mind, verdict: string): number {
  return scenario.verdicts.findIndex(({ id }) => id === verdict);
}

/** 1 for a verdict for, else -1: members argue for "not yet" with points against. */
export function directionOf({ scenario }: Mind, verdict: string): 1 | -1 {
  return scenario.verdicts.find(({ id }) => id === verdict)?.side === "for" ? 1 : -1;
}

/** For, and not at the end of the scenario's order: such a yes may have a condition. */
export function isConditional(mind: Mind): boolean {
  const at = rankOf(mind, mind.verdict);
  return at > 0 && at < mind.scenario.verdicts.length - 1 && directionOf(mind, mind.verdict) > 0;
}

/** What a fact is worth for a verdict: above 0 if it supports it. */
export function supports(mind: Mind, { index, point }: Fact, verdict = mind.verdict): number {
  const worth = mind.worth[index] ?? 0;
  if (point.for === undefined) return worth * directionOf(mind, verdict);
  return point.for === verdict ? worth : -worth;
}

/** Whether a fact leads from the member's own verdict towards another one. */
export function leadsTo(mind: Mind, fact: Fact, verdict: string): boolean {
  const steps = rankOf(mind, mind.verdict) - rankOf(mind, verdict);
  if (mind.book.isChoice || steps === 0) return supports(mind, fact, verdict) > 0;
  return (mind.worth[fact.index] ?? 0) * steps > 0;
}

/** Prefers a fact about the option itself. */
export function groundFor(mind: Mind, verdict: string): Fact | null {
  const facts = mind.book.facts.filter(
    (fact) => isWeighed(mind, fact) && supports(mind, fact, verdict) > 0,
  );
  const own = facts.filter(({ point }) => point.for === verdict);
  return (own.length > 0 ? own : facts).sort(byWeight(mind))[0] ?? null;
}

/** The weightiest first. */
export const byWeight = (mind: Mind) => (a: Fact, b: Fact) =>
  Math.abs(weightOf(mind, b)) - Math.abs(weightOf(mind, a));

/** One step from the current verdict, by the weightiest news from a member on that side; null to stay. */
export function changeOf(mind: Mind): { verdict: string; news: News } | null {
  const { book, talk, scenario } = mind;
  const now = verdictNow(mind);
  if (now === mind.verdict) return null;
  const at = rankOf(mind, mind.verdict);
  const step = Math.sign(rankOf(mind, now) - at);
  const verdict = book.isChoice ? now : (scenario.verdicts[at + step]?.id ?? now);
  const most = Math.max(2, scenario.members.length / 4);
  const fitting = mind.news.filter(({ fact, from }) => {
    const now = talk.verdicts.get(from);
    const isSpent =
      isRaisedBy(mind, fact) || mind.moved.has(fact) || (talk.moves.get(fact) ?? 0) >= most;
    if (now === undefined || isSpent || !isWeighed(mind, fact) || !leadsTo(mind, fact, verdict))
      return false;
    return book.isChoice ? now === verdict : (rankOf(mind, now) - at) * step > 0;
  });
  const [news] = fitting.sort((a, b) => byWeight(mind)(a.fact, b.fact));
  return news ? { verdict, news } : null;
}

export function isRaisedBy({ talk, me }: Mind, fact: Fact): boolean {
  return talk.raised.get(fact)?.includes(me) === true;
}

/** The recorded reason supports the verdict: a point that led to a milder no is no reason for the no. */
export function settle(mind: Mind, verdict: string, reason: Fact | null): void {
  if (verdict === mind.verdict && reason === null) return;
  if (verdict !== mind.verdict)
    mind.lean += 0.15 * (rankOf(mind, verdict) < rankOf(mind, mind.verdict) ? 1 : -1);
  mind.verdict = verdict;
  mind.reason = reason && supports(mind, reason, verdict) > 0 ? reason : groundFor(mind, verdict);
}

/** 0.5 to 0.9: how far the member's own reading is from another verdict. */
export function confidenceOf(mind: Mind): number {
  const own = readings(mind, mind.lean).find(({ id }) => id === mind.verdict)?.by ?? 0;
  const gap = Math.min(1, Math.abs(own));
  return Math.round((0.5 + (0.5 * gap) / (gap + 0.25)) * 20) / 20;
}

export type Chance = { next: () => number; pick: <T>(list: readonly T[]) => T };

/** Draws for one purpose of one call, the same on every engine: a new purpose shifts no other. */
export function chanceOf(digest: string, purpose: string): Chance {
  const salt = hashText(purpose, hashText(digest));
  let drawn = 0;
  const next = () => hashDraw(`${drawn++}`, salt);
  // A list has an item, and a draw stays below 1.
  return { next, pick: (list) => list[Math.floor(next() * list.length)]! };
}

export { hashDraw, hashText };
