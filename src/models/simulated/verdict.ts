import type { Fact } from "./casebook.ts";
import { MISSING } from "./frames/remarks.ts";
import { marginOf, nextOption, optionFor, spoken } from "./ladder.ts";
import type { Mind } from "./mind.ts";
import { criterionInProse, lineOf, quoted, referTo, type Tongue } from "./phrasing.ts";
import { decisive, ground, strongest } from "./pick.ts";
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
  const evidence = `${quoted(main.quote)} (${lineOf(main)})`;
  if (other === null) return `${name} decides it: ${evidence}.`;
  const against = `${quoted(other.quote)} (${lineOf(other)})`;
  return tongue.chance.pick([
    `${name} comes first: ${evidence} weighs more than ${against}.`,
    `On ${name.toLowerCase()}, ${evidence}; set against it, ${against} is not enough to turn me.`,
    `${evidence} settles ${name.toLowerCase()} for me, although ${against} remains.`,
    `What decides is ${evidence}. I have weighed ${against} and find it lighter.`,
  ]);
}

/** A change of verdict rests on what moved it, whatever weighs most otherwise. */
function changed(mind: Mind, verdict: string, moved: Fact, tongue: Tongue): string {
  const evidence = `${quoted(moved.quote)} (${lineOf(moved)})`;
  const other = strongest(mind, moved.polarity > 0 ? -1 : 1, moved);
  if (other === null) return `${evidence} moved me to ${spoken(verdict)}.`;
  const against = `${quoted(other.quote)} (${lineOf(other)})`;
  return tongue.chance.pick([
    `${evidence} moved me to ${spoken(verdict)}, although ${against} remains.`,
    `What moved me to ${spoken(verdict)} is ${evidence}; ${against} speaks the other way and is not forgotten.`,
    `I came to ${spoken(verdict)} over ${evidence}. I have set ${against} against it.`,
  ]);
}

function wouldChange(mind: Mind, verdict: string, sign: number, about: Fact | null, tongue: Tongue): string {
  const direction = sign > 0 ? -1 : 1;
  const next = nextOption(verdict, direction, mind.scenario.verdicts).id;
  const goal = next === verdict ? nextOption(verdict, -direction as 1 | -1, mind.scenario.verdicts).id : next;
  if (about === null)
    return `A document that speaks to what is missing here could bring me to ${spoken(goal)}.`;
  const fresh = tongue.from(MISSING[about.kind], {}) || tongue.chance.pick(MISSING[about.kind]);
  const wish = fresh[0]!.toLowerCase() + fresh.slice(1);
  const [better, turned] = sign > 0 ? ["worse", "down"] : ["better", "up"];
  return tongue.chance.pick([
    `To come ${turned} to ${spoken(goal)} I would need ${wish}, with ${referTo(about)} looking ${better} for it.`,
    `${capitalise(wish)} could take me ${turned} to ${spoken(goal)}, if it put ${referTo(about)} in a ${better} light.`,
    `I would go ${turned} to ${spoken(goal)} on ${wish}, should it cast a ${better} light on ${referTo(about)}.`,
  ]);
}
