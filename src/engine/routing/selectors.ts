/**
 * The built-in selectors: weighted, round-robin, least-spoken and natural. A scenario names one of
 * them; select.ts draws with its weights.
 */

import { type Selector, weighCandidates } from "./selector.ts";

/** Those who have spoken least are likeliest. */
export const weighted: Selector = {
  name: "weighted",
  why: "weight max(1, 10 - turns)",
  weigh: ({ candidates }) =>
    candidates.map(({ turns, talkativeness }) => Math.max(1, 10 - turns) * talkativeness),
};

/** Members speak in the order of their seats. */
export const roundRobin: Selector = {
  name: "round-robin",
  why: "next in seat order",
  weigh({ candidates, seats, speakers }) {
    const last = seats.indexOf(speakers.at(-1) ?? "");
    const measureDistance = (seat: string) =>
      (seats.indexOf(seat) - last + seats.length - 1) % seats.length;
    return weighSmallest(candidates, ({ seat }) => measureDistance(seat));
  },
};

/** Members with the fewest turns speak next. */
export const leastSpoken: Selector = {
  name: "least-spoken",
  why: "fewest turns so far",
  weigh: ({ candidates }) => weighSmallest(candidates, ({ turns }) => turns),
};

/** Probability that the addressed member answers, in natural conversation. */
export const NATURAL_ANSWERS = 0.85;

const RHO = 0.75;
const KAPPA = 1.5;

/** Sacks, Schegloff and Jefferson (1974), fitted to the AMI meeting corpus: `RHO^rank` by talkativeness, times `KAPPA` for the last speaker but one. */
export const natural: Selector = {
  name: "natural",
  why: `rho ${RHO} by rank, kappa ${KAPPA} for the last but one`,
  weigh({ candidates, speakers }) {
    const ranked = candidates.toSorted((a, b) => b.talkativeness - a.talkativeness);
    const weights = new Map<string, number>();
    let byRank = 1;
    for (const { seat, talkativeness } of ranked) {
      const boost = seat === speakers.at(-2) ? KAPPA : 1;
      weights.set(seat, talkativeness === 0 ? 0 : byRank * boost);
      byRank *= RHO;
    }
    return candidates.map(({ seat }) => weights.get(seat) ?? 0);
  },
};

/** Gives the next turn to the addressed member with this probability, in [0, 1]. */
export function preferAddressed(selector: Selector, probability: number): Selector {
  if (probability === 0) return selector;
  return {
    name: selector.name,
    why: `${selector.why}; the one addressed answers with probability ${probability}`,
    weigh(situation) {
      const weights = weighCandidates(selector, situation);
      const index = situation.candidates.findIndex(
        ({ seat, talkativeness }) => seat === situation.addressed && talkativeness > 0,
      );
      if (index === -1) return weights;
      const others = weights.reduce((sum, weight, at) => sum + (at === index ? 0 : weight), 0);
      if (others === 0) return weights.map((_, at) => (at === index ? 1 : 0));
      return weights.map((weight, at) =>
        at === index ? probability : (weight / others) * (1 - probability),
      );
    },
  };
}

function weighSmallest<Item extends { talkativeness: number }>(
  items: readonly Item[],
  measure: (item: Item) => number,
): number[] {
  const heard = items.filter((item) => item.talkativeness > 0);
  const smallest = heard.reduce(
    (least, item) => Math.min(least, measure(item)),
    Number.POSITIVE_INFINITY,
  );
  return items.map((item) =>
    item.talkativeness > 0 && measure(item) === smallest ? item.talkativeness : 0,
  );
}
