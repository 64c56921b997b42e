import { marginOf, sideTaken, signOf } from "./ladder.ts";
import type { Mind } from "./mind.ts";
import { lineOf, quoted, type Tongue } from "./phrasing.ts";
import { about, ground, strongest } from "./pick.ts";
import { groundOf } from "./reading/absences.ts";
import type { Fact } from "./reading/casebook.ts";
import { capitalise } from "./reading/words.ts";
import { stepTo } from "./step.ts";
import { wouldChange } from "./would-change.ts";

/** A verdict with its grounds, as the scaffold asks for it. */
export type Stance = {
  readonly verdict: string;
  readonly reasoning: string;
  readonly wouldChange: string;
  /** In steps of 0.05. */
  readonly confidence: number;
};

/** Grounds and reservations for a verdict, from the facts that weigh most with this member, `moved` first where it changed it. */
export function stanceOf(
  mind: Mind,
  verdict: string,
  tongue: Tongue,
  moved: Fact | null | undefined = null,
): Stance {
  const options = mind.scenario.verdicts;
  const confidence = Math.round((0.45 + 0.45 * marginOf(mind.score, options)) * 20) / 20;
  const isNeutral = sideTaken(verdict, options) === "neutral";
  const unmoved = () => (isNeutral ? balanced(mind, tongue) : decided(mind, verdict, tongue));
  return {
    verdict,
    reasoning: !moved ? unmoved() : changed(mind, verdict, tongue, moved),
    wouldChange: wouldChange(mind, verdict, tongue),
    confidence,
  };
}

const TOO_LITTLE = "The documents give too little to rest a stronger position on.";

/** What weighs most on one's own side, and what it outweighs. */
function decided(mind: Mind, verdict: string, tongue: Tongue): string {
  const sign = signOf(verdict, mind.score, mind.scenario.verdicts);
  const main = ground(mind, sign);
  if (main === null) return TOO_LITTLE;
  const other = ground(mind, -sign as 1 | -1);
  const name = criterionOf(main, mind);
  const evidence = evidenceIn(main);
  if (other === null) return `${capitalise(name)} decides it: ${evidence}.`;
  const against = evidenceIn(other);
  return tongue.chance.pick([
    `${capitalise(name)} comes first: ${evidence} weighs more than ${against}.`,
    `On ${name}, ${evidence}; set against it, ${against} is not enough to turn me.`,
    `${capitalise(evidence)} settles ${name} for me, although ${against} remains.`,
    `What decides is ${evidence}. I have weighed ${against} and find it lighter.`,
  ]);
}

/** Who takes neither side says what keeps the two in balance. */
function balanced(mind: Mind, tongue: Tongue): string {
  const [merit, fault] = [ground(mind, 1), ground(mind, -1)];
  if (merit === null && fault === null) return TOO_LITTLE;
  if (fault === null)
    return `${capitalise(evidenceIn(merit!))} speaks in favour, but too little stands beside it.`;
  if (merit === null) return `${capitalise(evidenceIn(fault))} speaks against, but not enough to rule it out.`;
  const [pro, con] = [evidenceIn(merit), evidenceIn(fault)];
  const [field, other] = [criterionOf(merit, mind), criterionOf(fault, mind)];
  const both = field === other;
  return tongue.chance.pick([
    both
      ? `On ${field}, ${pro} speaks in favour and ${con} against, and neither outweighs the other.`
      : `On ${field}, ${pro} speaks in favour; on ${other}, ${con} speaks against. Neither outweighs the other.`,
    `Neither side outweighs the other: in favour I count ${pro}, and against it ${con}.`,
    `${capitalise(pro)} would take me up and ${con} down, and I find them of one weight.`,
    `I cannot put ${pro} above ${con}, nor the other way round.`,
  ]);
}

/** A change of verdict says from what to what, and rests on what moved it, whatever weighs most otherwise. */
function changed(mind: Mind, verdict: string, tongue: Tongue, moved: Fact): string {
  const step = stepTo(verdict, mind.myVerdict, mind.scenario.verdicts);
  const evidence = evidenceIn(moved);
  const other = strongest(mind, moved.polarity > 0 ? -1 : 1, moved);
  if (other === null) return `${capitalise(evidence)} moved me ${step}.`;
  const against = evidenceIn(other);
  if (sideTaken(verdict, mind.scenario.verdicts) === "neutral")
    return tongue.chance.pick([
      `${capitalise(evidence)} moved me ${step}: it and ${against} now keep each other in balance.`,
      `What moved me ${step} is ${evidence}; neither that nor ${against} outweighs the other.`,
    ]);
  return tongue.chance.pick([
    `${capitalise(evidence)} moved me ${step}, although ${against} remains.`,
    `What moved me ${step} is ${evidence}; ${against} speaks the other way and is not forgotten.`,
    `I have gone ${step} because of ${evidence}. I have set ${against} against it.`,
  ]);
}

function evidenceIn(fact: Fact): string {
  return groundOf(fact, `${quoted(fact.quote)} (${lineOf(fact)})`);
}

function criterionOf({ criterion }: Fact, mind: Mind): string {
  return about(mind, criterion).c!;
}
