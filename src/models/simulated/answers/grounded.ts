import type { Fact } from "../book.ts";
import { namedFirst, saidIn } from "../heard.ts";
import { heaviest, type Mind, sideOf } from "../mind.ts";
import { type ArguedStance, directionOf, NO_VERDICT, stanceNow } from "../stance.ts";
import type { Tongue } from "../tongue.ts";
import { ownWords, phrasing } from "./own-words.ts";

/** An answer given alone, with the points that it rests on. */
type Grounded = {
  readonly stance: ArguedStance;
  readonly text: string;
  readonly facts: readonly Fact[];
};

const WORDS = ownWords("answers");
const OWN_SIDE = 3;

/**
 * What one thinks, with its grounds: most on the side that one comes down on, something on the other, in any case what
 * one's own words name and the weightiest of what is new.
 */
export function groundedAnswer(mind: Mind, tongue: Tongue, news: readonly Fact[] = []): Grounded {
  const stance = stanceNow(mind, tongue);
  const { verdict, reasoning, wouldChange } = stance;
  if (verdict === NO_VERDICT) return { stance, text: reasoning, facts: [] };
  const side = directionOf(mind, verdict);
  const isNeutral = mind.scenario.verdicts.find(({ id }) => id === verdict)?.side === "neutral";
  const named = saidIn(mind.book, `${reasoning} ${wouldChange}`);
  const all = namedFirst(heaviest(mind), named);
  const on = (of: 1 | -1, most: number) =>
    all.filter((fact) => sideOf(mind, fact) === of).filter((fact, at) => at < most || named.includes(fact));
  const chosen = [...on(side, OWN_SIDE), ...on(-side as 1 | -1, isNeutral ? 2 : 1)];
  const facts = [...chosen, ...news.filter((fact) => !chosen.includes(fact)).slice(0, 1)];
  const { say } = phrasing(WORDS, tongue);
  const also = ([1, -1] as const).map((of) => {
    const others = facts.filter((fact) => sideOf(mind, fact) === of && !named.includes(fact));
    const list = others.map(({ point, line }) => `${point.says} (${line})`).join(", and that ");
    return list === "" ? "" : say(of > 0 ? "alsoFor" : "alsoAgainst", { list });
  });
  return { stance, text: [reasoning, ...also, wouldChange].filter((each) => each !== "").join(" "), facts };
}

/** Points as answers in JSON name them. */
export function evidenceFrom(facts: readonly Fact[]) {
  return facts.map(({ point: { ref, quote, says } }) => ({ ref, quote, says }));
}
