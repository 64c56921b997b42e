import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { namedFirst, namedIn, saidIn } from "../../../models/simulated/heard.ts";
import { discount, heaviest, heed, leaning, type Mind, sideOf } from "../../../models/simulated/mind.ts";
import { confidenceIn, directionOf, NO_VERDICT, stanceNow } from "../../../models/simulated/stance.ts";
import { bringing, mine, spoken, theirs, wishing } from "../../../models/simulated/tongue.ts";
import type { AnswerData, BroughtData, CrossData } from "../cue-data.ts";
import { isOpposed, opponentOf, phrase, pointsIn } from "./points.ts";

const OWN_SIDE = 3;
/** How far a written answer is trusted on its points. */
const TRUST = 0.75;
/** A smaller change of confidence is none. */
const SHIFT = 0.099;

/** One panellist's own answer: the mind alone, with whatever was brought since. */
export function answerAlone(turn: SimulatedTurn): string {
  const { mind, news } = mindWith(turn);
  const { verdict, reasoning, wouldChange, confidence } = stanceNow(
    mind,
    turn.tongue(mind, turn.own("panel-answer")),
  );
  if (verdict === NO_VERDICT) return JSON.stringify({ reasoning, evidence: [], stance: verdict, confidence });
  const chance = turn.own("panel-grounds");
  const isNeutral = mind.scenario.verdicts.find(({ id }) => id === verdict)?.side === "neutral";
  const said = isNeutral ? reasoning : `${reasoning} ${wouldChange}`;
  const named = saidIn(mind.book, said);
  const facts = groundsFor(mind, { side: directionOf(mind, verdict), others: isNeutral ? 2 : 1, named, news });
  const also = ([1, -1] as const).map((side) => {
    const own = facts.filter((fact) => sideOf(mind, fact) === side && !named.includes(fact));
    const list = own.map(({ point, line }) => `${point.says} (${line})`).join(", and that ");
    return list === "" ? "" : phrase(side > 0 ? "alsoFor" : "alsoAgainst", { list }, chance);
  });
  const wish = facts.find(({ point }) => point.settles !== undefined);
  const last = isNeutral && wish !== undefined ? phrase("datum", wishing(wish), chance) : wouldChange;
  return JSON.stringify({
    reasoning: [reasoning, ...also, last].filter((sentence) => sentence !== "").join(" "),
    evidence: facts.map(({ point: { ref, quote, says } }) => ({ ref, quote, says })),
    stance: verdict,
    confidence,
  });
}

/** A mind of this turn's own, in which what people ask to be looked at again counts, and the facts that came in since. */
function mindWith(turn: SimulatedTurn): { readonly mind: Mind; readonly news: readonly Fact[] } {
  const { documents, aspects } = turn.data as BroughtData;
  const kept = turn.mind();
  const mind = { ...kept, attention: [...kept.attention] };
  const named = aspects.flatMap((aspect) => namedIn(mind.book, aspect));
  for (const fact of named) heed(mind, fact, 1);
  const brought = new Set(documents.map(({ name }) => name));
  return { mind, news: [...heaviest(mind).filter(({ document }) => brought.has(document)), ...named] };
}

type Sought = {
  /** The side that one comes down on. */
  readonly side: 1 | -1;
  /** How many of the other side. */
  readonly others: number;
  /** Already named in one's own words: left out in no case. */
  readonly named: readonly Fact[];
  readonly news: readonly Fact[];
};

/** What is named and weighs most on the side that one comes down on, then on the other; of what is new the weightiest in any case. */
function groundsFor(mind: Mind, { side, others, named, news }: Sought): readonly Fact[] {
  const all = namedFirst(heaviest(mind), named);
  const isOwn = (fact: Fact) => sideOf(mind, fact) === side;
  const first = (facts: readonly Fact[], most: number) =>
    facts.filter((fact, at) => at < most || named.includes(fact));
  const chosen = [
    ...first(all.filter(isOwn), OWN_SIDE),
    ...first(
      all.filter((fact) => !isOwn(fact)),
      others,
    ),
  ];
  return [...chosen, ...news.filter((fact) => !chosen.includes(fact)).slice(0, 1)];
}

/** Each point of the others is weighed against one's own; one moves by the weightiest, or meets it with a reason. */
export function crossExamine(turn: SimulatedTurn): string {
  const { own, others } = turn.data as CrossData;
  const { mind } = mindWith(turn);
  const chance = turn.chance("words");
  if (own.stance === NO_VERDICT)
    return reply("confirming", stanceNow(mind, turn.tongue(mind, chance)).reasoning);
  const [score, confidence] = [mind.score, confidenceIn(mind, own.stance)];
  const grounds = pointsIn(mind.book, own);
  const heard = others.flatMap((other) => weigh(mind, grounds, other));
  const now = leaning(mind) ?? own.stance;
  const sure = confidenceIn(mind, now);
  const toward = mind.score - score;
  const push = heard
    .filter(({ change }) => change * toward > 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))[0];
  const slots = { v: spoken(now), v0: spoken(own.stance) };
  if (push !== undefined && (now !== own.stance || Math.abs(sure - confidence) >= SHIFT)) {
    const met = grounds.find((fact) => isOpposed(fact, push.fact));
    const move = now === own.stance ? (sure < confidence ? "less" : "more") : met ? "move" : "moveAlone";
    const filled = { ...slots, who: push.by, ...theirs(push.fact), ...(met && mine(met)) };
    const stance = now === own.stance ? null : now;
    return reply("revising", phrase(move, filled, chance), { stance, confidence: sure });
  }
  return holding(mind, own, others, turn) ?? confirming(mind, own, others, turn);
}

/** Takes in another's points: those new to oneself count, and one's own count for less where they are met. */
function weigh(mind: Mind, grounds: readonly Fact[], other: AnswerData) {
  return pointsIn(mind.book, other)
    .filter((fact) => !grounds.includes(fact))
    .map((fact) => {
      const before = mind.score;
      heed(mind, fact, TRUST);
      for (const own of grounds) if (own.against.includes(fact.index)) discount(mind, own, TRUST / 2);
      return { by: other.by, fact, change: mind.score - before };
    });
}

/** The strongest point of another stance, met with what stands against it; null where nothing is to be met. */
function holding(
  mind: Mind,
  own: AnswerData,
  others: readonly AnswerData[],
  turn: SimulatedTurn,
): string | null {
  const rank = (stance: string) => mind.scenario.verdicts.findIndex(({ id }) => id === stance);
  const apart = others.filter(({ stance }) => rank(stance) >= 0 && stance !== own.stance);
  const weighty = heaviest(mind);
  for (const other of apart) {
    const side = rank(other.stance) < rank(own.stance) ? 1 : -1;
    const points = pointsIn(mind.book, other).filter((fact) => sideOf(mind, fact) === side);
    const answers = [...pointsIn(mind.book, own), ...weighty].filter((fact) => sideOf(mind, fact) !== side);
    for (const point of points) {
      const answer = opponentOf(point, answers);
      if (answer === undefined) continue;
      const chance = turn.chance("words");
      const met = { who: other.by, v: spoken(own.stance), ...theirs(point), ...bringing(answer) };
      const counterArgument = phrase("counter", met, chance);
      return reply("standing_by_with_counter_argument", phrase("hold", met, chance), { counterArgument });
    }
  }
  return null;
}

function confirming(mind: Mind, own: AnswerData, others: readonly AnswerData[], turn: SimulatedTurn): string {
  const chance = turn.chance("words");
  const v = spoken(own.stance);
  const known = pointsIn(mind.book, own);
  const side = directionOf(mind, own.stance);
  const added = others
    .flatMap((other) => pointsIn(mind.book, other).map((fact) => ({ who: other.by, fact })))
    .find(({ fact }) => !known.includes(fact) && sideOf(mind, fact) === side);
  if (added === undefined) return reply("confirming", phrase("same", { v }, chance));
  return reply("confirming", phrase("confirm", { v, who: added.who, ...theirs(added.fact) }, chance));
}

function reply(label: string, response: string, changes: object = {}): string {
  return JSON.stringify({ response, counterArgument: null, label, stance: null, confidence: null, ...changes });
}
