import type { Fact } from "./book.ts";
import {
  answering,
  ask,
  bring,
  change,
  close,
  commit,
  type MessageDraft,
  reading,
  remain,
  round,
  sided,
  tell,
  wish,
} from "./draft.ts";
import { attentionTo, leaning, type Mind, most, sideOf, stemsOf } from "./mind.ts";
import { isLeftAlone, type Plan } from "./plan.ts";
import { directionOf, ground, isAkin, NO_VERDICT, whyNone } from "./stance.ts";
import type { Question } from "./talk.ts";
import { about, bringing, mine, onceEach, spoken, type Tongue, theirs } from "./tongue.ts";

/** What is said, and the fields that go with it. */
type Speech = Pick<MessageDraft, "to" | "asks" | "verdict" | "withdrawn" | "push"> & {
  readonly content: string;
  readonly cited: readonly Fact[];
};

/** Carries out a plan in the member's own manner. */
export function speak(plan: Plan, tongue: Tongue): Speech {
  const { talk } = tongue.mind;
  const nothing = { to: null, last: null, verdict: null, push: null, asks: false, hasAsked: false };
  const draft: MessageDraft = { ...onceEach(tongue), ...nothing, sentences: [], cited: [], withdrawn: false };
  perform(plan, draft);
  if (draft.sentences.length === 0) perform({ act: talk.myVerdict === null ? "state" : "withdraw" }, draft);
  const { sentences, to, asks, verdict, withdrawn, push, cited } = draft;
  const isThere = to !== null && !talk.gone.has(to);
  return { asks, verdict, withdrawn, push, cited, to: isThere ? to : null, content: sentences.join(" ") };
}

function perform(plan: Plan, draft: MessageDraft): void {
  const { mind, hasSaid } = draft;
  const { talk } = mind;
  switch (plan.act) {
    case "open":
    case "raise":
      if (plan.act === "open") tell(draft, "open", about(mind, plan.fact.criterion));
      bring(plan.fact, draft);
      return round(plan.fact, draft);
    case "must": {
      const { text, line, by } = plan.requirement;
      tell(draft, "mustUnmet", {
        r: text,
        rl: line,
        v: spoken(leaning(mind) ?? NO_VERDICT, mind.scenario.verdicts),
      });
      draft.hasAsked = true;
      const shown = mind.book.facts.find(({ point }) => point.id === by);
      if (shown !== undefined) bring(shown, draft);
      return commit(draft, true);
    }
    case "reply": {
      const { claim, fact } = plan;
      draft.to = claim.speaker;
      const move = `${plan.isCounter ? "rebut" : "agree"}${sided(mind, fact)}`;
      tell(draft, move, { ...answering(claim.speaker, draft), ...theirs(claim.fact) });
      bring(fact, draft);
      return round(fact, draft);
    }
    case "answer":
      answer(plan.question, plan.fact, draft);
      return commit(draft);
    case "remark": {
      const { remark, about: named, fact } = plan;
      tell(draft, remark.by === "document" ? "heardDocument" : "heardPerson", { tl: named.line });
      bring(named, draft);
      if (fact === null) wish(named, draft);
      else if (sideOf(mind, fact) !== sideOf(mind, named)) remain(fact, draft);
      else bring(fact, draft);
      return commit(draft);
    }
    case "concede":
    case "hold": {
      const { from, about: counter, mine: own, fact } = plan;
      draft.to = from;
      tell(draft, plan.act, { ...answering(from, draft), ...theirs(counter), ...mine(own) });
      draft.last = plan.act === "concede" ? counter : own;
      if (fact !== null) bring(fact, draft);
      else wish(counter, draft);
      return round(fact ?? counter, draft);
    }
    case "change": {
      const { push, to } = plan;
      draft.withdrawn = isLeftAlone(mind);
      draft.to = push.from;
      change(push, to, draft);
      const other = ground(mind, to, push.change > 0 ? -1 : 1, { skips: hasSaid });
      if (other === null) return;
      remain(other, draft);
      return wish(other, draft);
    }
    case "ask":
      ask(plan.claim.fact, plan.claim.speaker, draft);
      reading(plan.claim.fact, draft);
      return commit(draft);
    case "state":
      commit(draft, true);
      return close(draft);
    case "withdraw": {
      const verdict = talk.myVerdict ?? leaning(mind) ?? NO_VERDICT;
      draft.withdrawn = true;
      if (talk.myVerdict === null) draft.verdict = verdict;
      const main = ground(mind, verdict, directionOf(mind, verdict), { skips: hasSaid });
      if (main !== null)
        tell(draft, "withdraw", { v: spoken(verdict, mind.scenario.verdicts), ...bringing(main) });
      return close(draft);
    }
    case "abstain":
      return abstain(draft);
    default:
      plan satisfies never;
  }
}

/** What the documents do not tell is said to be untold; what bears on the matter may be brought beside it. */
function answer({ from, fact: asked, isItsOwn }: Question, fact: Fact | null, draft: MessageDraft): void {
  draft.to = from;
  const akin = fact !== null && isAkin(asked, fact) ? fact : null;
  const asks = isItsOwn ? asked.point.asks : undefined;
  const isUntold = asks !== undefined && (akin === null || !isToldBy(asks, akin));
  const slots = { ...answering(from, draft), ...(asks !== undefined && { asks }) };
  if (isUntold) tell(draft, "answerOpen", slots);
  else tell(draft, "answerWith", { ...slots, ...theirs(asked) });
  if (akin !== null && (!isUntold || draft.chance.next() < 0.5)) bring(akin, draft);
  else reading(asked, draft);
}

/** Whether a fact may tell what is asked: both speak of the same things. */
function isToldBy(asks: string, { point }: Fact): boolean {
  const there = stemsOf(`${point.says} ${point.quote}`);
  return [...stemsOf(asks)].filter((stem) => stem.length > 4 && there.has(stem)).length >= 3;
}

/** Says why one cannot judge, and once what one knows: what is grave before all else. */
function abstain(draft: MessageDraft): void {
  const { mind, sentences } = draft;
  const { talk, book } = mind;
  draft.verdict = NO_VERDICT;
  draft.withdrawn = talk.myMessages > 0 || book.facts.length === 0;
  if (talk.myMessages > 0) tell(draft, "leaveUnread", {});
  else sentences.push(whyNone(mind, draft));
  if (draft.withdrawn) return;
  const weight = (fact: Fact) => (fact.point.severe ? 9 : 1) * attentionTo(mind, fact);
  const fact = most(unsaid(mind), weight);
  if (fact !== null) bring(fact, draft);
}

function unsaid({ book, talk }: Mind): readonly Fact[] {
  return book.facts.filter(({ index }) => !talk.used.has(index));
}
