import { standingOf } from "./beliefs.ts";
import type { Fact } from "./casebook.ts";
import {
  CLAIMS,
  CONTRASTS,
  EVEN_SO,
  FALLS,
  LATER,
  PREFERENCES,
  RISES,
  SEGUES,
  SHARES,
} from "./frames/extras.ts";
import { CONVICTIONS, DREADS, MISSING, QUESTIONS, REMARKS, WISHES } from "./frames/remarks.ts";
import { spoken } from "./ladder.ts";
import { leaning, type Mind } from "./mind.ts";
import { citing, criterionInProse, lineOf, naming, quoted, type Slots, type Tongue } from "./phrasing.ts";
import { belonging, freshness, type Plan } from "./plan.ts";
import { countWords } from "./quote.ts";
import { sumOf } from "./sums.ts";
import { capitalise } from "./words.ts";

/** What is said, and the fields that go with it. */
export type Speech = {
  readonly content: string;
  readonly to: string | null;
  readonly cited: readonly Fact[];
  readonly requirement: { readonly ref: string; readonly quote: string } | null;
  readonly verdict: string | null;
  readonly withdrawn: boolean;
};

type Draft = {
  sentences: string[];
  to: string | null;
  cited: Fact[];
  requirement: Speech["requirement"];
  verdict: string | null;
  withdrawn: boolean;
};

const ENOUGH = 56;

/** Carries out a plan in the member's own manner. */
export function speak(plan: Plan, tongue: Tongue): Speech {
  const draft: Draft = {
    sentences: [],
    to: null,
    cited: [],
    requirement: null,
    verdict: null,
    withdrawn: false,
  };
  perform(plan, tongue, draft);
  const { sentences, ...rest } = draft;
  return {
    ...rest,
    content: withLead(
      sentences.filter((each) => each !== ""),
      tongue,
    ).join(" "),
  };
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
  if (fact === null) return void draft.sentences.push(want(null, tongue));
  cite(fact, tongue, draft);
  comment(fact, tongue, draft);
  fillUp(fact, tongue, draft);
  maybeAsk(fact, tongue, draft, 0.4);
}

function reply({ claim, fact }: Extract<Plan, { claim: unknown }>, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  address(claim.speaker, tongue, draft);
  const slots = { who: tongue.name(claim.speaker), ...naming(claim.fact) };
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

function answer(
  { from, about: asked, fact }: Extract<Plan, { act: "answer" }>,
  tongue: Tongue,
  draft: Draft,
): void {
  address(from, tongue, draft);
  draft.sentences.push(tongue.say("answer", { who: tongue.name(from), ...naming(asked) }));
  if (fact === null) comment(asked, tongue, draft);
  else {
    cite(fact, tongue, draft);
    comment(fact, tongue, draft);
  }
  weigh(fact ?? asked, tongue, draft);
  fillUp(fact ?? asked, tongue, draft);
  commit(tongue.mind, tongue, draft);
}

function stand(plan: Extract<Plan, { act: "hold" | "concede" }>, tongue: Tongue, draft: Draft): void {
  address(plan.from, tongue, draft);
  draft.sentences.push(tongue.say(plan.act, { who: tongue.name(plan.from), ...naming(plan.about) }));
  if (plan.fact !== null) {
    cite(plan.fact, tongue, draft);
    comment(plan.fact, tongue, draft);
    fillUp(plan.fact, tongue, draft);
  } else if (plan.act === "concede") {
    comment(plan.about, tongue, draft);
    weigh(plan.about, tongue, draft);
    fillUp(plan.about, tongue, draft);
  } else if (plan.mine !== null) {
    draft.sentences.push(tongue.say(plan.mine.polarity > 0 ? "remainFor" : "remainAgainst", naming(plan.mine)));
    comment(plan.mine, tongue, draft);
    fillUp(plan.mine, tongue, draft);
  }
  commit(tongue.mind, tongue, draft);
}

function change({ push, to }: Extract<Plan, { act: "change" }>, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  address(push.from, tongue, draft);
  const move = push.change > 0 ? "changeUp" : "changeDown";
  draft.sentences.push(tongue.say(move, { who: tongue.name(push.from), ...naming(push.fact), v: spoken(to) }));
  draft.verdict = to;
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

/** Ties what follows to what somebody has just said. */
function segue(tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  const last = mind.claims.findLast(({ speaker, order }) => speaker !== mind.me && mind.order - order < 4);
  if (last === undefined || tongue.chance.next() < 0.25) return;
  draft.sentences.push(tongue.from(SEGUES, { who: tongue.name(last.speaker), ...naming(last.fact) }));
}

function condition(worry: Fact, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  const own = support(tongue, 1);
  const wish = missing(worry, tongue);
  if (wish !== "") draft.sentences.push(tongue.say("condition", { ...naming(worry), m: wish }));
  if (own !== null) {
    cite(own, tongue, draft);
    comment(own, tongue, draft);
  }
  weigh(worry, tongue, draft);
  fillUp(worry, tongue, draft);
  commit(mind, tongue, draft, true);
}

function press({ first, second }: Extract<Plan, { act: "press" }>, tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  draft.sentences.push(tongue.say("press", {}));
  const slots = {
    a: tongue.name(first.speaker),
    b: tongue.name(second.speaker),
    g: naming(first.fact).h!,
    h: naming(second.fact).h!,
  };
  draft.sentences.push(tongue.from(CONTRASTS, slots));
  const preferred = first.fact.polarity * mind.score > 0 ? first.fact : second.fact;
  draft.sentences.push(tongue.from(PREFERENCES, naming(preferred)));
  const own = support(tongue, mind.score >= 0 ? 1 : -1);
  if (own !== null) cite(own, tongue, draft);
  fillUp(own ?? preferred, tongue, draft);
  commit(mind, tongue, draft, true);
}

function declare(tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  commit(mind, tongue, draft, true);
  const own = support(tongue, mind.score >= 0 ? 1 : -1);
  if (own !== null) {
    cite(own, tongue, draft);
    comment(own, tongue, draft);
  }
  const against = strongest(mind, mind.score >= 0 ? -1 : 1, own);
  if (against !== null)
    draft.sentences.push(tongue.say(against.polarity > 0 ? "remainFor" : "remainAgainst", naming(against)));
  draft.sentences.push(want(against ?? own, tongue));
}

function withdraw(tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  const verdict = mind.myVerdict ?? leaning(mind);
  draft.withdrawn = true;
  if (mind.myVerdict === null) draft.verdict = verdict;
  draft.sentences.push(tongue.say("withdraw", { v: spoken(verdict), ...about(mind, heaviest(mind)) }));
  const isFor = mind.scenario.verdicts.find(({ id }) => id === verdict)?.side !== "against";
  const own = support(tongue, isFor ? 1 : -1);
  if (own !== null) cite(own, tongue, draft);
  const against = strongest(mind, isFor ? -1 : 1, own);
  if (against !== null)
    draft.sentences.push(tongue.say(against.polarity > 0 ? "remainFor" : "remainAgainst", naming(against)));
  if (words(draft) < ENOUGH - 10) draft.sentences.push(want(against ?? own, tongue));
}

function cite(fact: Fact, tongue: Tongue, draft: Draft): void {
  const slots = { ...citing(fact), s: tongue.mind.book.subject, ...about(tongue.mind, fact.criterion) };
  const said = tongue.say(fact.polarity > 0 ? "citeFor" : "citeAgainst", slots);
  const line = lineOf(fact);
  draft.sentences.push(
    said === "" ? `${line[0]!.toUpperCase()}${line.slice(1)}: ${quoted(fact.quote)}.` : said,
  );
  draft.cited.push(fact);
  if (fact.claim !== null) draft.sentences.push(tongue.from(CLAIMS, { x: fact.claim.replace(/\.$/, "") }));
  sum(fact, tongue, draft);
}

/** Those who do sums aloud do them on what they have just quoted. */
function sum(fact: Fact, tongue: Tongue, draft: Draft): void {
  if (tongue.chance.next() > (tongue.voice.counts ? 0.75 : 0.12)) return;
  const result = sumOf(fact.text);
  if (result === null) return;
  const frames = result.kind === "share" ? SHARES : result.kind === "rise" ? RISES : FALLS;
  draft.sentences.push(tongue.from(frames, { n: String(result.percent) }));
}

/** A requirement the passage can be held against, a conviction it touches, or a remark on its kind. */
function comment(fact: Fact, tongue: Tongue, draft: Draft): void {
  const { mind, chance } = tongue;
  const asked = mind.book.asked[fact.index]![0];
  if (asked !== undefined && draft.requirement === null && draft.cited.includes(fact) && chance.next() < 0.45) {
    const slots = { r: quoted(asked.quote), rl: lineOf(asked) };
    const said = tongue.say(fact.polarity > 0 ? "reqMet" : "reqUnmet", slots);
    if (said !== "") {
      draft.sentences.push(said);
      draft.requirement = asked;
      if (chance.next() < 0.5) return;
    }
  }
  const own = conviction(fact, tongue);
  draft.sentences.push(own !== "" ? own : tongue.from(REMARKS[fact.kind], {}));
}

/** One long word in common is enough, or two short ones. */
const LONG = 7;

function conviction(fact: Fact, tongue: Tongue): string {
  const list = fact.polarity > 0 ? tongue.voice.convinced : tongue.voice.worried;
  for (const { text, stems } of list) {
    let shared = 0;
    for (const stem of stems) if (fact.stems.has(stem)) shared += stem.length < LONG ? 1 : 2;
    if (shared < 2 || tongue.mind.mySaid.some((said) => said.includes(text))) continue;
    return tongue.from(fact.polarity > 0 ? CONVICTIONS : DREADS, { x: text });
  }
  return "";
}

function inOrder(answered: Fact, fact: Fact, tongue: Tongue, draft: Draft): void {
  const [before, after] = [Math.max(...answered.years), Math.max(...fact.years)];
  if (!Number.isFinite(before) || !Number.isFinite(after) || after <= before) return;
  if (tongue.chance.next() < 0.6)
    draft.sentences.push(tongue.from(LATER, { y: String(before), z: String(after) }));
}

function weigh(fact: Fact, tongue: Tongue, draft: Draft): void {
  const standing = standingOf(tongue.mind.beliefs, fact.criterion) - tongue.mind.book.bar * 0.6;
  if (standing * fact.polarity < 0) return;
  draft.sentences.push(
    tongue.say(standing > 0 ? "weighFor" : "weighAgainst", about(tongue.mind, fact.criterion)),
  );
}

/** A message of two short sentences says too little. */
function fillUp(fact: Fact, tongue: Tongue, draft: Draft): void {
  if (words(draft) < ENOUGH) draft.sentences.push(want(fact, tongue));
  if (words(draft) < ENOUGH - 12) weigh(fact, tongue, draft);
}

/** States a verdict with the message once one has had time to form it. */
function commit(mind: Mind, tongue: Tongue, draft: Draft, isDue = false): void {
  if (mind.myVerdict !== null) return;
  const ripe =
    mind.isReminded ||
    isDue ||
    mind.myMessages >= 2 ||
    tongue.chance.next() < (mind.myMessages === 1 ? 0.75 : 0.3);
  if (!ripe) return;
  draft.verdict = leaning(mind);
  const said = tongue.say("state", { v: spoken(draft.verdict), ...about(mind, decisive(mind)) });
  draft.sentences.push(contradicts(draft, mind) ? evenSo(said, tongue) : said);
}

/** The last thing quoted points the other way than the verdict. */
function contradicts({ verdict, cited }: Draft, mind: Mind): boolean {
  const side = mind.scenario.verdicts.find(({ id }) => id === verdict)?.side;
  const polarity = cited.at(-1)?.polarity ?? 0;
  return (side === "for" && polarity < 0) || (side === "against" && polarity > 0);
}

function evenSo(sentence: string, { chance }: Tongue): string {
  if (sentence === "") return "";
  const follows = /^I\b/.test(sentence) ? sentence : sentence[0]!.toLowerCase() + sentence.slice(1);
  return chance.pick(EVEN_SO) + follows;
}

function maybeAsk(fact: Fact, tongue: Tongue, draft: Draft, likelihood: number, whom?: string): void {
  const { mind, chance } = tongue;
  if (chance.next() > likelihood) return;
  const person = whom ?? expert(mind, fact);
  if (person === null || person === mind.me || mind.gone.has(person)) return;
  const said = tongue.from(QUESTIONS[fact.kind], { who: tongue.name(person), ...naming(fact) });
  if (said === "") return;
  draft.sentences.push(said);
  draft.to = person;
}

function address(person: string, { mind }: Tongue, draft: Draft): void {
  if (!mind.gone.has(person)) draft.to = person;
}

/** Whoever has cited the criterion most, among those still present. */
function expert(mind: Mind, fact: Fact): string | null {
  let best: string | null = null;
  let most = 0;
  for (const [person, fields] of mind.fields) {
    if (person === mind.me || mind.gone.has(person)) continue;
    const count = fields.reduce((sum, each, at) => sum + each * (0.2 + fact.shares[at]!), 0);
    if (count > most) {
      best = person;
      most = count;
    }
  }
  return best;
}

function want(fact: Fact | null, tongue: Tongue): string {
  const wish = missing(fact, tongue);
  return wish === "" ? "" : tongue.say("want", { m: wish });
}

/** A noun phrase for what one would want to know, not yet wished for in this meeting; empty where all were. */
export function missing(fact: Fact | null, tongue: Tongue): string {
  const wish = tongue.from(MISSING[fact?.kind ?? "other"], {}) || tongue.from(WISHES, {});
  return wish === "" ? "" : wish[0]!.toLowerCase() + wish.slice(1);
}

/** An unused fact on one side that one cares about, strongest first. */
function support({ mind }: Tongue, side: 1 | -1): Fact | null {
  return extreme(mind, side, (fact) =>
    mind.used.has(fact.index) ? 0 : freshness(mind, fact) * belonging(mind, fact),
  );
}

/** What has been said on one side and weighs most here. */
export function strongest(mind: Mind, side: 1 | -1, except: Fact | null): Fact | null {
  const said = extreme(mind, side, (fact) => (mind.used.has(fact.index) && fact !== except ? 1 : 0));
  return said ?? extreme(mind, side, (fact) => (fact !== except ? 1 : 0));
}

/** What weighs most on one side, said or unsaid. */
export function ground(mind: Mind, side: 1 | -1): Fact | null {
  return extreme(mind, side, () => 1);
}

function extreme(mind: Mind, side: 1 | -1, suits: (fact: Fact) => number): Fact | null {
  const { weights } = mind.beliefs.temper;
  let best: Fact | null = null;
  let most = 0;
  for (const fact of mind.book.facts) {
    if (fact.polarity * side <= 0) continue;
    const share = fact.shares.reduce((sum, each, at) => sum + each * weights[at]!, 0);
    const heard = mind.used.has(fact.index) ? 1.2 : 1;
    const worth =
      Math.abs(fact.polarity) * share * share * mind.beliefs.attention[fact.index]! * heard * suits(fact);
    if (worth > most) {
      best = fact;
      most = worth;
    }
  }
  return best;
}

/** The criterion a verdict rests on: that of its strongest ground, or else the one that pulls furthest. */
export function decisive(mind: Mind): number {
  const main = ground(mind, mind.score >= 0 ? 1 : -1);
  if (main !== null) return main.criterion;
  const { weights } = mind.beliefs.temper;
  const sign = mind.score >= 0 ? 1 : -1;
  let best = heaviest(mind);
  let most = 0;
  weights.forEach((weight, at) => {
    const pull = weight * (standingOf(mind.beliefs, at) - mind.book.bar) * sign;
    if (pull > most) {
      best = at;
      most = pull;
    }
  });
  return best;
}

function heaviest(mind: Mind): number {
  const { weights } = mind.beliefs.temper;
  return weights.indexOf(Math.max(...weights));
}

function about(mind: Mind, criterion: number): Slots {
  return { c: criterionInProse(mind.book.yardsticks[criterion]!.name), s: mind.book.subject };
}

function words({ sentences }: Draft): number {
  return sentences.reduce((count, sentence) => count + countWords(sentence), 0);
}

const LOWERS =
  /^(?:The|That|There|This|It|On|In|What|So|Here|Somebody|Nobody|Whoever|If|We|One|A|An|People|Something|Think|Go|For|Of|By|To|As|Two|My|Before|Anyone|Money|Numbers|Strangers|Prizes|Finished|Growth|Cash)\b/;

/** Now and then a pet phrase goes before the second sentence, or before the last where it announces one. */
function withLead(sentences: readonly string[], { voice, mind, chance }: Tongue): readonly string[] {
  const lead = voice.leads.find((each) => !mind.mySaid.some((said) => said.includes(capitalise(each.trim()))));
  if (lead === undefined || sentences.length < 3 || chance.next() > 0.45) return sentences;
  const at = lead.endsWith(": ") ? sentences.length - 1 : 1;
  const plain = sentences[at]!;
  const stays = /^(?:"|I\b|Line \d)/.test(plain);
  if (!stays && !LOWERS.test(plain)) return sentences;
  const follows = stays ? plain.replace(/^Line/, "line") : plain[0]!.toLowerCase() + plain.slice(1);
  return [...sentences.slice(0, at), `${capitalise(lead)}${follows}`, ...sentences.slice(at + 1)];
}
