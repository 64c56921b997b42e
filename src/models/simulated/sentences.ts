import { standingOf } from "./beliefs.ts";
import { CONVICTIONS, DREADS } from "./frames/convictions.ts";
import { CLAIMS, EVEN_SO, FALLS, LATER, RISES, SEGUES, SHARES, UNDECIDED } from "./frames/extras.ts";
import { asksOn } from "./frames/questions.ts";
import { REMARKS } from "./frames/remarks.ts";
import { ABSENCES } from "./frames/silence.ts";
import { sideTaken, spoken } from "./ladder.ts";
import { leaning, type Mind, type Push } from "./mind.ts";
import { mayAsk } from "./open-questions.ts";
import { citing, lineOf, naming, quoted, type Tongue } from "./phrasing.ts";
import { about, decisive, expert } from "./pick.ts";
import type { Fact } from "./reading/casebook.ts";
import { countWords } from "./reading/quote.ts";
import { sumOf } from "./reading/sums.ts";
import { capitalise } from "./reading/words.ts";
import type { Speech } from "./speak.ts";
import { wishForWords, wishOn } from "./wish.ts";

export type Draft = {
  sentences: string[];
  to: string | null;
  cited: Fact[];
  requirement: Speech["requirement"];
  verdict: string | null;
  withdrawn: boolean;
  moved: Push | null;
  hasWeighed: boolean;
  /** Which way the last thing said points: for (1), against (-1), or neither. */
  points: number;
};

export function emptyDraft(): Draft {
  return {
    sentences: [],
    to: null,
    cited: [],
    requirement: null,
    verdict: null,
    withdrawn: false,
    moved: null,
    hasWeighed: false,
    points: 0,
  };
}

export const ENOUGH = 56;

export function cite(fact: Fact, tongue: Tongue, draft: Draft): void {
  const slots = { ...citing(fact), s: tongue.mind.book.subject, ...about(tongue.mind, fact.criterion) };
  const said =
    fact.kind === "absence"
      ? tongue.from(ABSENCES, slots)
      : tongue.say(fact.polarity > 0 ? "citeFor" : "citeAgainst", slots);
  const line = lineOf(fact);
  draft.sentences.push(
    said === "" ? `${line[0]!.toUpperCase()}${line.slice(1)}: ${quoted(fact.quote)}.` : said,
  );
  draft.cited.push(fact);
  draft.points = fact.polarity;
  if (fact.claim !== null) draft.sentences.push(tongue.from(CLAIMS, { x: fact.claim.replace(/\.$/, "") }));
  sum(fact, tongue, draft);
}

/** Those who do sums aloud do them on what they have just quoted. */
function sum(fact: Fact, tongue: Tongue, draft: Draft): void {
  if (tongue.chance.next() > (tongue.voice.counts ? 0.75 : 0.12)) return;
  const result = sumOf(fact.quote);
  if (result === null) return;
  const frames = result.kind === "share" ? SHARES : result.kind === "rise" ? RISES : FALLS;
  draft.sentences.push(tongue.from(frames, { n: String(result.percent) }));
}

/** A requirement the passage can be held against, a conviction it touches, or a remark on its kind. */
export function comment(fact: Fact, tongue: Tongue, draft: Draft): void {
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

/** Long, and rare in these documents. */
function isTelling(stem: string, { book }: Mind): boolean {
  return stem.length >= LONG && (book.rarity.get(stem) ?? 0) > 0.5;
}

function conviction(fact: Fact, tongue: Tongue): string {
  const list = fact.polarity > 0 ? tongue.voice.convinced : tongue.voice.worried;
  for (const { text, stems } of list) {
    let shared = 0;
    for (const stem of stems) if (fact.stems.has(stem)) shared += isTelling(stem, tongue.mind) ? 2 : 1;
    if (shared < 2 || tongue.mind.mySaid.some((said) => said.includes(text))) continue;
    return tongue.from(fact.polarity > 0 ? CONVICTIONS : DREADS, { x: text });
  }
  return "";
}

export function inOrder(answered: Fact, fact: Fact, tongue: Tongue, draft: Draft): void {
  const [before, after] = [Math.max(...answered.years), Math.max(...fact.years)];
  if (!Number.isFinite(before) || !Number.isFinite(after) || after <= before) return;
  if (tongue.chance.next() < 0.6)
    draft.sentences.push(tongue.from(LATER, { y: String(before), z: String(after) }));
}

export function weigh(fact: Fact, tongue: Tongue, draft: Draft): void {
  const standing = standingOf(tongue.mind.beliefs, fact.criterion) - tongue.mind.book.bar * 0.6;
  if (standing * fact.polarity < 0 || draft.hasWeighed) return;
  draft.hasWeighed = true;
  draft.points = standing;
  draft.sentences.push(
    tongue.say(standing > 0 ? "weighFor" : "weighAgainst", about(tongue.mind, fact.criterion)),
  );
}

/** A message of two short sentences says too little. */
export function fillUp(fact: Fact, tongue: Tongue, draft: Draft): void {
  if (words(draft) < ENOUGH) draft.sentences.push(want(fact, tongue));
  if (words(draft) < ENOUGH - 12) weigh(fact, tongue, draft);
}

/** States a verdict with the message once one has had time to form it. */
export function commit(mind: Mind, tongue: Tongue, draft: Draft, isDue = false): void {
  if (mind.myVerdict !== null) return;
  const ripe =
    mind.isReminded ||
    isDue ||
    mind.myMessages >= 2 ||
    tongue.chance.next() < (mind.myMessages === 1 ? 0.75 : 0.3);
  if (!ripe) return;
  draft.verdict = leaning(mind);
  const said = stating(draft.verdict, tongue);
  draft.sentences.push(contradicts(draft, mind) ? evenSo(said, tongue) : said);
}

/** A side taken rests on a criterion; who takes neither says that nothing outweighs the other. */
function stating(verdict: string, tongue: Tongue): string {
  const { mind } = tongue;
  const slots = { v: spoken(verdict), ...about(mind, decisive(mind)) };
  const isNeutral = sideTaken(verdict, mind.scenario.verdicts) === "neutral";
  return (isNeutral ? tongue.from(UNDECIDED, slots) : "") || tongue.say("state", slots);
}

/** The last thing quoted, weighed or answered points the other way than the verdict. */
function contradicts({ verdict, points }: Draft, mind: Mind): boolean {
  const side = mind.scenario.verdicts.find(({ id }) => id === verdict)?.side;
  return (side === "for" && points < 0) || (side === "against" && points > 0);
}

function evenSo(sentence: string, { chance }: Tongue): string {
  if (sentence === "") return "";
  const follows = /^I\b/.test(sentence) ? sentence : sentence[0]!.toLowerCase() + sentence.slice(1);
  return chance.pick(EVEN_SO) + follows;
}

export function maybeAsk(fact: Fact, tongue: Tongue, draft: Draft, likelihood: number, whom?: string): void {
  const { mind, chance } = tongue;
  if (chance.next() > likelihood) return;
  const person = whom ?? expert(mind, fact);
  if (person === null || person === mind.me || mind.gone.has(person) || !mayAsk(mind, person)) return;
  const said = tongue.from(asksOn(fact.kind), { who: tongue.name(person), ...naming(fact) });
  if (said === "") return;
  draft.sentences.push(said);
  draft.to = person;
}

export function address(person: string, { mind }: Tongue, draft: Draft): void {
  if (!mind.gone.has(person)) draft.to = person;
}

/** Names one thing one would want to know or see; nothing where all that fits has been wished for in this meeting. */
export function want(fact: Fact | null, tongue: Tongue): string {
  const wish = fact === null ? wishForWords(tongue) : wishOn(fact.kind, tongue);
  return wish === null ? "" : tongue.say("want", wish.slots);
}

/** Ties what follows to what somebody has just said. */
export function segue(tongue: Tongue, draft: Draft): void {
  const { mind } = tongue;
  const last = mind.claims.findLast(({ speaker, order }) => speaker !== mind.me && mind.order - order < 4);
  if (last === undefined || tongue.chance.next() < 0.25) return;
  draft.sentences.push(tongue.from(SEGUES, { who: tongue.name(last.speaker), ...naming(last.fact) }));
}

export function words({ sentences }: Draft): number {
  return sentences.reduce((count, sentence) => count + countWords(sentence), 0);
}

const LOWERS =
  /^(?:The|That|There|This|It|On|In|What|So|Here|Somebody|Nobody|Whoever|If|We|One|A|An|People|Something|Think|Go|For|Of|By|To|As|Two|My|Before|Anyone|Money|Numbers|Strangers|Prizes|Finished|Growth|Cash|Who|Paper|Nights|Habits|Others|Cleverness)\b/;

/** Now and then a pet phrase goes before the second sentence, or before the last where it announces one. */
export function withLead(sentences: readonly string[], { voice, mind, chance }: Tongue): readonly string[] {
  const lead = voice.leads.find((each) => !mind.mySaid.some((said) => said.includes(capitalise(each.trim()))));
  if (lead === undefined || sentences.length < 3 || chance.next() > 0.45) return sentences;
  const at = lead.endsWith(": ") ? sentences.length - 1 : 1;
  const plain = sentences[at]!;
  const stays = /^(?:"|I\b|Line \d)/.test(plain);
  if (!stays && !LOWERS.test(plain)) return sentences;
  const follows = stays ? plain.replace(/^Line/, "line") : plain[0]!.toLowerCase() + plain.slice(1);
  return [...sentences.slice(0, at), `${capitalise(lead)}${follows}`, ...sentences.slice(at + 1)];
}
