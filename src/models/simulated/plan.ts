import type { Asked, Fact } from "./book.ts";
import type { Chance } from "./chance.ts";
import { optionFor } from "./ladder.ts";
import { isCounter } from "./listen.ts";
import { concernIn, leaning, type Mind, sideOf, unmetOf, unreadIn, worthTo } from "./mind.ts";
import type { Claim, Push, Question, Remark } from "./talk.ts";

/** What a member does with the floor. */
export type Plan =
  | { readonly act: "open" | "raise"; readonly fact: Fact }
  | { readonly act: "must"; readonly requirement: Asked }
  | { readonly act: "reply"; readonly claim: Claim; readonly fact: Fact; readonly isCounter: boolean }
  | { readonly act: "answer"; readonly question: Question; readonly fact: Fact | null }
  | { readonly act: "remark"; readonly remark: Remark; readonly about: Fact; readonly fact: Fact | null }
  | {
      readonly act: "concede" | "hold";
      readonly from: string;
      readonly about: Fact;
      readonly mine: Fact;
      readonly fact: Fact | null;
    }
  | { readonly act: "change"; readonly push: Push | null; readonly to: string }
  | { readonly act: "ask"; readonly claim: Claim }
  | { readonly act: "weigh"; readonly claim: Claim; readonly fact: Fact }
  | { readonly act: "condition"; readonly worry: Fact }
  | { readonly act: "state" }
  | { readonly act: "withdraw" }
  | { readonly act: "abstain" };

const MOST_MESSAGES = 7;
const RECENT = 8;

/** Chooses by what is pending, then by what there is to say, then by whether anything is. */
export function choose(mind: Mind, chance: Chance): Plan {
  const { talk } = mind;
  if (unreadIn(mind) !== null) return { act: "abstain" };
  const remark = answeringPeople(mind);
  if (remark !== null) return remark;
  const change = changeOfMind(mind);
  if (change !== null) return change;
  if (isLeftAlone(mind)) return { act: "withdraw" };
  const question = talk.questions.find(({ to }) => to === mind.me);
  if (question !== undefined) return { act: "answer", question, fact: answerTo(mind, question.fact) };
  const grave = graveLeft(mind);
  if (grave !== null) return grave;
  if (talk.myMessages === 0) return first(mind, chance);
  if (talk.myMessages >= MOST_MESSAGES) return ending(mind);
  if (talk.isReminded && talk.myVerdict === null) return { act: "state" };
  if (talk.challenge !== null && talk.challenge.from === talk.last)
    return defending(mind, talk.challenge, chance);
  if (isDone(mind, chance)) return { act: "withdraw" };
  return contribution(mind, chance) ?? ending(mind);
}

function ending({ talk }: Mind): Plan {
  return { act: talk.myVerdict === null ? "state" : "withdraw" };
}

/** What is owed to people who pointed to something, brought it or whispered it; null where nothing is. */
export function answeringPeople(mind: Mind): Plan | null {
  const remark = mind.talk.remarks.find(({ taken, facts }) => !taken && facts.length > 0);
  return remark === undefined ? null : takingUp(mind, remark);
}

/** What a person pointed to is spoken to; what was whispered one brings up as if by oneself. */
function takingUp(mind: Mind, remark: Remark): Plan {
  const weight = (fact: Fact) => (fact.point.severe ? 4 : 1) * Math.abs(worthTo(mind, fact));
  const about = most(remark.facts, (fact) => 0.01 + weight(fact) * care(mind, fact))!;
  if (remark.by === "whisper") return { act: "raise", fact: about };
  return { act: "remark", remark, about, fact: nearest(mind, about, true) ?? nearest(mind, about, false) };
}

/** What is grave, or must be and is not, is said before anything else. */
function graveLeft(mind: Mind): Plan | null {
  const { talk, book } = mind;
  const requirement = unmetOf(book).find(({ id }) => !talk.requirements.has(id));
  if (requirement !== undefined) return { act: "must", requirement };
  const fact = book.facts.find(({ point, index }) => point.severe && !talk.used.has(index));
  return fact === undefined ? null : { act: "raise", fact };
}

function first(mind: Mind, chance: Chance): Plan {
  const reply = chance.next() < 0.9 ? bestReply(mind, chance) : null;
  const own = bestOwn(mind, chance);
  return reply ?? (own === null ? { act: "state" } : { act: "open", fact: own });
}

/** A verdict changes only through something heard, and that is named. */
function changeOfMind(mind: Mind): Plan | null {
  const { talk, scenario } = mind;
  const to = leaning(mind);
  if (talk.myVerdict === null || to === null || to === talk.myVerdict) return null;
  const rank = (id: string) => scenario.verdicts.findIndex((option) => option.id === id);
  const up = rank(to) < rank(talk.myVerdict);
  const firm = 0.005 + 0.02 * mind.temper.stubbornness;
  const nearly = optionFor(mind.score + (up ? -firm : firm), scenario.verdicts).id;
  if (!mind.book.isChoice && nearly === talk.myVerdict) return null;
  const push = strongestPush(mind, up ? 1 : -1);
  return push === null ? null : { act: "change", push, to };
}

/** What has moved a member most towards one side since it last stated a verdict. */
export function strongestPush({ talk }: Mind, side: 1 | -1): Push | null {
  return talk.pushes.reduce<Push | null>((most, push) => {
    if (push.change * side <= 0) return most;
    return most === null || Math.abs(push.change) > Math.abs(most.change) ? push : most;
  }, null);
}

/** A mind of which no verdict is on record before it speaks: no ballot was held at the opening. */
export function unpolled(mind: Mind): Mind {
  return { ...mind, first: null };
}

/** What moved a member to a verdict that it did not hold before; null where nothing did. */
export function moverTo(mind: Mind, verdict: string): Push | null {
  const before = mind.talk.myVerdict ?? mind.first;
  if (before === null || before === verdict) return null;
  const rank = (id: string) => mind.scenario.verdicts.findIndex((option) => option.id === id);
  return strongestPush(mind, rank(verdict) < rank(before) ? 1 : -1);
}

/** What one would set beside a fact: a counterpoint or an ally not yet said, by how one leans. */
function answerTo(mind: Mind, about: Fact): Fact | null {
  const leansFor = mind.score >= 0 ? 1 : -1;
  const own = sideOf(mind, about) === leansFor ? nearest(mind, about, false) : nearest(mind, about, true);
  return own ?? nearest(mind, about, true) ?? nearest(mind, about, false);
}

/** The best unsaid fact on the same matter: against a fact, or beside it. */
export function nearest(mind: Mind, about: Fact, isAgainst: boolean): Fact | null {
  const fitting = mind.book.facts.filter((fact) => {
    if (fact === about || mind.talk.used.has(fact.index)) return false;
    if (isAgainst) return isCounter(mind, fact, about);
    return fact.criterion === about.criterion && sideOf(mind, fact) === sideOf(mind, about);
  });
  const worth = (fact: Fact) =>
    (about.against.includes(fact.index) ? 1 : 0.35) * (0.1 + Math.abs(worthTo(mind, fact))) * care(mind, fact);
  return most(fitting, worth);
}

function care(mind: Mind, fact: Fact): number {
  return concernIn(mind, fact) * (0.3 + mind.attention[fact.index]!);
}

function most(facts: readonly Fact[], worth: (fact: Fact) => number): Fact | null {
  let best: Fact | null = null;
  let top = 0;
  for (const fact of facts) {
    const value = worth(fact);
    if (value > top) {
      best = fact;
      top = value;
    }
  }
  return best;
}

type Challenge = { readonly from: string; readonly fact: Fact; readonly mine: Fact };

function defending(mind: Mind, { from, fact: about, mine }: Challenge, chance: Chance): Plan {
  const leansWithMine = sideOf(mind, mine) === (mind.score >= 0 ? 1 : -1);
  const weaker = Math.abs(worthTo(mind, about)) > Math.abs(worthTo(mind, mine)) ? 0.25 : 0;
  const firm = leansWithMine ? Math.min(0.5, Math.abs(mind.score)) : 0;
  const isAstray = leansWithMine ? 0 : 0.4;
  const yields = chance.next() < 0.25 + isAstray + weaker + 0.3 * (1 - mind.temper.stubbornness) - firm;
  if (yields) return { act: "concede", from, about, mine, fact: null };
  const fact = nearest(mind, about, true);
  return { act: "hold", from, about, mine, fact: fact && about.against.includes(fact.index) ? fact : null };
}

/** Has had a say, holds a verdict, and finds little left worth the others' time. */
function isDone(mind: Mind, chance: Chance): boolean {
  const { talk, book } = mind;
  if (talk.myVerdict === null || talk.questions.some(({ from }) => from === mind.me)) return false;
  if (talk.used.size >= book.facts.length) return talk.myMessages >= 2 && chance.next() < 0.6;
  if (talk.myMessages < 4) return false;
  const hasOwn = book.facts.some((fact) => !talk.used.has(fact.index) && isOwnField(mind, fact));
  return chance.next() < 0.5 + 0.3 * (talk.myMessages - 4) + 0.15 * talk.gone.size + (hasOwn ? 0 : 0.3);
}

/** Everybody else has left: what one might still say, nobody would answer. */
export function isLeftAlone({ talk, scenario }: Mind): boolean {
  return talk.myMessages > 0 && scenario.members.length > 1 && talk.gone.size >= scenario.members.length - 1;
}

/** What lies outside one's own field is mostly left to others. */
function isOwnField(mind: Mind, fact: Fact): boolean {
  return concernIn(mind, fact) >= 0.6;
}

function contribution(mind: Mind, chance: Chance): Plan | null {
  const { talk } = mind;
  const options: { readonly plan: Plan; readonly weight: number }[] = [];
  const reply = bestReply(mind, chance);
  if (reply !== null) options.push({ plan: reply, weight: 7 });
  if (talk.challenge !== null) options.push({ plan: defending(mind, talk.challenge, chance), weight: 1 });
  const last = talk.claims.findLast(({ speaker }) => speaker !== mind.me && !talk.gone.has(speaker));
  if (last !== undefined && mayAsk(mind, last))
    options.push({ plan: { act: "ask", claim: last }, weight: 0.6 });
  const own = bestOwn(mind, chance);
  if (own !== null) options.push({ plan: { act: "raise", fact: own }, weight: reply === null ? 1.5 : 0.7 });
  const worry = standingWorry(mind);
  if (worry !== null && talk.myMessages >= 2)
    options.push({ plan: { act: "condition", worry }, weight: own === null ? 0.6 : 0.35 });
  const set = last === undefined ? null : besides(mind, last);
  if (set !== null && last !== undefined)
    options.push({ plan: { act: "weigh", claim: last, fact: set }, weight: reply === null ? 0.8 : 0.3 });
  const total = options.reduce((sum, { weight }) => sum + weight, 0);
  let draw = chance.next() * total;
  for (const { plan, weight } of options) {
    draw -= weight;
    if (draw < 0) return plan;
  }
  return options.at(-1)?.plan ?? null;
}

/** Whether a colleague can be asked about a claim: once by anybody, while it has not much else to answer. */
export function mayAsk({ talk, me }: Mind, { fact, speaker }: Claim): boolean {
  if (fact.asking === null || talk.said.includes(fact.asking) || talk.gone.has(speaker)) return false;
  if (talk.myMessages > 4) return false;
  const waiting = talk.questions.filter(({ to }) => to === speaker);
  return waiting.length < 2 && waiting.every(({ from }) => from !== me);
}

/** Something said before on the other side of a claim, that one has not yet set beside it. */
function besides(mind: Mind, { fact: about, answeredByMe }: Claim): Fact | null {
  if (answeredByMe) return null;
  const said = mind.book.facts.filter(
    (fact) => mind.talk.used.has(fact.index) && about.against.includes(fact.index),
  );
  return most(said, (fact) => Math.abs(worthTo(mind, fact)) * care(mind, fact));
}

/** The best fact that nobody has brought up; one's leaning and one's field show in the choice. */
export function bestOwn(mind: Mind, chance: Chance): Fact | null {
  const field = mind.talk.fields.get(mind.me);
  return most(
    mind.book.facts.filter(({ index }) => !mind.talk.used.has(index)),
    (fact) => {
      const along = sideOf(mind, fact) === (mind.score >= 0 ? 1 : -1) ? 1 : 0.85;
      const fresh = 1 / (1 + 0.8 * (field?.[fact.criterion] ?? 0));
      const own = isOwnField(mind, fact) ? 1 : 0.2;
      return along * fresh * own * (0.1 + Math.abs(worthTo(mind, fact))) * (0.4 + 1.2 * chance.next());
    },
  );
}

/** The claim most worth answering now, what was said last first, and with what. */
function bestReply(mind: Mind, chance: Chance): Plan | null {
  const { talk } = mind;
  const latest = talk.claims.findLast(({ speaker }) => speaker !== mind.me)?.message;
  let best: Plan | null = null;
  let top = 0;
  for (const claim of talk.claims) {
    const age = talk.order - claim.order;
    if (claim.speaker === mind.me || claim.answeredByMe || age > RECENT) continue;
    const isContrary = sideOf(mind, claim.fact) !== (mind.score >= 0 ? 1 : -1);
    const wantsCounter = isContrary || chance.next() < 0.4;
    const counter = nearest(mind, claim.fact, wantsCounter);
    const fact = counter ?? nearest(mind, claim.fact, !wantsCounter);
    if (fact === null) continue;
    const isCounters = counter !== null ? wantsCounter : !wantsCounter;
    const presence = talk.gone.has(claim.speaker) ? 0.3 : 1;
    const recency = claim.message === latest ? 1 : 0.2 / age;
    const isLinked = claim.fact.against.includes(fact.index);
    const close = isLinked ? 1.4 : isCounters ? 0.4 : 1;
    const value =
      (presence * recency * close * (0.3 + concernIn(mind, claim.fact)) * (0.7 + 0.6 * chance.next())) /
      (1 + 0.6 * claim.answers);
    if (value <= top) continue;
    top = value;
    best = { act: "reply", claim, fact, isCounter: isCounters };
  }
  return best;
}

/** The strongest thing against, among what has been said and would have to be settled. */
function standingWorry(mind: Mind): Fact | null {
  if (mind.score < -0.1) return null;
  const said = mind.talk.claims.filter(
    ({ fact, answeredByMe }) =>
      fact.point.settles !== undefined && !answeredByMe && worthTo(mind, fact) < -0.15,
  );
  return most(
    said.map(({ fact }) => fact),
    (fact) => -worthTo(mind, fact) * care(mind, fact),
  );
}
