import type { Fact } from "./book.ts";
import { leaning, type Mind, sideOf, stemsOf } from "./mind.ts";
import { isLeftAlone, mayAsk, moverTo, type Plan } from "./plan.ts";
import { directionOf, ground, isAkin, NO_VERDICT, sharedBy, whyNone } from "./stance.ts";
import type { Push, Question } from "./talk.ts";
import {
  bringing,
  criterionInProse,
  mine,
  type Once,
  onceEach,
  spoken,
  type Tongue,
  theirs,
  wishing,
} from "./tongue.ts";

/** What is said, and the fields that go with it. */
export type Speech = {
  readonly content: string;
  readonly to: string | null;
  /** Whoever it is addressed to is asked something. */
  readonly asks: boolean;
  readonly cited: readonly Fact[];
  readonly verdict: string | null;
  readonly withdrawn: boolean;
  /** What changed the verdict. */
  readonly push: Push | null;
};

type Draft = {
  readonly sentences: string[];
  readonly cited: Fact[];
  to: string | null;
  asks: boolean;
  /** What was last put with weight: a verdict on the other side is given in spite of it. */
  last: Fact | null;
  /** A requirement was spoken of. */
  hasAsked: boolean;
  verdict: string | null;
  withdrawn: boolean;
  push: Push | null;
};

const SHORT = 34;
const LONG = 60;

/** Carries out a plan in the member's own manner. */
export function speak(plan: Plan, given: Tongue): Speech {
  const tongue = onceEach(given);
  const draft: Draft = {
    ...{
      sentences: [],
      cited: [],
      to: null,
      asks: false,
      last: null,
      hasAsked: false,
      verdict: null,
      withdrawn: false,
      push: null,
    },
  };
  perform(plan, tongue, draft);
  if (wordless(draft))
    perform({ act: tongue.mind.talk.myVerdict === null ? "state" : "withdraw" }, tongue, draft);
  const { sentences, hasAsked: _, last: __, to, ...rest } = draft;
  const isThere = to !== null && !tongue.mind.talk.gone.has(to);
  return { ...rest, to: isThere ? to : null, content: sentences.filter((each) => each !== "").join(" ") };
}

function perform(plan: Plan, tongue: Once, draft: Draft): void {
  const { mind, say } = tongue;
  const add = (...sentences: string[]) => void draft.sentences.push(...sentences);
  switch (plan.act) {
    case "open":
      add(say("open", about(mind, plan.fact)));
      bring(plan.fact, tongue, draft);
      return round(plan.fact, tongue, draft);
    case "raise":
      bring(plan.fact, tongue, draft);
      return round(plan.fact, tongue, draft);
    case "must": {
      const { text, line } = plan.requirement;
      const v = spoken(leaning(mind) ?? NO_VERDICT);
      add(say("mustUnmet", { r: text, rl: line, v }));
      draft.hasAsked = true;
      const by = mind.book.facts.find(({ point }) => point.id === plan.requirement.by);
      if (by !== undefined) bring(by, tongue, draft);
      return commit(tongue, draft, true);
    }
    case "reply": {
      const { claim, fact } = plan;
      draft.to = claim.speaker;
      const isFor = sideOf(mind, fact) > 0;
      const move = plan.isCounter ? (isFor ? "rebutFor" : "rebutAgainst") : isFor ? "agreeFor" : "agreeAgainst";
      add(say(move, { ...answering(claim.speaker, tongue), ...theirs(claim.fact) }));
      bring(fact, tongue, draft);
      return round(fact, tongue, draft);
    }
    case "answer": {
      answer(plan.question, plan.fact, tongue, draft);
      return commit(tongue, draft);
    }
    case "remark": {
      const { remark, about: named, fact } = plan;
      add(say(remark.by === "document" ? "heardDocument" : "heardPerson", { tl: named.line }));
      bring(named, tongue, draft);
      if (fact === null) add(wish(named, tongue));
      else if (sideOf(mind, fact) !== sideOf(mind, named)) add(remain(fact, tongue, draft));
      else bring(fact, tongue, draft);
      return commit(tongue, draft);
    }
    case "concede":
    case "hold": {
      const { from, about: counter, mine: own, fact } = plan;
      draft.to = from;
      add(say(plan.act, { ...answering(from, tongue), ...theirs(counter), ...mine(own) }));
      draft.last = plan.act === "concede" ? counter : own;
      if (fact !== null) bring(fact, tongue, draft);
      else add(wish(counter, tongue));
      return round(fact ?? counter, tongue, draft);
    }
    case "change": {
      const { push, to } = plan;
      draft.verdict = to;
      draft.push = push;
      draft.withdrawn = isLeftAlone(mind);
      if (push === null) return;
      draft.to = push.from;
      const isUp = push.change > 0;
      add(changing(push, to, tongue));
      const other = ground(mind, to, isUp ? -1 : 1, unspoken(tongue));
      if (other !== null) add(remain(other, tongue, draft), wish(other, tongue));
      return;
    }
    case "ask": {
      const { claim } = plan;
      ask(claim.fact, claim.speaker, tongue, draft);
      add(reading(claim.fact, tongue));
      return commit(tongue, draft);
    }
    case "weigh": {
      const { claim, fact } = plan;
      draft.to = claim.speaker;
      const prefers = Math.abs(mind.attention[fact.index]!) >= Math.abs(mind.attention[claim.fact.index]!);
      const [own, other] = prefers ? [fact, claim.fact] : [claim.fact, fact];
      add(weighing(own, other, tongue), wish(other, tongue));
      draft.last = own;
      return commit(tongue, draft, true);
    }
    case "condition": {
      const v = draft.verdict ?? leaning(mind)!;
      add(say("condition", { v: spoken(v), ...wishing(plan.worry), ...mine(plan.worry) }));
      const support = unsaid(mind, 1);
      if (support !== null) bring(support, tongue, draft);
      return commit(tongue, draft, true);
    }
    case "state": {
      commit(tongue, draft, true);
      return close(tongue, draft);
    }
    case "withdraw": {
      const verdict = mind.talk.myVerdict ?? leaning(mind)!;
      draft.withdrawn = true;
      if (mind.talk.myVerdict === null) draft.verdict = verdict;
      const main = ground(mind, verdict, directionOf(mind, verdict), unspoken(tongue));
      if (main !== null) add(say("withdraw", { v: spoken(verdict), ...bringing(main) }));
      return close(tongue, draft);
    }
    case "abstain":
      draft.verdict = NO_VERDICT;
      draft.withdrawn = mind.talk.myMessages > 0 || mind.book.facts.length === 0;
      add(mind.talk.myMessages > 0 ? say("leaveUnread", {}) : whyNone(mind, tongue));
      if (!draft.withdrawn) {
        const fact = graveIn(mind) ?? unsaid(mind, 1) ?? unsaid(mind, -1);
        if (fact !== null) bring(fact, tongue, draft);
      }
      return;
    default:
      plan satisfies never;
  }
}

function about({ book }: Mind, { criterion }: Fact) {
  return { c: criterionInProse(book.criteria[criterion]!.name) };
}

function answering(person: string, { mind, name }: Once): Readonly<Record<string, string>> {
  return mind.talk.gone.has(person) ? {} : { who: name(person) };
}

/** Brings a fact with its quotation, and what it is held against. */
function bring(fact: Fact, tongue: Once, draft: Draft): void {
  const { mind, say, chance } = tongue;
  if (draft.cited.includes(fact)) return;
  const isFor = sideOf(mind, fact) > 0;
  const slots = { ...bringing(fact), ...about(mind, fact) };
  if (fact.point.severe && !isFor) {
    draft.sentences.push(say("severe", slots));
    if (!fact.isEcho) draft.sentences.push(say("quoteAlone", slots));
  } else {
    const move = fact.isEcho ? "cite" : "bring";
    draft.sentences.push(say(`${move}${isFor ? "For" : "Against"}`, slots));
  }
  draft.cited.push(fact);
  draft.last = fact;
  const met = isFor ? "yes" : "no";
  const asked = mind.book.requirements.find((each) => each.by === fact.point.id && each.met === met);
  if (asked !== undefined && !draft.hasAsked && !mind.talk.requirements.has(asked.id) && chance.next() < 0.6) {
    draft.sentences.push(say(asked.met === "yes" ? "reqMet" : "reqUnmet", { r: asked.text, rl: asked.line }));
    draft.hasAsked = true;
  }
}

/** What goes with a fact just brought: a conviction it touches, what stands against it, a question, a verdict. */
function round(fact: Fact, tongue: Once, draft: Draft): void {
  const { mind, chance } = tongue;
  const add = (sentence: string) => void draft.sentences.push(sentence);
  if (words(draft) < LONG) add(conviction(fact, tongue));
  const claim = mind.talk.claims.findLast(
    ({ speaker }) => speaker !== mind.me && (draft.to === null || speaker === draft.to),
  );
  if (draft.verdict === null && claim !== undefined && mayAsk(mind, claim) && chance.next() < 0.3)
    ask(claim.fact, claim.speaker, tongue, draft);
  if (words(draft) < SHORT) {
    const side = sideOf(mind, fact) === 1 ? -1 : 1;
    const other = ground(mind, leaning(mind) ?? "", side, unspoken(tongue));
    if (other !== null && mind.talk.used.has(other.index) && chance.next() < 0.6)
      add(remain(other, tongue, draft));
    else add(wish(fact, tongue));
  }
  commit(tongue, draft);
  if (words(draft) < LONG && chance.next() < ASIDES) add(tongue.say("aside", {}));
}

const ASIDES = 0.12;

function ask(fact: Fact, person: string, tongue: Once, draft: Draft): void {
  const slots = { ...answering(person, tongue), ...theirs(fact), ...wishing(fact) };
  const said = tongue.say("ask", slots) || tongue.say("askPoint", slots);
  if (said === "") return;
  draft.sentences.push(said);
  draft.to = person;
  draft.asks = true;
}

/** How one reads a fact that one has nothing new on. */
function reading(fact: Fact, tongue: Once): string {
  const { mind } = tongue;
  const side = -sideOf(mind, fact) as 1 | -1;
  const other = ground(mind, leaning(mind) ?? "", side, { ...unspoken(tongue), beside: fact });
  if (other === null || tongue.hasSaid(fact)) return wish(fact, tongue);
  const [own, rest] = mind.score >= 0 === sideOf(mind, fact) > 0 ? [fact, other] : [other, fact];
  return weighing(own, rest, tongue);
}

/** One fact put above another, on the criterion that they share. */
function weighing(own: Fact, rest: Fact, { mind, say }: Once): string {
  const c = criterionInProse(mind.book.criteria[sharedBy(own, rest) ?? own.criterion]!.name);
  return say(sideOf(mind, own) > 0 ? "weighFor" : "weighAgainst", { ...bringing(own), ...mine(rest), c });
}

/** What the documents do not tell is said to be untold; what bears on the matter may be brought beside it. */
function answer(
  { from, fact: asked, isItsOwn }: Question,
  fact: Fact | null,
  tongue: Once,
  draft: Draft,
): void {
  const { say, chance } = tongue;
  draft.to = from;
  const who = answering(from, tongue);
  const akin = fact !== null && isAkin(asked, fact) ? fact : null;
  const asks = isItsOwn ? asked.point.asks : undefined;
  const isUntold = asks !== undefined && (akin === null || !isToldBy(asks, akin));
  if (isUntold) draft.sentences.push(say("answerOpen", { ...who, asks }));
  else
    draft.sentences.push(say("answerWith", { ...who, ...theirs(asked), ...(asks !== undefined && { asks }) }));
  if (akin !== null && (!isUntold || chance.next() < 0.5)) return bring(akin, tongue, draft);
  draft.sentences.push(reading(asked, tongue));
}

/** Whether a fact may tell what is asked: both speak of the same things. */
function isToldBy(asks: string, { point }: Fact): boolean {
  const there = stemsOf(`${point.says} ${point.quote}`);
  return [...stemsOf(asks)].filter((stem) => stem.length > 4 && there.has(stem)).length >= 3;
}

/** A change of mind, and whose words brought it about. */
function changing({ from, fact, change }: Push, to: string, tongue: Once): string {
  const slots = { ...answering(from, tongue), ...theirs(fact), v: spoken(to) };
  const move = change > 0 ? "changeUp" : "changeDown";
  return tongue.say(move, slots) || tongue.say("changeAfter", slots) || tongue.say("changeSaid", slots);
}

/** Not what was said in this message, and rather not what one has said before. */
function unspoken({ hasSaid, chance }: Once) {
  return { skips: hasSaid, fresh: chance };
}

function remain(other: Fact, { mind, say }: Once, draft: Draft): string {
  draft.last = other;
  return say(sideOf(mind, other) > 0 ? "remainFor" : "remainAgainst", mine(other));
}

function wish(fact: Fact, { say }: Once): string {
  const slots = wishing(fact);
  return say("want", slots) || say("wantAsk", slots);
}

function conviction(fact: Fact, { mind, voice, say, chance }: Once): string {
  const list = sideOf(mind, fact) > 0 ? voice.convinced : voice.worried;
  const own = list.find(({ text, stems }) => {
    if (mind.talk.said.includes(text.toLowerCase())) return false;
    const text2 = `${fact.point.says} ${fact.point.quote}`.toLowerCase();
    return [...stems].filter((stem) => text2.includes(stem)).length >= 2;
  });
  return own === undefined || chance.next() < 0.3 ? "" : say("conviction", { x: own.text });
}

/** States a verdict where it is time: after the first words, or when asked to. */
function commit(tongue: Once, draft: Draft, isDue = false): void {
  const { mind, say, chance } = tongue;
  const { talk } = mind;
  if (talk.myVerdict !== null || draft.verdict !== null) return;
  const isTime =
    isDue || talk.isReminded || (talk.myMessages >= 1 && chance.next() < 0.3 + 0.25 * talk.myMessages);
  const now = isTime ? leaning(mind) : null;
  if (now === null) return;
  const push = moverTo(mind, now);
  // What was just argued against is no reason to give in the same breath.
  if (push !== null && !isDue && tongue.hasSaid(push.fact)) return;
  if (push !== null) {
    draft.push = push;
    draft.verdict = now;
    return void draft.sentences.push(changing(push, now, tongue));
  }
  const verdict = mind.first ?? now;
  draft.verdict = verdict;
  const v = spoken(verdict);
  const sought = { ...unspoken(tongue), except: draft.cited[0] ?? null };
  const main = ground(mind, verdict, directionOf(mind, verdict), sought);
  const slots = { v, ...(main !== null && bringing(main)) };
  const isEven = draft.last !== null && !speaksFor(mind, verdict, draft.last);
  draft.sentences.push(say(isEven ? "stateEven" : main === null ? "stateAlone" : "state", slots));
}

/** Whether a fact lies on the side of a verdict: of another candidate what speaks against it does. */
function speaksFor(mind: Mind, verdict: string, fact: Fact): boolean {
  const { candidate } = fact.point;
  const isOther = mind.book.isChoice && candidate !== undefined && candidate !== verdict;
  return sideOf(mind, fact) === directionOf(mind, verdict) * (isOther ? -1 : 1);
}

/** What speaks the other way is not passed over at the end. */
function close(tongue: Once, draft: Draft): void {
  const { mind, chance } = tongue;
  const verdict = draft.verdict ?? mind.talk.myVerdict;
  if (verdict === null) return;
  const other = ground(mind, verdict, -directionOf(mind, verdict) as 1 | -1, unspoken(tongue));
  if (other === null) return;
  draft.sentences.push(chance.next() < 0.6 ? remain(other, tongue, draft) : wish(other, tongue));
}

function unsaid(mind: Mind, side: 1 | -1): Fact | null {
  const left = mind.book.facts.filter((fact) => !mind.talk.used.has(fact.index) && sideOf(mind, fact) === side);
  return left.reduce<Fact | null>(
    (best, fact) => (best === null || mind.attention[fact.index]! > mind.attention[best.index]! ? fact : best),
    null,
  );
}

/** What is grave is said even by those who cannot judge. */
function graveIn({ book, talk }: Mind): Fact | null {
  return book.facts.find(({ point, index }) => point.severe && !talk.used.has(index)) ?? null;
}

function wordless({ sentences }: Draft): boolean {
  return sentences.every((each) => each === "");
}

function words({ sentences }: Draft): number {
  return sentences.join(" ").split(/\s+/).length;
}
