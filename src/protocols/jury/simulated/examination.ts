import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { type Mind, sideOf, worthTo } from "../../../models/simulated/mind.ts";
import { choose, nearest, type Plan } from "../../../models/simulated/plan.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import type { Claim } from "../../../models/simulated/talk.ts";
import { bringing, theirs, wishing } from "../../../models/simulated/tongue.ts";
import { JURY_WORDS } from "./words.ts";

/** A question to somebody about the very point they rest on, held against what the documents set beside it; null where there is none. */
export function examine(turn: SimulatedTurn, mind: Mind, topics: readonly string[]): string | null {
  const tongue = turn.tongue(mind, turn.chance("words"));
  const chance = turn.chance("whom");
  const { claims, gone, said } = mind.talk;
  let best: { readonly claim: Claim; readonly fact: Fact | null } | null = null;
  let top = 0;
  for (const claim of claims) {
    if (claim.speaker === mind.me || gone.has(claim.speaker)) continue;
    const fact = counterTo(mind, claim.fact);
    if (fact === null && (claim.fact.asking === null || said.includes(claim.fact.asking))) continue;
    const isContrary = sideOf(mind, claim.fact) !== (mind.score >= 0 ? 1 : -1);
    const worth = (fact === null ? 0.3 : 1) * (isContrary ? 2 : 1) * (0.5 + chance.next());
    if (worth <= top) continue;
    best = { claim, fact };
    top = worth;
  }
  if (best === null) return null;
  const { claim, fact } = best;
  const slots = { who: tongue.name(claim.speaker), ...theirs(claim.fact), ...wishing(claim.fact) };
  const content =
    fact === null ? tongue.say("ask", slots) : tongue.say(JURY_WORDS.examine, { ...slots, ...bringing(fact) });
  const { topic = topics[0] } = claim.fact.point;
  return renderReply({
    ...{ speaker: mind.me, to: claim.speaker, content, stance: null, withdrawn: false },
    ...(topics.length > 1 && topic !== undefined && { topic }),
    cited: fact === null ? [] : [fact.point],
  });
}

/** What the casebook sets against a point, what nobody has said before what somebody has. */
function counterTo(mind: Mind, about: Fact): Fact | null {
  const against = mind.book.facts.filter(({ index }) => about.against.includes(index));
  const worth = (fact: Fact) => Math.abs(worthTo(mind, fact)) + (mind.talk.used.has(fact.index) ? 0 : 0.5);
  return against.reduce<Fact | null>(
    (most, each) => (most === null || worth(each) > worth(most) ? each : most),
    null,
  );
}

/** Yields to the point that was put, or holds one's own against it; otherwise as one answers anybody. */
export function answering(turn: SimulatedTurn, mind: Mind): Plan {
  const chance = turn.chance("act");
  const { challenge } = mind.talk;
  if (challenge === null) return choose(mind, chance);
  const { from, fact: about, mine } = challenge;
  const weight = (fact: Fact) => mind.attention[fact.index]! * (0.1 + Math.abs(worthTo(mind, fact)));
  const share = weight(about) / (weight(about) + weight(mine));
  const yields = chance.next() < 1.2 * share - 0.2 - 0.2 * mind.temper.stubbornness;
  if (yields) return { act: "concede", from, about, mine, fact: null };
  const fact = nearest(mind, about, true);
  return { act: "hold", from, about, mine, fact: fact && about.against.includes(fact.index) ? fact : null };
}
