/** What groups of people did, by size: means over meetings, from corpora that anybody can obtain. */
export type People = {
  readonly corpus: string;
  readonly members: number;
  readonly meetings: number;
  readonly gini: number;
  readonly rankRatio: number;
  readonly entropy: number;
  readonly returns: number;
  readonly returnsByChance: number;
  readonly dyadic: number;
};

/**
 * Spoken meetings: AMI (Carletta 2006) and ICSI (Janin 2003), from QMSum. Typed chat: DeliData (Karadzhov, Stafford and
 * Vlachos 2023). Shares of AMI are of turns, of ICSI of words, of DeliData of messages.
 */
const CORPORA: readonly People[] = [
  {
    ...named("DeliData chat", 3, 191),
    gini: 0.136,
    rankRatio: 0.729,
    entropy: 0.958,
    ...turns(0.456, 0.539, 0.461),
  },
  {
    ...named("DeliData chat", 4, 107),
    gini: 0.188,
    rankRatio: 0.731,
    entropy: 0.946,
    ...turns(0.314, 0.384, 0.264),
  },
  {
    ...named("DeliData chat", 5, 52),
    gini: 0.205,
    rankRatio: 0.767,
    entropy: 0.946,
    ...turns(0.228, 0.298, 0.156),
  },
  {
    ...named("AMI spoken", 4, 137),
    gini: 0.13,
    rankRatio: 0.806,
    entropy: 0.974,
    ...turns(0.45, 0.361, 0.499),
  },
  {
    ...named("ICSI spoken", 5, 14),
    gini: 0.357,
    rankRatio: 0.605,
    entropy: 0.845,
    ...turns(0.611, 0.341, 0.696),
  },
  {
    ...named("ICSI spoken", 6, 15),
    gini: 0.407,
    rankRatio: 0.608,
    entropy: 0.822,
    ...turns(0.575, 0.286, 0.652),
  },
  {
    ...named("ICSI spoken", 7, 16),
    gini: 0.413,
    rankRatio: 0.649,
    entropy: 0.836,
    ...turns(0.548, 0.25, 0.625),
  },
];

function named(corpus: string, members: number, meetings: number) {
  return { corpus, members, meetings };
}

function turns(returns: number, returnsByChance: number, dyadic: number) {
  return { returns, returnsByChance, dyadic };
}

/** Corpora with groups of so many members; empty where there is none. */
export function peopleOf(members: number): readonly People[] {
  return CORPORA.filter((corpus) => corpus.members === members);
}
