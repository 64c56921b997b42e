import type { Fact } from "./book.ts";
import { marginOf, nextOption, sideTaken } from "./ladder.ts";
import {
  attentionTo,
  candidatesBy,
  concernIn,
  leaning,
  type Mind,
  most,
  sideOf,
  unmetOf,
  unreadIn,
  worthTo,
} from "./mind.ts";
import type { Push } from "./talk.ts";
import { about, bringing, mine, spoken, type Tongue, theirs, wishing } from "./tongue.ts";

/** A verdict with its grounds, as the scaffold asks for it. */
export type ArguedStance = {
  readonly verdict: string;
  readonly reasoning: string;
  readonly wouldChange: string;
  /** 0 to 1 in steps of 0.05; never above the share of the documents that was read. */
  readonly confidence: number;
};

/** What a member says in place of a verdict where it can give none. */
export const NO_VERDICT = "NONE";

/** What it holds now, with its grounds: no verdict where too little could be read. */
export function stanceNow(mind: Mind, tongue: Tongue): ArguedStance {
  const verdict = leaning(mind);
  return verdict === null ? abstention(mind, tongue) : stanceOf(mind, verdict, tongue);
}

/** Why one gives no verdict. */
export function abstention(mind: Mind, tongue: Tongue): ArguedStance {
  return {
    verdict: NO_VERDICT,
    reasoning: whyNone(mind, tongue),
    wouldChange: whatLacks(mind, tongue),
    confidence: 0,
  };
}

/** In a sentence why this member cannot judge. */
export function whyNone(mind: Mind, { say }: Tongue): string {
  const why = unreadIn(mind);
  const { statements, weighed, language } = mind.book.read;
  if (why !== null && why !== "little") return say("reasonNone", about(mind, why));
  if (language !== undefined) return say("reasonForeign", { language });
  if (statements === 0) return "Nothing stands in the documents that the rules could weigh.";
  return say("reasonUnread", { n: String(weighed), of: String(statements) });
}

/** What would let this member judge. */
function whatLacks(mind: Mind, { say }: Tongue): string {
  const why = unreadIn(mind);
  const { statements, weighed, language } = mind.book.read;
  if (why !== null && why !== "little") return say("lacksNone", about(mind, why));
  if (language !== undefined) return say("lacksForeign", { language });
  if (statements === 0) return "Something to read that one could weigh.";
  return say("lacksUnread", { left: String(statements - weighed) });
}

export function stanceOf(mind: Mind, verdict: string, tongue: Tongue, push: Push | null = null): ArguedStance {
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

/** 0 to 1: how far a candidate is ahead of the next; for none of them, how far the best is from being taken. */
function leadOf(mind: Mind, verdict: string): number {
  const [best, next] = candidatesBy(mind);
  if (best === undefined) return 0;
  const lead = best.id === verdict ? 1.5 * (best.score - (next?.score ?? -1)) : -2 * best.score;
  return Math.min(1, Math.max(0, lead));
}

/** Which way a verdict points: its side, or where it takes none that of the score. */
export function directionOf({ scenario, score }: Mind, verdict: string): 1 | -1 {
  const side = sideTaken(verdict, scenario.verdicts);
  return (side === "for" || side === "against" ? side === "for" : score >= 0) ? 1 : -1;
}

/** What to look for among grounds. */
type Sought = {
  readonly skips?: (fact: Fact) => boolean;
  /** Only what has to do with this fact. */
  readonly beside?: Fact;
};

/** What weighs most with this member on one side: of a candidate's facts where there are several; what was heard before what was not, and what one has spoken of oneself last. */
export function ground(mind: Mind, verdict: string, side: 1 | -1, sought: Sought = {}): Fact | null {
  const { skips, beside } = sought;
  const { facts, isChoice } = mind.book;
  const { used, voiced } = mind.talk;
  const own = isChoice ? facts.filter(({ point }) => point.candidate === verdict) : [];
  const fitting = (own.length > 0 ? own : facts).filter(
    (fact) => sideOf(mind, fact) === side && !skips?.(fact) && (beside === undefined || isAkin(fact, beside)),
  );
  return most(fitting, (fact) => {
    const heard = used.has(fact.index) ? 1.25 / (1 + 0.7 * (voiced.get(fact.index) ?? 0)) : 1;
    const told = heard * (fact.point.severe ? 4 : 1) * (beside?.against.includes(fact.index) ? 1.6 : 1);
    return told * Math.abs(worthTo(mind, fact)) * concernIn(mind, fact) * attentionTo(mind, fact);
  });
}

/** Whether two facts can be weighed against each other: held so in the casebook, or on one criterion. */
export function isAkin(one: Fact, other: Fact): boolean {
  return one.against.includes(other.index) || sharedBy(one, other) !== null;
}

/** The criterion on which two facts both tell something; null where there is none. */
export function sharedBy(one: Fact, other: Fact): number | null {
  const both = one.bears.map((each, at) => Math.min(Math.abs(each), Math.abs(other.bears[at] ?? 0)));
  const most = Math.max(...both);
  return most >= 0.25 ? both.indexOf(most) : null;
}

function grounds(mind: Mind, verdict: string, { say }: Tongue): string {
  const [unmet] = unmetOf(mind.book);
  const side = directionOf(mind, verdict);
  if (unmet !== undefined && side < 0)
    return say("mustUnmet", { r: unmet.text, rl: unmet.line, v: spoken(verdict, mind.scenario.verdicts) });
  const main = ground(mind, verdict, side);
  if (main === null)
    return `Too little speaks for another verdict than ${spoken(verdict, mind.scenario.verdicts)}.`;
  const counter = -side as 1 | -1;
  const other = ground(mind, verdict, counter, { beside: main }) ?? ground(mind, verdict, counter);
  const at = other === null ? null : sharedBy(main, other);
  const own = { ...bringing(main), ...about(mind, at ?? main.criterion) };
  if (other === null) return say("reasonOne", own);
  const isNeutral = sideTaken(verdict, mind.scenario.verdicts) === "neutral";
  return say(isNeutral ? "reasonBalanced" : "reasonBoth", { ...own, ...mine(other) });
}

function moved(mind: Mind, verdict: string, { say, name }: Tongue, { fact, from, change }: Push): string {
  const skips = (each: Fact) => each === fact;
  // Among candidates, what spoke for the one that was held before; else what speaks the other way.
  const before = mind.book.isChoice ? (mind.talk.myVerdict ?? mind.first) : null;
  const other =
    before === null
      ? ground(mind, verdict, change > 0 ? -1 : 1, { skips })
      : ground(mind, before, 1, { skips });
  const heard = { ...theirs(fact), who: name(from) };
  return other === null ? say("reasonWon", heard) : say("reasonMoved", { ...heard, ...mine(other) });
}

/** The verdict that one would come to next: the best of the other candidates, or the neighbouring option. */
function nextTo(mind: Mind, verdict: string, direction: 1 | -1): string {
  const other = mind.book.isChoice ? candidatesBy(mind).find(({ id }) => id !== verdict) : undefined;
  return other?.id ?? nextOption(verdict, direction, mind.scenario.verdicts).id;
}

/**
 * What could bring a member to the next verdict: whoever is for it would be brought down by an answer that it fears,
 * whoever is not would be brought up by what settles its worry.
 */
function wouldChange(mind: Mind, verdict: string, { say }: Tongue): string {
  const { verdicts } = mind.scenario;
  const isFor = sideTaken(verdict, verdicts) === "for";
  const v = spoken(nextTo(mind, verdict, isFor ? -1 : 1), verdicts);
  const [worry, merit] = [ground(mind, verdict, -1), ground(mind, verdict, 1)];
  const [feared, hoped] = isFor ? [worry, worry ?? merit] : [merit, worry];
  const { asks, ...settling } = hoped === null ? {} : wishing(hoped);
  const wish = isFor ? asks && { asks } : settling.settles && settling;
  if (wish) return say("wouldChange", { ...wish, v });
  return feared === null
    ? "A document that speaks to what is missing here."
    : say("wouldChange", { ...mine(feared), v });
}
