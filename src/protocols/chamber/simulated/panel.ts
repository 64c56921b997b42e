import { bestOf } from "../../../models/simulated/answers/best.ts";
import { evidenceFrom, groundedAnswer } from "../../../models/simulated/answers/grounded.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { namedIn } from "../../../models/simulated/heard.ts";
import { discount, heaviest, heed, leaning, type Mind } from "../../../models/simulated/mind.ts";
import { confidenceIn, NO_VERDICT, stanceNow } from "../../../models/simulated/stance.ts";
import { bringing, mine, spoken, theirs } from "../../../models/simulated/tongue.ts";
import { isPosition } from "../answers.ts";
import type { BroughtData, CrossData } from "../cue-data.ts";
import { answering, BESIDE, pointsIn, speaksFor, wordsOf } from "./points.ts";

/** How far a written answer is trusted on its points. */
const TRUST = 0.75;
/** A smaller change of confidence is none. */
const SHIFT = 0.099;

/** One panellist's own answer: the mind alone, with whatever was brought since. */
export function answerAlone(turn: SimulatedTurn): string {
  const { mind, news } = mindWith(turn);
  const { stance, text, facts } = groundedAnswer(mind, turn.tongue(mind, turn.own("panel-answer")), news);
  const { verdict, confidence } = stance;
  return JSON.stringify({ reasoning: text, evidence: evidenceFrom(facts), stance: verdict, confidence });
}

/** A mind of this turn's own, in which what people ask to be looked at again counts, and the facts that came in since. */
function mindWith(turn: SimulatedTurn): { readonly mind: Mind; readonly news: readonly Fact[] } {
  const { documents, aspects } = turn.data as BroughtData;
  const mind = { ...turn.mind(), attention: [...turn.mind().attention] };
  const named = aspects.flatMap((aspect) => namedIn(mind.book, aspect));
  for (const fact of named) heed(mind, fact, 1);
  const isNew = ({ document }: Fact) => documents.some(({ name }) => name === document);
  return { mind, news: [...heaviest(mind).filter(isNew), ...named] };
}

/** A point of another's, and what hearing it did to the score. */
type HeardPoint = {
  readonly who: string;
  readonly fact: Fact;
  readonly stance: string;
  readonly change: number;
};

/** Each point of the others is weighed against one's own; one moves by the weightiest, or meets it with a reason. */
export function crossExamine(turn: SimulatedTurn): string {
  const { own } = turn.data as CrossData;
  const { mind } = mindWith(turn);
  if (own.stance === NO_VERDICT) {
    const { reasoning } = stanceNow(mind, turn.tongue(mind, turn.chance("words")));
    return reply("confirming", reasoning);
  }
  const [score, confidence] = [mind.score, confidenceIn(mind, own.stance)];
  const grounds = pointsIn(mind, own);
  const heard = hearOthers(mind, grounds, turn.data as CrossData);
  const now = leaning(mind) ?? own.stance;
  const sure = confidenceIn(mind, now);
  const push = bestOf(heard, ({ change }) => change * Math.sign(mind.score - score));
  const { say } = wordsOf(turn, mind);
  const slots = { v: spoken(now), v0: spoken(own.stance) };
  if (push !== undefined && (now !== own.stance || Math.abs(sure - confidence) >= SHIFT)) {
    const met = bestOf(grounds, (fact) => answering(mind, fact, push.fact));
    const move = now !== own.stance ? "move" : sure < confidence ? "less" : "more";
    const told = say(move, { ...slots, who: push.who, ...theirs(push.fact), ...(met && mine(met)) });
    return reply("revising", told, { stance: now === own.stance ? null : now, confidence: sure });
  }
  const v = spoken(own.stance);
  const met = counterIn(mind, own.stance, heard, [...grounds, ...heaviest(mind)]);
  if (met !== undefined) {
    const told = { v, who: met.point.who, ...theirs(met.point.fact), ...bringing(met.answer) };
    return reply("standing_by_with_counter_argument", say("hold", told), {
      counterArgument: say("counter", told),
    });
  }
  const added = heard.find(({ fact }) => !grounds.includes(fact) && speaksFor(mind, own.stance, fact));
  return reply("confirming", say("confirm", { v, ...(added && { who: added.who, ...theirs(added.fact) }) }));
}

/** Takes in the others' points: those new to oneself count, and one's own count for less where they are met. */
function hearOthers(mind: Mind, grounds: readonly Fact[], { others }: CrossData): readonly HeardPoint[] {
  return others.flatMap((other) =>
    pointsIn(mind, other).map((fact) => {
      const before = mind.score;
      if (!grounds.includes(fact)) {
        heed(mind, fact, TRUST);
        for (const own of grounds) if (own.against.includes(fact.index)) discount(mind, own, TRUST / 2);
      }
      return { who: other.by, fact, stance: other.stance, change: mind.score - before };
    }),
  );
}

/** The point for another stance that is answered best by what speaks for one's own; none where nothing answers any. */
function counterIn(mind: Mind, stance: string, heard: readonly HeardPoint[], known: readonly Fact[]) {
  const apart = heard.filter((each) => each.stance !== stance && isPosition(each.stance));
  const theirs = apart.filter((each) => speaksFor(mind, each.stance, each.fact));
  const answers = known.filter((fact) => speaksFor(mind, stance, fact));
  const pairs = theirs.flatMap((point) => answers.map((answer) => ({ point, answer })));
  return bestOf(pairs, ({ point, answer }) => answering(mind, answer, point.fact) - BESIDE);
}

function reply(label: string, response: string, changes: object = {}): string {
  return JSON.stringify({ response, counterArgument: null, label, stance: null, confidence: null, ...changes });
}
