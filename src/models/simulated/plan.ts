import type { Asked, Fact } from "./book.ts";
import type { Chance } from "./chance.ts";
import { optionFor } from "./ladder.ts";
import {
  attentionTo,
  concernIn,
  leaning,
  type Mind,
  most,
  sideOf,
  unmetOf,
  unreadIn,
  worthTo,
} from "./mind.ts";
import type { Challenge, Claim, Push, Question, Remark, Talk } from "./talk.ts";

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
  | { readonly act: "change"; readonly push: Push; readonly to: string }
  | { readonly act: "ask"; readonly claim: Claim }
  | { readonly act: "state" | "withdraw" | "abstain" };

const MOST_MESSAGES = 7;
const RECENT = 8;

/** What bears on a choice where talk is free, and on none where a procedure says who speaks and for how long. */
type FreeTalk = Pick<Talk, "isAddressed" | "spokenOf"> & Pick<Mind, "talkativeness">;
const IN_ORDER: FreeTalk = { talkativeness: 1, isAddressed: false, spokenOf: [] };

/** A choice where anybody may speak next, and as often as there is something to say. */
export function chooseFreely(mind: Mind, chance: Chance): Plan {
  const { isAddressed, spokenOf } = mind.talk;
  return choose(mind, chance, { isAddressed, spokenOf, talkativeness: mind.talkativeness });
}

/** Whoever was spoken to has the floor: what it says to that is for all, so that not the same two go on. */
export function isForAll({ talk }: Mind, { act }: Plan): boolean {
  return talk.isAddressed && (act === "concede" || act === "hold" || act === "change");
}

/** Chooses by what is pending, then by what there is to say, then by whether anything is. */
export function choose(mind: Mind, chance: Chance, free = IN_ORDER): Plan {
  const { talk } = mind;
  if (unreadIn(mind) !== null) return { act: "abstain" };
  const owed = answeringPeople(mind);
  if (owed !== null) return owed;
  const question = talk.questions.find(({ to }) => to === mind.me);
  if (question !== undefined) return { act: "answer", question, fact: answerTo(mind, question.fact) };
  const change = changeOfMind(mind);
  if (change !== null) return change;
  if (isLeftAlone(mind)) return { act: "withdraw" };
  const grave = graveLeft(mind);
  if (grave !== null) return grave;
  if (talk.myMessages === 0) {
    const reply = chance.next() < 0.9 ? bestReply(mind, chance, free) : null;
    const own = bestOwn(mind, chance);
    return reply ?? (own === null ? { act: "state" } : { act: "open", fact: own });
  }
  const ending: Plan = { act: talk.myVerdict === null ? "state" : "withdraw" };
  if (talk.myMessages >= MOST_MESSAGES * free.talkativeness || (talk.isReminded && talk.myVerdict === null))
    return ending;
  if (talk.challenge !== null && talk.challenge.from === talk.last)
    return defending(mind, talk.challenge, chance);
  return isDone(mind, chance, free) ? { act: "withdraw" } : (contribution(mind, chance, free) ?? ending);
}

/** What is owed to people who pointed to something, brought it or whispered it; null where nothing is. */
export function answeringPeople(mind: Mind): Plan | null {
  const remark = mind.talk.remarks.find(({ taken, facts }) => !taken && facts.length > 0);
  const weight = (fact: Fact) => (fact.point.severe ? 4 : 1) * Math.abs(worthTo(mind, fact));
  const about = most(remark?.facts ?? [], (fact) => 0.01 + weight(fact) * care(mind, fact));
  if (remark === undefined || about === null) return null;
  // What was whispered one brings up as if by oneself.
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

/** A verdict changes only through something heard, and that is named. */
function changeOfMind(mind: Mind): Plan | null {
  const { talk, scenario } = mind;
  const to = leaning(mind);
  if (talk.myVerdict === null || to === null || to === talk.myVerdict) return null;
  const side = towards(mind, talk.myVerdict, to);
  const firm = 0.005 + 0.02 * mind.temper.stubbornness;
  const nearly = optionFor(mind.score - side * firm, scenario.verdicts).id;
  if (!mind.book.isChoice && nearly === talk.myVerdict) return null;
  const push = mind.book.isChoice ? choicePush(mind, talk.myVerdict, to) : strongestPush(mind, side);
  return push === null ? null : { act: "change", push, to };
}

/** Whether one verdict lies above another (1) in the scenario's order or below it (-1). */
function towards({ scenario }: Mind, before: string, to: string): 1 | -1 {
  const rank = (id: string) => scenario.verdicts.findIndex((option) => option.id === id);
  return rank(to) < rank(before) ? 1 : -1;
}

/** What has moved a member most towards one side since it last stated a verdict. */
function strongestPush({ talk }: Mind, side: 1 | -1): Push | null {
  return most(talk.pushes, ({ change }) => change * side);
}

/** What has moved a member most from one candidate to another: what speaks against the one, or for the other. */
function choicePush(mind: Mind, before: string, to: string): Push | null {
  const { talk } = mind;
  const fits = ({ fact, change }: Push) => {
    const { candidate } = fact.point;
    const side = sideOf(mind, fact);
    return change * side > 0 && ((candidate === to && side > 0) || (candidate === before && side < 0));
  };
  return most(talk.pushes, (push) => (fits(push) ? Math.abs(push.change) : 0));
}

/** A mind of which no verdict is on record before it speaks: no ballot was held at the opening. */
export function unpolled(mind: Mind): Mind {
  return { ...mind, first: null };
}

/** What moved a member to a verdict that it did not hold before; null where nothing did. */
export function moverTo(mind: Mind, verdict: string): Push | null {
  const before = mind.talk.myVerdict ?? mind.first;
  if (before === null || before === verdict) return null;
  if (mind.book.isChoice) return choicePush(mind, before, verdict);
  return strongestPush(mind, towards(mind, before, verdict));
}

/** Whether a fact speaks as one leans: of another candidate what speaks against it does. */
function isAlong(mind: Mind, fact: Fact): boolean {
  const { candidate } = fact.point;
  const held = mind.book.isChoice && candidate !== undefined ? (mind.talk.myVerdict ?? leaning(mind)) : null;
  if (held !== null) return sideOf(mind, fact) > 0 === (candidate === held);
  return sideOf(mind, fact) === (mind.score >= 0 ? 1 : -1);
}

/** What one would set beside a fact: a counterpoint or an ally not yet said, by how one leans. */
function answerTo(mind: Mind, about: Fact): Fact | null {
  const isAgainst = !isAlong(mind, about);
  const { used } = mind.talk;
  const akin = mind.book.facts.filter(
    ({ index, criterion }) => !used.has(index) && criterion === about.criterion,
  );
  return (
    nearest(mind, about, isAgainst) ??
    nearest(mind, about, !isAgainst) ??
    most(akin, (fact) => (fact === about ? 0 : care(mind, fact)))
  );
}

/** The best unsaid fact on the same matter: one that the casebook holds against a fact, or one beside it. */
function nearest(mind: Mind, about: Fact, isAgainst: boolean): Fact | null {
  const fitting = mind.book.facts.filter((fact) => {
    if (fact === about || mind.talk.used.has(fact.index)) return false;
    const isLinked = about.against.includes(fact.index);
    if (isAgainst) return isLinked;
    return !isLinked && fact.criterion === about.criterion && sideOf(mind, fact) === sideOf(mind, about);
  });
  return most(fitting, (fact) => (0.1 + Math.abs(worthTo(mind, fact))) * care(mind, fact));
}

function care(mind: Mind, fact: Fact): number {
  return concernIn(mind, fact) * (0.3 + attentionTo(mind, fact));
}

function defending(mind: Mind, { from, fact: about, mine }: Challenge, chance: Chance): Plan {
  const weaker = Math.abs(worthTo(mind, about)) > Math.abs(worthTo(mind, mine)) ? 0.25 : 0;
  const firm = isAlong(mind, mine) ? -Math.min(0.5, Math.abs(mind.score)) : 0.4;
  if (chance.next() < 0.25 + weaker + firm + 0.3 * (1 - mind.temper.stubbornness))
    return { act: "concede", from, about, mine, fact: null };
  return { act: "hold", from, about, mine, fact: nearest(mind, about, true) };
}

/** Has had a say, holds a verdict, and finds little left worth the others' time. */
function isDone(mind: Mind, chance: Chance, { talkativeness }: FreeTalk): boolean {
  const { talk, book } = mind;
  if (talk.myVerdict === null || talk.questions.some(({ from }) => from === mind.me)) return false;
  if (talk.used.size >= book.facts.length) return talk.myMessages >= 2 && chance.next() < 0.6;
  if (talk.myMessages < Math.max(2, 4 * talkativeness)) return false;
  const hasOwn = book.facts.some((fact) => !talk.used.has(fact.index) && isOwnField(mind, fact));
  return (
    chance.next() <
    0.5 + 0.3 * (talk.myMessages / talkativeness - 4) + 0.15 * talk.gone.size + (hasOwn ? 0 : 0.3)
  );
}

/** Everybody else has left: what one might still say, nobody would answer. */
export function isLeftAlone({ talk, scenario }: Mind): boolean {
  return talk.myMessages > 0 && scenario.members.length > 1 && talk.gone.size >= scenario.members.length - 1;
}

/** What lies outside one's own field is mostly left to others. */
function isOwnField(mind: Mind, fact: Fact): boolean {
  return concernIn(mind, fact) >= 0.6;
}

/** Mostly an answer, else a question or something of one's own; null with nothing to say. */
function contribution(mind: Mind, chance: Chance, free: FreeTalk): Plan | null {
  const { talk } = mind;
  const reply = bestReply(mind, chance, free);
  const own = bestOwn(mind, chance);
  const last = talk.claims.findLast(({ speaker }) => speaker !== mind.me && !talk.gone.has(speaker));
  const options: readonly (readonly [Plan | null, number])[] = [
    [reply, 6],
    [talk.challenge && defending(mind, talk.challenge, chance), 1],
    [last !== undefined && mayAsk(mind, last) ? { act: "ask", claim: last } : null, 0.9],
    [own && { act: "raise", fact: own }, 1],
  ];
  return most(options, ([plan, weight]) => (plan === null ? 0 : weight * chance.next()))?.[0] ?? null;
}

/** Whether a colleague can be asked about a claim: once by anybody, while it has not much else to answer. */
export function mayAsk({ talk, me }: Mind, { fact, speaker }: Claim): boolean {
  if (fact.asking === null || talk.said.includes(fact.asking) || talk.gone.has(speaker)) return false;
  const waiting = talk.questions.filter(({ to }) => to === speaker);
  return talk.myMessages <= 4 && waiting.length < 2 && waiting.every(({ from }) => from !== me);
}

/** The best fact that nobody has brought up; one's leaning and one's field show in the choice. */
function bestOwn(mind: Mind, chance: Chance): Fact | null {
  const { talk, book } = mind;
  const left = book.facts.filter(({ index }) => !talk.used.has(index));
  return most(left, (fact) => {
    const suits = (isAlong(mind, fact) ? 1 : 0.85) * (isOwnField(mind, fact) ? 1 : 0.2);
    return suits * (0.1 + Math.abs(worthTo(mind, fact))) * (0.4 + 1.2 * chance.next());
  });
}

/** How much what was only spoken of asks for a reply, beside what was brought up. */
const SPOKEN_OF = 0.3;

/**
 * The claim most worth answering now, what was said last first, and with what. Whoever was spoken to, and has nothing of its
 * own to defend, turns to what somebody else said.
 */
function bestReply(mind: Mind, chance: Chance, { isAddressed, spokenOf }: FreeTalk): Plan | null {
  const { talk } = mind;
  const latest = talk.claims.findLast(({ speaker }) => speaker !== mind.me)?.message;
  const options = [...talk.claims, ...spokenOf].flatMap((claim) => {
    const age = talk.order - claim.order;
    if (claim.speaker === mind.me || claim.answeredByMe || age > RECENT) return [];
    if (isAddressed && claim.speaker === talk.last) return [];
    const counter = nearest(mind, claim.fact, true);
    const ally = nearest(mind, claim.fact, false);
    const wantsCounter = !isAlong(mind, claim.fact) || chance.next() < 0.4;
    const fact = wantsCounter ? (counter ?? ally) : (ally ?? counter);
    if (fact === null) return [];
    const isCounter = fact === counter;
    const presence = talk.gone.has(claim.speaker) ? 0.3 : 1;
    const recency = spokenOf.includes(claim) ? SPOKEN_OF : claim.message === latest ? 1 : 0.2 / age;
    const value =
      (presence * recency * (isCounter ? 1.4 : 1) * (0.3 + concernIn(mind, claim.fact))) /
      (1 + 0.6 * claim.answers);
    return [{ value: value * (0.7 + 0.6 * chance.next()), claim, fact, isCounter }];
  });
  const best = most(options, ({ value }) => value);
  return best && { act: "reply", claim: best.claim, fact: best.fact, isCounter: best.isCounter };
}
