import { answer, answerBeside } from "./answer.ts";
import { CONTRASTS, KEPT, PREFERENCES, RELUCTANCES, RESTS } from "./frames/extras.ts";
import { NOTHING } from "./frames/silence.ts";
import { signOf, spoken } from "./ladder.ts";
import { leaning, moverTo, type Push } from "./mind.ts";
import { naming, type Tongue } from "./phrasing.ts";
import { about, decisive, ground, heaviest, restedOn, strongest, support, supportOn } from "./pick.ts";
import { isLeftAlone, nearest, type Plan } from "./plan.ts";
import type { Fact } from "./reading/casebook.ts";
import { sideOf } from "./readings.ts";
import {
  address,
  cite,
  comment,
  commit,
  type Draft,
  ENOUGH,
  emptyDraft,
  fillUp,
  inOrder,
  maybeAsk,
  segue,
  want,
  weigh,
  withLead,
  words,
} from "./sentences.ts";
import { wishOn } from "./wish.ts";

/** What is said, and the fields that go with it. */
export type Speech = {
  readonly content: string;
  readonly to: string | null;
  readonly cited: readonly Fact[];
  readonly requirement: { readonly ref: string; readonly quote: string } | null;
  readonly verdict: string | null;
  readonly withdrawn: boolean;
  /** What changed the verdict, where somebody's argument did. */
  readonly moved: Push | null;
};

const LEAST = 36;

/** Carries out a plan in the member's own manner. */
export function speak(plan: Plan, tongue: Tongue): Speech {
  const draft = emptyDraft();
  perform(plan, tongue, draft);
  if (words(draft) < LEAST) addGround(tongue, draft);
  if (draft.verdict !== null) draft.moved ??= moverTo(tongue.mind, draft.verdict);
  const { sentences, hasWeighed: _, points: __, ...rest } = draft;
  return {
    ...rest,
    content: withLead(
      sentences.filter((each) => each !== ""),
      tongue,
    ).join(" "),
  };
}

/** A message that came out short ends on what still counts most with its speaker. */
function addGround(tongue: Tongue, draft: Draft): void {
  const own = strongest(tongue.mind, tongue.mind.score >= 0 ? 1 : -1, draft.cited[0] ?? null);
  if (own !== null)
    draft.sentences.push(tongue.say(own.polarity > 0 ? "remainFor" : "remainAgainst", naming(own)));
  if (words(draft) < LEAST - 8) draft.sentences.push(want(own, tongue));
}

function perform(plan: Plan, tongue: Tongue, draft: Draft): void {
  switch (plan.act) {
    case "open":
      return open(plan.fact, tongue, draft);
    case "change":
      return change(plan, tongue, draft);
    case "answer":
      return answer(plan, tongue, draft);
    case "hold":
    case "concede":
      return stand(plan, tongue, draft);
    case "oppose":
    case "agree":
      return reply(plan, tongue, draft);
    case "raise":
      return raise(plan.fact, tongue, draft);
    case "condition":
      return condition(plan.fact, tongue, draft);
    case "press":
      return press(plan, tongue, draft);
    case "state":
      return declare(tongue, draft);
    case "withdraw":
      return withdraw(tongue, draft);
    default:
      plan satisfies never;
  }
}

function open(fact: Fact | null, tongue: Tongue, draft: Draft): void {
  const criterion = fact?.criterion ?? heaviest(tongue.mind);
  draft.sentences.push(tongue.say("open", about(tongue.mind, criterion)));
  if (fact === null) return openOnSaid(criterion, tongue, draft);
  cite(fact, tongue, draft);
  comment(fact, tongue, draft);
  fillUp(fact, tongue, draft);
  maybeAsk(fact, tongue, draft, 0.4);
}

/** There is nothing new to bring up: one speaks of what others brought, unless nothing bears on the criterion at all. */
function openOnSaid(criterion: number, tongue: Tongue, draft: Draft): void {
  const isKnown = tongue.mind.book.facts.some(({ shares }) => shares[criterion]! > 0);
  const said = isKnown ? strongest(tongue.mind, tongue.mind.score >= 0 ? 1 : -1, null) : null;
  if (said === null) return missAll(criterion, tongue, draft);
  draft.sentences.push(tongue.from(KEPT, naming(said)));
  comment(said, tongue, draft);
  weigh(said, tongue, draft);
  fillUp(said, tongue, draft);
}

/** Nothing in the documents speaks for or against. */
function missAll(criterion: number, tongue: Tongue, draft: Draft): void {
  draft.sentences.push(tongue.from(NOTHING, about(tongue.mind, criterion)), want(null, tongue));
}

function reply({ claim, fact }: Extract<Plan, { claim: unknown }>, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  address(claim.speaker, tongue, draft);
  const slots = { ...tongue.answering(claim.speaker), ...naming(claim.fact) };
  const isCounter = claim.fact.polarity * fact.polarity < 0;
  const move = isCounter
    ? fact.polarity > 0
      ? "defend"
      : "doubt"
    : fact.polarity > 0
      ? "agreeFor"
      : "agreeAgainst";
  draft.sentences.push(tongue.say(move, slots));
  cite(fact, tongue, draft);
  if (isCounter) inOrder(claim.fact, fact, tongue, draft);
  comment(fact, tongue, draft);
  fillUp(fact, tongue, draft);
  commit(mind, tongue, draft);
  if (draft.verdict === null) maybeAsk(fact, tongue, draft, 0.25, claim.speaker);
}

function stand(plan: Extract<Plan, { act: "hold" | "concede" }>, tongue: Tongue, draft: Draft): void {
  address(plan.from, tongue, draft);
  draft.sentences.push(tongue.say(plan.act, { ...tongue.answering(plan.from), ...naming(plan.about) }));
  if (plan.fact !== null) {
    cite(plan.fact, tongue, draft);
    comment(plan.fact, tongue, draft);
    fillUp(plan.fact, tongue, draft);
  } else if (plan.act === "concede") {
    draft.points = plan.about.polarity;
    comment(plan.about, tongue, draft);
    weigh(plan.about, tongue, draft);
    fillUp(plan.about, tongue, draft);
  } else if (plan.mine !== null) {
    draft.points = plan.mine.polarity;
    draft.sentences.push(tongue.say(plan.mine.polarity > 0 ? "remainFor" : "remainAgainst", naming(plan.mine)));
    comment(plan.mine, tongue, draft);
    fillUp(plan.mine, tongue, draft);
  }
  commit(tongue.mind, tongue, draft);
}

function change({ push, to, question }: Extract<Plan, { act: "change" }>, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  address(push.from, tongue, draft);
  const move = push.change > 0 ? "changeUp" : "changeDown";
  draft.sentences.push(
    tongue.say(move, { ...tongue.answering(push.from), ...naming(push.fact), v: spoken(to) }),
  );
  draft.verdict = to;
  draft.moved = push;
  draft.withdrawn = isLeftAlone(mind);
  if (question !== null) answerBeside(question, tongue, draft);
  comment(push.fact, tongue, draft);
  const remaining = strongest(mind, push.change > 0 ? -1 : 1, push.fact);
  if (remaining !== null)
    draft.sentences.push(tongue.say(remaining.polarity > 0 ? "remainFor" : "remainAgainst", naming(remaining)));
  draft.sentences.push(want(remaining ?? push.fact, tongue));
}

function raise(fact: Fact, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  const isNew = !mind.claims.some((claim) => claim.fact.criterion === fact.criterion);
  if (isNew) draft.sentences.push(tongue.say("raise", about(mind, fact.criterion)));
  else segue(tongue, draft);
  cite(fact, tongue, draft);
  comment(fact, tongue, draft);
  weigh(fact, tongue, draft);
  fillUp(fact, tongue, draft);
  commit(mind, tongue, draft);
  if (draft.verdict === null) maybeAsk(fact, tongue, draft, 0.4);
}

function condition(worry: Fact, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  const wish = wishOn(worry.kind, tongue);
  if (wish !== null) draft.sentences.push(tongue.say("condition", { ...naming(worry), ...wish.slots }));
  const own = nearest(mind, worry, 1) ?? supportOn(tongue, 1, worry.criterion) ?? support(tongue, 1);
  if (own !== null) {
    cite(own, tongue, draft);
    comment(own, tongue, draft);
  }
  fillUp(own ?? worry, tongue, draft);
  commit(mind, tongue, draft, true);
}

function press({ fault, merit }: Extract<Plan, { act: "press" }>, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  draft.sentences.push(tongue.say("press", {}));
  const slots = {
    a: tongue.name(fault.speaker),
    b: tongue.name(merit.speaker),
    g: naming(fault.fact).h!,
    h: naming(merit.fact).h!,
  };
  draft.sentences.push(tongue.from(CONTRASTS, slots));
  const isFor = mind.score >= 0;
  const preferred = isFor ? merit.fact : fault.fact;
  draft.sentences.push(tongue.from(isFor ? PREFERENCES : RELUCTANCES, naming(preferred)));
  const side = sideOf(preferred);
  const own = nearest(mind, preferred, side) ?? supportOn(tongue, side, preferred.criterion);
  if (own !== null) cite(own, tongue, draft);
  else comment(preferred, tongue, draft);
  fillUp(own ?? preferred, tongue, draft);
  commit(mind, tongue, draft, true);
}

/** A verdict rests on its criterion: what is quoted after it is of that criterion, or else its ground is named. */
function declare(tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  commit(mind, tongue, draft, true);
  const sign = mind.score >= 0 ? 1 : -1;
  const own = draft.verdict === null ? support(tongue, sign) : supportOn(tongue, sign, decisive(mind));
  if (own !== null) {
    cite(own, tongue, draft);
    comment(own, tongue, draft);
  } else if (draft.verdict !== null) restOn(ground(mind, sign), tongue, draft);
  const against = remain(sign, own, tongue, draft);
  draft.sentences.push(want(against ?? own, tongue));
}

function withdraw(tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  const verdict = mind.myVerdict ?? leaning(mind);
  draft.withdrawn = true;
  if (mind.myVerdict === null) draft.verdict = verdict;
  const sign = signOf(verdict, mind.score, mind.scenario.verdicts);
  const main = restedOn(mind, sign);
  const criterion = main?.criterion ?? heaviest(mind);
  draft.sentences.push(tongue.say("withdraw", { v: spoken(verdict), ...about(mind, criterion) }));
  const own = supportOn(tongue, sign, criterion);
  if (own !== null) cite(own, tongue, draft);
  else restOn(main, tongue, draft);
  const against = remain(sign, own, tongue, draft);
  if (words(draft) < ENOUGH - 10) draft.sentences.push(want(against ?? main, tongue));
}

function restOn(main: Fact | null, tongue: Tongue, draft: Draft): void {
  if (main !== null) draft.sentences.push(tongue.from(RESTS, naming(main)));
}

/** What speaks the other way is not passed over. */
function remain(sign: 1 | -1, own: Fact | null, tongue: Tongue, draft: Draft): Fact | null {
  const against = strongest(tongue.mind, -sign as 1 | -1, own);
  if (against !== null)
    draft.sentences.push(tongue.say(against.polarity > 0 ? "remainFor" : "remainAgainst", naming(against)));
  return against;
}
