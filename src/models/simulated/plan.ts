import type { Chance } from "./chance.ts";
import { type Contrast, contrastIn } from "./contrasts.ts";
import { hasWish, hasWords } from "./fresh.ts";
import { optionFor } from "./ladder.ts";
import { type Challenge, type Claim, leaning, type Mind, type Push } from "./mind.ts";
import { askedOf, isWaiting, type OpenQuestion } from "./open-questions.ts";
import type { Fact } from "./reading/casebook.ts";
import { readingOf, sideOf } from "./readings.ts";

/** What a member does with the floor. */
export type Plan =
  | { readonly act: "open"; readonly fact: Fact | null }
  | {
      readonly act: "change";
      readonly push: Push;
      readonly to: string;
      /** Asked by the same colleague about the same passage, and so answered with it. */
      readonly question: OpenQuestion | null;
    }
  | {
      readonly act: "answer";
      readonly question: OpenQuestion;
      /** Reads the passage in favour or against. */
      readonly side: 1 | -1;
      /** What bears that out: something new of one's own field, or else something already said. */
      readonly fact: Fact | null;
      readonly said: Fact | null;
    }
  | {
      readonly act: "hold" | "concede";
      readonly from: string;
      readonly about: Fact;
      readonly mine: Fact | null;
      readonly fact: Fact | null;
    }
  | { readonly act: "oppose" | "agree"; readonly claim: Claim; readonly fact: Fact }
  | { readonly act: "raise"; readonly fact: Fact }
  | { readonly act: "condition"; readonly fact: Fact }
  | ({ readonly act: "press" } & Contrast)
  | { readonly act: "state" }
  | { readonly act: "withdraw" };

const MOST_MESSAGES = 7;
const OWN_FIELD = 0.65;

/** Chooses by what is pending, then by what there is to say, then by whether anything is. */
export function choose(mind: Mind, chance: Chance): Plan {
  const change = changeOfMind(mind);
  if (change !== null) return change;
  if (isLeftAlone(mind)) return { act: "withdraw" };
  const question = askedOf(mind);
  if (question !== null) return answering(mind, question);
  if (mind.myMessages === 0) return first(mind, chance);
  if (mind.myMessages >= MOST_MESSAGES) return mind.myVerdict === null ? { act: "state" } : { act: "withdraw" };
  if (mind.isReminded && mind.myVerdict === null) return { act: "state" };
  if (mind.challenge !== null) return defending(mind, mind.challenge, chance);
  if (isDone(mind, chance)) return { act: "withdraw" };
  return contribution(mind, chance) ?? (mind.myVerdict === null ? { act: "state" } : { act: "withdraw" });
}

function first(mind: Mind, chance: Chance): Plan {
  const reply = chance.next() < 0.7 ? bestReply(mind, chance) : null;
  return reply?.plan ?? { act: "open", fact: bestOwn(mind, chance)?.fact ?? null };
}

/** A verdict changes only through somebody's argument since one last spoke, and that argument is named. */
function changeOfMind(mind: Mind): Plan | null {
  if (mind.myVerdict === null) return null;
  const to = leaning(mind);
  if (to === mind.myVerdict) return null;
  const options = mind.scenario.verdicts;
  const rank = (id: string): number => options.findIndex((option) => option.id === id);
  const up = rank(to) < rank(mind.myVerdict);
  const firm = 0.005 + 0.02 * mind.seat.persona.stubbornness;
  if (rank(optionFor(mind.score + (up ? -firm : firm), options).id) === rank(mind.myVerdict)) return null;
  const strongest = mind.pushes.reduce<Push | null>((best, push) => {
    if (push.change > 0 !== up) return best;
    return best === null || Math.abs(push.change) > Math.abs(best.change) ? push : best;
  }, null);
  if (strongest === null) return null;
  const asked = askedOf(mind);
  const isSame = asked !== null && asked.from === strongest.from && asked.fact === strongest.fact;
  return { act: "change", push: strongest, to, question: isSame ? asked : null };
}

/** A question that seeks what stands against a passage turns on whether there is any such thing. */
function answering(mind: Mind, question: OpenQuestion): Plan {
  const { fact: about, asking } = question;
  const isSeeking = asking.at(-1) === "seeks";
  const side = isSeeking ? (-sideOf(about) as 1 | -1) : readingOf(mind, about);
  const near = nearest(mind, about, side) ?? (isSeeking ? strongestOn(mind, about, side, false) : null);
  const said = nearestSaid(mind, about, side) ?? (isSeeking ? strongestOn(mind, about, side, true) : null);
  const fact = near !== null && (said === null || belonging(mind, near) === 1) ? near : null;
  const isVain = isSeeking && fact === null && said === null;
  return { act: "answer", question, side: isVain ? sideOf(about) : side, fact, said };
}

function defending(mind: Mind, { from, fact: about, mine }: Challenge, chance: Chance): Plan {
  const against = about.polarity * mind.score < 0 ? Math.abs(mind.score) : 0;
  const yields = chance.next() < (0.55 * (1 - mind.seat.persona.stubbornness) + 0.15) * (1 - 0.9 * against);
  const side = Math.sign(about.polarity) as 1 | -1;
  if (yields) return { act: "concede", from, about, mine, fact: nearest(mind, about, side) };
  return { act: "hold", from, about, mine, fact: nearest(mind, about, -side as 1 | -1) };
}

/** Has had a say, holds a verdict, and finds little left worth the others' time. */
function isDone(mind: Mind, chance: Chance): boolean {
  if (mind.myVerdict === null || isWaiting(mind)) return false;
  const isExhausted = mind.used.size >= mind.book.facts.length;
  if (isExhausted) return mind.myMessages >= 2 && chance.next() < 0.6;
  if (mind.myMessages < 4) return false;
  const patience = 0.55 + 0.35 * (mind.myMessages - 4) + 0.15 * mind.gone.size + (hasOwnLeft(mind) ? 0 : 0.3);
  return chance.next() < patience;
}

/** Everybody else has left: what one might still say, nobody would answer. */
export function isLeftAlone({ gone, scenario, myMessages }: Mind): boolean {
  return myMessages > 0 && scenario.members.length > 1 && gone.size >= scenario.members.length - 1;
}

function hasOwnLeft(mind: Mind): boolean {
  return mind.book.facts.some((fact) => !mind.used.has(fact.index) && belonging(mind, fact) === 1);
}

type Option = { readonly plan: Plan; readonly worth: number };

function contribution(mind: Mind, chance: Chance): Plan | null {
  const own = bestOwn(mind, chance);
  const reply = bestReply(mind, chance);
  const options: Option[] = [];
  if (reply !== null) options.push({ plan: reply.plan, worth: reply.worth * 3.4 });
  if (own !== null) options.push({ plan: { act: "raise", fact: own.fact }, worth: own.worth });
  const worry = standingWorry(mind);
  if (worry !== null && mind.myMessages >= 2 && hasWish(mind, worry.kind) && hasWords(mind, "condition"))
    options.push({ plan: { act: "condition", fact: worry }, worth: own === null ? 0.08 : 0.3 });
  const pair = contrastIn(mind);
  if (pair !== null && mind.myMessages >= 3)
    options.push({ plan: { act: "press", ...pair }, worth: own === null ? 0.08 : 0.32 });
  const total = options.reduce((sum, { worth }) => sum + worth, 0);
  let draw = chance.next() * total;
  for (const { plan, worth } of options) {
    draw -= worth;
    if (draw < 0) return plan;
  }
  return options.at(-1)?.plan ?? null;
}

/** The best fact of one's own field that nobody has brought up; one's leaning shows in the choice. */
function bestOwn(mind: Mind, chance: Chance): { fact: Fact; worth: number } | null {
  let best: { fact: Fact; worth: number } | null = null;
  for (const fact of mind.book.facts) {
    if (mind.used.has(fact.index)) continue;
    const along = fact.polarity * mind.score > 0 ? 1 : 0.75;
    const worth =
      freshness(mind, fact) * care(mind, fact) * Math.abs(fact.polarity) * along * (0.35 + 1.3 * chance.next());
    if (best === null || worth > best.worth) best = { fact, worth };
  }
  return best;
}

/** A criterion one has spoken on often already gives way to the next. */
export function freshness(mind: Mind, fact: Fact): number {
  return 1 / (1 + 1.4 * mind.myField[fact.criterion]!);
}

/** The claim most worth answering, and with what. */
function bestReply(mind: Mind, chance: Chance): { plan: Plan; worth: number } | null {
  let best: { plan: Plan; worth: number } | null = null;
  for (const claim of mind.claims) {
    if (claim.speaker === mind.me || claim.answeredByMe || mind.mine.has(claim.fact.index)) continue;
    const age = mind.order - claim.order;
    if (age > 9) continue;
    const opposes = claim.fact.polarity * (mind.score + 0.001) < 0;
    const counters = mind.book.counters[claim.fact.index]!;
    const allies = mind.book.allies[claim.fact.index]!;
    const contrary = opposes || chance.next() < 0.35;
    const fact = unused(mind, contrary ? counters : allies) ?? unused(mind, contrary ? allies : counters);
    if (fact === null) continue;
    const isCounter = fact.polarity * claim.fact.polarity < 0;
    const presence = mind.gone.has(claim.speaker) ? 0.5 : 1;
    const recency = 1 / (1 + 0.3 * age);
    const worth =
      Math.sqrt(
        care(mind, claim.fact) * care(mind, fact) * freshness(mind, fact) * freshness(mind, claim.fact),
      ) *
      recency *
      presence *
      (isCounter ? 1.25 : 0.9) *
      (0.7 + 0.6 * chance.next()) *
      (1 / (1 + 0.8 * claim.answers));
    if (best === null || worth > best.worth)
      best = { plan: { act: isCounter ? "oppose" : "agree", claim, fact }, worth };
  }
  return best;
}

/** 0 to 1: how much a fact's criterion weighs here. */
function care(mind: Mind, fact: Fact): number {
  const concern = mind.beliefs.concern[fact.index]!;
  return concern * concern * belonging(mind, fact);
}

/** What lies outside one's own field is mostly left to others. */
export function belonging(mind: Mind, fact: Fact): number {
  return mind.beliefs.concern[fact.index]! < OWN_FIELD ? 0.12 : 1;
}

function unused(mind: Mind, list: readonly number[]): Fact | null {
  let best: Fact | null = null;
  let most = 0;
  list.forEach((index, rank) => {
    const fact = mind.book.facts[index]!;
    if (mind.used.has(index)) return;
    const worth = (0.06 + care(mind, fact) * freshness(mind, fact)) / (1 + 0.35 * rank);
    if (worth > most) {
      best = fact;
      most = worth;
    }
  });
  return best;
}

/** Something nobody has cited yet on the same matter, on one side. */
export function nearest(mind: Mind, about: Fact, side: 1 | -1): Fact | null {
  return unused(mind, neighbours(mind, about, side));
}

function nearestSaid(mind: Mind, about: Fact, side: 1 | -1): Fact | null {
  const index = neighbours(mind, about, side).find((each) => mind.used.has(each));
  return index === undefined ? null : mind.book.facts[index]!;
}

/** The strongest on the same criterion, cited before or not. */
function strongestOn({ book, used }: Mind, { criterion }: Fact, side: 1 | -1, isUsed: boolean): Fact | null {
  const fitting = book.facts.filter(
    (fact) => fact.criterion === criterion && sideOf(fact) === side && used.has(fact.index) === isUsed,
  );
  return fitting.reduce<Fact | null>(
    (best, fact) => (best === null || Math.abs(fact.polarity) > Math.abs(best.polarity) ? fact : best),
    null,
  );
}

function neighbours({ book }: Mind, about: Fact, side: 1 | -1): readonly number[] {
  return sideOf(about) === side ? book.allies[about.index]! : book.counters[about.index]!;
}

/** The strongest thing against, among what has been said: what a condition would have to cover. */
function standingWorry(mind: Mind): Fact | null {
  if (mind.score < -0.12) return null;
  let best: Claim | null = null;
  for (const claim of mind.claims) {
    if (claim.fact.polarity > -0.4 || claim.answeredByMe || claim.answers > 1) continue;
    if (
      best === null ||
      claim.fact.polarity * care(mind, claim.fact) < best.fact.polarity * care(mind, best.fact)
    )
      best = claim;
  }
  return best?.fact ?? null;
}
