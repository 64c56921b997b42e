import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { type Mind, sideOf, worthTo } from "../../../models/simulated/mind.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { bringing, theirs, wishing } from "../../../models/simulated/tongue.ts";
import type { PhaseData } from "../cue-data.ts";
import { topicOf } from "./topics.ts";
import { wordsOf } from "./words.ts";

/** A question to somebody about the very point they rest on, held against what the documents set beside it; null where there is none. */
export function examine(turn: SimulatedTurn, mind: Mind, data: PhaseData): string | null {
  const { talk, book, me, score } = mind;
  const chance = turn.chance("whom");
  const others = talk.claims.filter(({ speaker }) => speaker !== me && !talk.gone.has(speaker));
  const questions = others.flatMap((claim) => {
    const against = book.facts.filter(({ index }) => claim.fact.against.includes(index));
    const fact = bestOf(
      against,
      (each) => 0.01 + Math.abs(worthTo(mind, each)) + (talk.used.has(each.index) ? 0 : 0.5),
    );
    const isAskable = claim.fact.asking !== null && !talk.said.includes(claim.fact.asking);
    return fact === undefined && !isAskable ? [] : [{ claim, fact, draw: 0.5 + chance.next() }];
  });
  const isContrary = (side: number) => side !== (score >= 0 ? 1 : -1);
  const best = bestOf(questions, ({ claim, fact, draw }) => {
    return (fact === undefined ? 0.3 : 1) * (isContrary(sideOf(mind, claim.fact)) ? 2 : 1) * draw;
  });
  if (best === undefined) return null;
  const { claim, fact } = best;
  const tongue = turn.tongue(mind, turn.chance("words"));
  const slots = { who: tongue.name(claim.speaker), ...theirs(claim.fact), ...wishing(claim.fact) };
  const content = fact
    ? wordsOf(turn, mind).say("examine", { ...slots, ...bringing(fact) })
    : tongue.say("ask", slots);
  const cited = fact === undefined ? [] : [fact.point];
  const nothing = { stance: null, withdrawn: false };
  return renderReply({
    speaker: me,
    to: claim.speaker,
    ...topicOf(data, claim.fact),
    cited,
    content,
    ...nothing,
  });
}
