import { standingOf } from "./beliefs.ts";
import type { Mind } from "./mind.ts";
import { criterionInProse, lineOf, quoted, type Slots, type Tongue } from "./phrasing.ts";
import { belonging, freshness } from "./plan.ts";
import type { Fact } from "./reading/casebook.ts";

/** An unused fact on one side that one cares about, strongest first. */
export function support({ mind }: Tongue, side: 1 | -1): Fact | null {
  return extreme(mind, side, (fact) =>
    mind.used.has(fact.index) ? 0 : freshness(mind, fact) * belonging(mind, fact),
  );
}

/** The same within one criterion. */
export function supportOn({ mind }: Tongue, side: 1 | -1, criterion: number): Fact | null {
  return extreme(mind, side, (fact) => (mind.used.has(fact.index) || fact.criterion !== criterion ? 0 : 1));
}

/** What has been said on one side and weighs most here. */
export function strongest(mind: Mind, side: 1 | -1, except: Fact | null): Fact | null {
  const said = extreme(mind, side, (fact) => (mind.used.has(fact.index) && fact !== except ? 1 : 0));
  return said ?? extreme(mind, side, (fact) => (fact !== except ? 1 : 0));
}

/** What weighs most on one side, said or unsaid. */
export function ground(mind: Mind, side: 1 | -1): Fact | null {
  return extreme(mind, side, () => 1);
}

/** What the verdict that one has stated rests on: the first passage quoted for it that points its way, or else what weighs most now. */
export function restedOn(mind: Mind, side: 1 | -1): Fact | null {
  let first: Fact | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const fact of mind.book.facts) {
    if (fact.polarity * side <= 0) continue;
    const at = mind.myReasons.indexOf(`${quoted(fact.quote)} (${lineOf(fact)})`);
    if (at === -1 || at >= least) continue;
    first = fact;
    least = at;
  }
  return first ?? ground(mind, side);
}

function extreme(mind: Mind, side: 1 | -1, suits: (fact: Fact) => number): Fact | null {
  let best: Fact | null = null;
  let most = 0;
  for (const fact of mind.book.facts) {
    if (fact.polarity * side <= 0) continue;
    const concern = mind.beliefs.concern[fact.index]!;
    const heard = mind.used.has(fact.index) ? 1.2 : 1;
    const worth =
      Math.abs(fact.polarity) * concern * concern * mind.beliefs.attention[fact.index]! * heard * suits(fact);
    if (worth > most) {
      best = fact;
      most = worth;
    }
  }
  return best;
}

/** The criterion a verdict rests on: that of its strongest ground, or else the one that pulls furthest. */
export function decisive(mind: Mind): number {
  const main = ground(mind, mind.score >= 0 ? 1 : -1);
  if (main !== null) return main.criterion;
  const { weights } = mind.beliefs.temper;
  const sign = mind.score >= 0 ? 1 : -1;
  let best = heaviest(mind);
  let most = 0;
  weights.forEach((weight, at) => {
    const pull = weight * (standingOf(mind.beliefs, at) - mind.book.bar) * sign;
    if (pull > most) {
      best = at;
      most = pull;
    }
  });
  return best;
}

export function heaviest(mind: Mind): number {
  const { weights } = mind.beliefs.temper;
  return weights.indexOf(Math.max(...weights));
}

/** Whoever has cited the criterion most, among those still present. */
export function expert(mind: Mind, fact: Fact): string | null {
  let best: string | null = null;
  let most = 0;
  for (const [person, fields] of mind.fields) {
    if (person === mind.me || mind.gone.has(person)) continue;
    const count = fields.reduce((sum, each, at) => sum + each * (0.2 + fact.shares[at]!), 0);
    if (count > most) {
      best = person;
      most = count;
    }
  }
  return best;
}

export function about(mind: Mind, criterion: number): Slots {
  return { c: criterionInProse(mind.book.yardsticks[criterion]!.name), s: mind.book.subject };
}
