import type { Fact } from "./book.ts";
import { leaning, type Mind, sideOf } from "./mind.ts";
import { mayAsk, moverTo } from "./plan.ts";
import { directionOf, ground, sharedBy } from "./stance.ts";
import type { Push } from "./talk.ts";
import { about, bringing, mine, type Once, type Slots, spoken, theirs, wishing } from "./tongue.ts";

/** A message as it is being put together. */
export type MessageDraft = Once & {
  readonly sentences: string[];
  readonly cited: Fact[];
  to: string | null;
  /** Whoever it is addressed to is asked something. */
  asks: boolean;
  /** What was last put with weight: a verdict on the other side is given in spite of it. */
  last: Fact | null;
  /** A requirement was spoken of. */
  hasAsked: boolean;
  verdict: string | null;
  withdrawn: boolean;
  /** What changed the verdict. */
  push: Push | null;
};

/** From how many words on nothing is added that is not needed. */
const SHORT = 34;
const LONG = 60;
const ASIDES = 0.12;

/** Puts a move into words; false where there are none. */
export function tell(draft: MessageDraft, move: string, slots: Slots): boolean {
  const sentence = draft.say(move, slots);
  if (sentence !== "") draft.sentences.push(sentence);
  return sentence !== "";
}

/** `For` or `Against`, as a fact speaks with this member: the end of many a move. */
export function sided(mind: Mind, fact: Fact): "For" | "Against" {
  return sideOf(mind, fact) > 0 ? "For" : "Against";
}

/** By name as long as there is somebody to hear it. */
export function answering(person: string, { mind, name }: MessageDraft): Slots {
  return mind.talk.gone.has(person) ? {} : { who: name(person) };
}

/** Brings a fact with its quotation, and the requirement that it shows to be met or not. */
export function bring(fact: Fact, draft: MessageDraft): void {
  const { mind, chance, cited } = draft;
  if (cited.includes(fact)) return;
  const side = sided(mind, fact);
  const slots = { ...bringing(fact), ...about(mind, fact.criterion) };
  if (fact.point.severe && side === "Against") {
    tell(draft, "severe", slots);
    if (!fact.isEcho) tell(draft, "quoteAlone", slots);
  } else tell(draft, `${fact.isEcho ? "cite" : "bring"}${side}`, slots);
  cited.push(fact);
  draft.last = fact;
  const met = side === "For" ? "yes" : "no";
  const asked = mind.book.requirements.find((each) => each.by === fact.point.id && each.met === met);
  if (asked === undefined || draft.hasAsked || mind.talk.requirements.has(asked.id) || chance.next() >= 0.6)
    return;
  tell(draft, met === "yes" ? "reqMet" : "reqUnmet", { r: asked.text, rl: asked.line });
  draft.hasAsked = true;
}

/** What goes with a fact just brought: a conviction it touches, what stands against it, a question, a verdict. */
export function round(fact: Fact, draft: MessageDraft): void {
  const { mind, chance } = draft;
  const { talk } = mind;
  const words = () => draft.sentences.join(" ").split(/\s+/).length;
  if (words() < LONG) conviction(fact, draft);
  const claim = talk.claims.findLast(
    ({ speaker }) => speaker !== mind.me && (draft.to === null || speaker === draft.to),
  );
  if (claim !== undefined && mayAsk(mind, claim) && chance.next() < 0.3) ask(claim.fact, claim.speaker, draft);
  if (words() < SHORT) {
    const other = otherSide(fact, draft);
    if (other !== null && talk.used.has(other.index) && chance.next() < 0.6) remain(other, draft);
    else wish(fact, draft);
  }
  commit(draft);
  if (words() < LONG && chance.next() < ASIDES) tell(draft, "aside", {});
}

/** What weighs most on the other side of a fact, and was not said in this message. */
function otherSide(fact: Fact, { mind, hasSaid }: MessageDraft, beside?: Fact): Fact | null {
  const side = sideOf(mind, fact) === 1 ? -1 : 1;
  return ground(mind, leaning(mind) ?? "", side, { skips: hasSaid, ...(beside && { beside }) });
}

/** Asks somebody what a fact leaves open. */
export function ask(fact: Fact, person: string, draft: MessageDraft): void {
  const slots = { ...answering(person, draft), ...theirs(fact), ...wishing(fact) };
  if (!tell(draft, "ask", slots) && !tell(draft, "askPoint", slots)) return;
  draft.to = person;
  draft.asks = true;
}

/** How one reads a fact that one has nothing new on: it and what stands beside it, one put above the other. */
export function reading(fact: Fact, draft: MessageDraft): void {
  const { mind, hasSaid } = draft;
  const other = otherSide(fact, draft, fact);
  if (other === null || hasSaid(fact)) return wish(fact, draft);
  const [own, rest] = mind.score >= 0 === sideOf(mind, fact) > 0 ? [fact, other] : [other, fact];
  const on = about(mind, sharedBy(own, rest) ?? own.criterion);
  tell(draft, `weigh${sided(mind, own)}`, { ...bringing(own), ...mine(rest), ...on });
}

/** A change of mind, and whose words brought it about. */
export function change(push: Push, to: string, draft: MessageDraft): void {
  draft.push = push;
  draft.verdict = to;
  const slots = {
    ...answering(push.from, draft),
    ...theirs(push.fact),
    v: spoken(to, draft.mind.scenario.verdicts),
  };
  // Whoever leaves one candidate for another goes neither up nor down.
  const down = draft.mind.book.isChoice ? [] : ["changeDown"];
  const moves = push.change > 0 ? ["changeUp"] : down;
  [...moves, "changeAfter", "changeSaid"].some((each) => tell(draft, each, slots));
}

export function remain(other: Fact, draft: MessageDraft): void {
  draft.last = other;
  tell(draft, `remain${sided(draft.mind, other)}`, mine(other));
}

export function wish(fact: Fact, draft: MessageDraft): void {
  const slots = wishing(fact);
  if (!tell(draft, "want", slots)) tell(draft, "wantAsk", slots);
}

function conviction(fact: Fact, draft: MessageDraft): void {
  const { mind, voice, chance } = draft;
  const own = `${fact.point.says} ${fact.point.quote}`.toLowerCase();
  const touched = (sideOf(mind, fact) > 0 ? voice.convinced : voice.worried).find(
    ({ text, stems }) =>
      !mind.talk.said.includes(text.toLowerCase()) &&
      [...stems].filter((stem) => own.includes(stem)).length >= 2,
  );
  if (touched !== undefined && chance.next() < 0.7) tell(draft, "conviction", { x: touched.text });
}

/** States a verdict where it is time: after the first words, or when asked to. */
export function commit(draft: MessageDraft, isDue = false): void {
  const { mind, chance, hasSaid } = draft;
  const { talk } = mind;
  if (talk.myVerdict !== null || draft.verdict !== null) return;
  const isTime =
    isDue || talk.isReminded || (talk.myMessages >= 1 && chance.next() < 0.3 + 0.25 * talk.myMessages);
  const now = isTime ? leaning(mind) : null;
  if (now === null) return;
  const push = moverTo(mind, now);
  // What was just argued against is no reason to give in the same breath.
  if (push !== null && !isDue && hasSaid(push.fact)) return;
  if (push !== null) return change(push, now, draft);
  const verdict = mind.first ?? now;
  draft.verdict = verdict;
  const skips = (fact: Fact) => hasSaid(fact) || fact === draft.cited[0];
  const main = ground(mind, verdict, directionOf(mind, verdict), { skips });
  const isEven = draft.last !== null && !speaksFor(mind, verdict, draft.last);
  const move = isEven ? "stateEven" : main === null ? "stateAlone" : "state";
  tell(draft, move, { v: spoken(verdict, draft.mind.scenario.verdicts), ...(main && bringing(main)) });
}

/** Whether a fact lies on the side of a verdict: of another candidate what speaks against it does. */
function speaksFor(mind: Mind, verdict: string, fact: Fact): boolean {
  const { candidate } = fact.point;
  const isOther = mind.book.isChoice && candidate !== undefined && candidate !== verdict;
  return sideOf(mind, fact) === directionOf(mind, verdict) * (isOther ? -1 : 1);
}

/** What speaks the other way is not passed over at the end. */
export function close(draft: MessageDraft): void {
  const { mind, chance, hasSaid } = draft;
  const verdict = draft.verdict ?? mind.talk.myVerdict;
  if (verdict === null) return;
  const other = ground(mind, verdict, -directionOf(mind, verdict) as 1 | -1, { skips: hasSaid });
  if (other === null) return;
  if (chance.next() < 0.6) remain(other, draft);
  else wish(other, draft);
}
