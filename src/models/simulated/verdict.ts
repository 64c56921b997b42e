import { groundOf } from "./absences.ts";
import type { Fact } from "./casebook.ts";
import { marginOf, nextOption, optionFor, spoken } from "./ladder.ts";
import type { Mind } from "./mind.ts";
import { criterionInProse, lineOf, quoted, referTo, type Tongue } from "./phrasing.ts";
import { decisive, ground, strongest } from "./pick.ts";
import { anyWishOn } from "./wish.ts";
import { capitalise } from "./words.ts";

/** A verdict with its grounds, as the scaffold asks for it. */
export type Stance = {
  readonly verdict: string;
  readonly reasoning: string;
  readonly wouldChange: string;
  /** In steps of 0.05. */
  readonly confidence: number;
};

/** Grounds and reservations for a verdict, from the facts that weigh most with this member, `moved` first where it changed it. */
export function stanceOf(mind: Mind, verdict: string, tongue: Tongue, moved: Fact | null = null): Stance {
  const options = mind.scenario.verdicts;
  const side = options.find(({ id }) => id === verdict)?.side ?? optionFor(mind.score, options).side;
  const sign = side === "against" || (side === "neutral" && mind.score < 0) ? -1 : 1;
  const main = ground(mind, sign);
  const other = ground(mind, -sign as 1 | -1);
  const confidence = Math.round((0.45 + 0.45 * marginOf(mind.score, options)) * 20) / 20;
  return {
    verdict,
    reasoning: moved === null ? reasoning(mind, main, other, tongue) : changed(mind, verdict, moved, tongue),
    wouldChange: wouldChange(mind, verdict, sign, other ?? main, tongue),
    confidence,
  };
}

function reasoning(mind: Mind, main: Fact | null, other: Fact | null, tongue: Tongue): string {
  if (main === null) return "The documents give too little to rest a stronger position on.";
  const name = capitalise(
    criterionInProse(mind.book.yardsticks[main.criterion]?.name ?? mind.book.yardsticks[decisive(mind)]!.name),
  );
  const evidence = groundOf(main, `${quoted(main.quote)} (${lineOf(main)})`);
  if (other === null) return `${name} decides it: ${evidence}.`;
  const against = groundOf(other, `${quoted(other.quote)} (${lineOf(other)})`);
  return tongue.chance.pick([
    `${name} comes first: ${evidence} weighs more than ${against}.`,
    `On ${name.toLowerCase()}, ${evidence}; set against it, ${against} is not enough to turn me.`,
    `${capitalise(evidence)} settles ${name.toLowerCase()} for me, although ${against} remains.`,
    `What decides is ${evidence}. I have weighed ${against} and find it lighter.`,
  ]);
}

/** A change of verdict rests on what moved it, whatever weighs most otherwise. */
function changed(mind: Mind, verdict: string, moved: Fact, tongue: Tongue): string {
  const evidence = groundOf(moved, `${quoted(moved.quote)} (${lineOf(moved)})`);
  const other = strongest(mind, moved.polarity > 0 ? -1 : 1, moved);
  if (other === null) return `${capitalise(evidence)} moved me to ${spoken(verdict)}.`;
  const against = groundOf(other, `${quoted(other.quote)} (${lineOf(other)})`);
  return tongue.chance.pick([
    `${capitalise(evidence)} moved me to ${spoken(verdict)}, although ${against} remains.`,
    `What moved me to ${spoken(verdict)} is ${evidence}; ${against} speaks the other way and is not forgotten.`,
    `I came to ${spoken(verdict)} over ${evidence}. I have set ${against} against it.`,
  ]);
}

/** What one wishes for in a worry would calm it, and in a merit bear it out. */
function wouldChange(mind: Mind, verdict: string, sign: number, about: Fact | null, tongue: Tongue): string {
  const options = mind.scenario.verdicts;
  const direction = sign > 0 ? -1 : 1;
  const next = nextOption(verdict, direction, options).id;
  const goal = spoken(next === verdict ? nextOption(verdict, -direction as 1 | -1, options).id : next);
  if (about === null) return `A document that speaks to what is missing here could bring me to ${goal}.`;
  const wish = anyWishOn(about.kind, tongue).text;
  const it = referTo(about);
  if (about.polarity < 0) {
    return tongue.chance.pick(
      sign > 0
        ? [
            `Without ${wish}, ${it} could still take me down to ${goal}.`,
            `If nobody can show me ${wish}, I come down to ${goal} over ${it}.`,
            `${capitalise(it)} takes me down to ${goal} unless I am shown ${wish}.`,
          ]
        : [
            `Show me ${wish}, and ${it} need not keep me from ${goal}.`,
            `I would come up to ${goal} if ${wish} took the weight off ${it}.`,
          ],
    );
  }
  return tongue.chance.pick(
    sign > 0
      ? [
          `I would come down to ${goal} if ${wish} did not bear out ${it}.`,
          `${capitalise(it)} carries me as far as it does only until ${wish} says otherwise; then it is ${goal}.`,
        ]
      : [
          `With ${wish}, ${it} could bring me up to ${goal}.`,
          `Show me ${wish}, and ${it} brings me up to ${goal}.`,
          `I would come up to ${goal} over ${it}, given ${wish}.`,
        ],
  );
}
