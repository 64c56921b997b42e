import type { Fact } from "./book.ts";
import type { Chance } from "./chance.ts";
import { marginOf, nextOption, signOf } from "./ladder.ts";
import { candidatesBy, concernIn, leaning, type Mind, sideOf, unreadIn, worthTo } from "./mind.ts";
import type { Push } from "./talk.ts";
import { bringing, capitalise, criterionInProse, mine, spoken, type Tongue, theirs } from "./tongue.ts";

/** A verdict with its grounds, as the scaffold asks for it. */
export type Stance = {
  readonly verdict: string;
  readonly reasoning: string;
  readonly wouldChange: string;
  /** 0 to 1 in steps of 0.05; never above the share of the documents that was read. */
  readonly confidence: number;
};

/** What a member says in place of a verdict where it can give none. */
export const NO_VERDICT = "NONE";

/** What it holds now, with its grounds: no verdict where too little could be read. */
export function stanceNow(mind: Mind, tongue: Tongue): Stance {
  const verdict = leaning(mind);
  return verdict === null ? abstention(mind, tongue) : stanceOf(mind, verdict, tongue);
}

/** Why one gives no verdict. */
export function abstention(mind: Mind, tongue: Tongue): Stance {
  return {
    verdict: NO_VERDICT,
    reasoning: whyNone(mind, tongue),
    wouldChange: "A casebook of these documents, written by a person or read by a model.",
    confidence: 0,
  };
}

/** In a sentence why this member cannot judge. */
export function whyNone(mind: Mind, { say }: Tongue): string {
  const why = unreadIn(mind);
  const { statements, weighed, language } = mind.book.read;
  if (why !== null && why !== "little")
    return say("reasonNone", { c: criterionInProse(mind.book.criteria[why]!.name) });
  if (language !== undefined) return say("reasonForeign", { language });
  if (statements === 0) return "Nothing stands in the documents that the rules could weigh.";
  return say("reasonUnread", { n: String(weighed), of: String(statements) });
}

export function stanceOf(mind: Mind, verdict: string, tongue: Tongue, push: Push | null = null): Stance {
  return {
    verdict,
    reasoning: push === null ? grounds(mind, verdict, tongue) : moved(mind, verdict, tongue, push),
    wouldChange: wouldChange(mind, verdict, tongue),
    confidence: confidenceIn(mind, verdict),
  };
}

export function confidenceIn(mind: Mind, verdict: string): number {
  const { verdicts } = mind.scenario;
  const margin = mind.book.isChoice ? leadOf(mind, verdict) : marginOf(mind.score, verdicts);
  const own = Math.round((0.45 + 0.45 * margin) * 20) / 20;
  return Math.min(own, Math.floor(mind.book.coverage * 20) / 20);
}

/** 0 to 1: how far a candidate is ahead of the next. */
function leadOf(mind: Mind, verdict: string): number {
  const [best, next] = candidatesBy(mind);
  if (best === undefined) return 0;
  if (best.id !== verdict) return Math.min(1, Math.max(0, -best.score * 2));
  return Math.min(1, Math.max(0, best.score - (next?.score ?? -1)) * 1.5);
}

/** The facts that speak on a verdict: all, or where each verdict is a candidate those on it. */
function factsOn({ book }: Mind, verdict: string): readonly Fact[] {
  if (!book.isChoice) return book.facts;
  const own = book.facts.filter(({ point }) => point.candidate === verdict);
  return own.length > 0 ? own : book.facts;
}

/** Which way a verdict points. */
export function directionOf(mind: Mind, verdict: string): 1 | -1 {
  return signOf(verdict, mind.score, mind.scenario.verdicts);
}

/** What to look for among grounds. */
type Sought = {
  readonly except?: Fact | null;
  readonly skips?: (fact: Fact) => boolean;
  /** Only what has to do with this fact. */
  readonly beside?: Fact;
  /** What one has spoken of before counts for less. */
  readonly fresh?: Chance;
};

/** What weighs most with this member on one side, what was heard before what was not. */
export function ground(mind: Mind, verdict: string, side: 1 | -1, sought: Sought = {}): Fact | null {
  const { except, skips, beside, fresh } = sought;
  let best: Fact | null = null;
  let top = 0;
  for (const fact of factsOn(mind, verdict)) {
    if (fact === except || sideOf(mind, fact) !== side || skips?.(fact)) continue;
    if (beside !== undefined && !isAkin(fact, beside)) continue;
    const heard = mind.talk.used.has(fact.index) ? 1.25 : 1;
    const grave = fact.point.severe ? 4 : 1;
    const linked = beside?.against.includes(fact.index) ? 1.6 : 1;
    const voiced =
      fresh === undefined ? 1 : (1 + 0.7 * (mind.talk.voiced.get(fact.index) ?? 0)) / (0.5 + fresh.next());
    const weight = Math.abs(worthTo(mind, fact)) * concernIn(mind, fact) * mind.attention[fact.index]!;
    const worth = (weight * heard * grave * linked) / voiced;
    if (worth <= top) continue;
    best = fact;
    top = worth;
  }
  return best;
}

/** Whether two facts can be weighed against each other: held so in the casebook, or on one criterion. */
export function isAkin(one: Fact, other: Fact): boolean {
  return one.against.includes(other.index) || sharedBy(one, other) !== null;
}

/** The criterion on which two facts both tell something; null where there is none. */
export function sharedBy(one: Fact, other: Fact): number | null {
  const both = one.bears.map((each, at) => Math.min(Math.abs(each), Math.abs(other.bears[at]!)));
  const most = Math.max(...both);
  return most >= 0.25 ? both.indexOf(most) : null;
}

function grounds(mind: Mind, verdict: string, { say }: Tongue): string {
  const unmet = mind.book.requirements.find(({ must, met }) => must && met === "no");
  const side = directionOf(mind, verdict);
  if (unmet !== undefined && side < 0)
    return say("mustUnmet", { r: unmet.text, rl: unmet.line, v: spoken(verdict) });
  const main = ground(mind, verdict, side);
  if (main === null) return capitalise(`too little speaks for another verdict than ${spoken(verdict)}.`);
  const counter = -side as 1 | -1;
  const other = ground(mind, verdict, counter, { beside: main }) ?? ground(mind, verdict, counter);
  const at = other === null ? null : sharedBy(main, other);
  const c = criterionInProse(mind.book.criteria[at ?? main.criterion]!.name);
  const own = { ...bringing(main), c };
  if (other === null) return say("reasonOne", own);
  const isNeutral = mind.scenario.verdicts.find(({ id }) => id === verdict)?.side === "neutral";
  return say(isNeutral ? "reasonBalanced" : "reasonBoth", { ...own, ...mine(other) });
}

function moved(mind: Mind, verdict: string, { say, name }: Tongue, { fact, from, change }: Push): string {
  const other = ground(mind, verdict, change > 0 ? -1 : 1, { except: fact });
  const rest = other === null ? {} : mine(other);
  return say("reasonMoved", { ...theirs(fact), who: name(from), ...rest });
}

/**
 * What could bring a member to the next verdict: whoever is for it would be brought down by an answer that it fears,
 * whoever is not would be brought up by what settles its worry.
 */
function wouldChange(mind: Mind, verdict: string, { say }: Tongue): string {
  const isFor = mind.scenario.verdicts.find(({ id }) => id === verdict)?.side === "for";
  const goal = spoken(nextOption(verdict, isFor ? -1 : 1, mind.scenario.verdicts).id);
  const worry = ground(mind, verdict, -1);
  const merit = ground(mind, verdict, 1);
  if (isFor) {
    const asked = [worry, merit].find((fact) => fact?.point.asks !== undefined);
    if (asked) return say("wouldChange", { asks: asked.point.asks!, v: goal });
    return worry === null ? NOTHING_KNOWN : say("wouldChange", { ...mine(worry), v: goal });
  }
  const { settles } = worry?.point ?? {};
  if (settles !== undefined) return say("wouldChange", { settles, Settles: capitalise(settles), v: goal });
  return merit === null ? NOTHING_KNOWN : say("wouldChange", { ...mine(merit), v: goal });
}

const NOTHING_KNOWN = "A document that speaks to what is missing here.";
