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
const CORPORA: readonly People[] = (
  [
    // corpus, members, meetings, Gini, rank ratio, entropy, A-B-A, the same by chance, turns in dyadic floors
    ["DeliData chat", 3, 191, 0.136, 0.729, 0.958, 0.456, 0.539, 0.461],
    ["DeliData chat", 4, 107, 0.188, 0.731, 0.946, 0.314, 0.384, 0.264],
    ["DeliData chat", 5, 52, 0.205, 0.767, 0.946, 0.228, 0.298, 0.156],
    ["AMI spoken", 4, 137, 0.13, 0.806, 0.974, 0.45, 0.361, 0.499],
    ["ICSI spoken", 5, 14, 0.357, 0.605, 0.845, 0.611, 0.341, 0.696],
    ["ICSI spoken", 6, 15, 0.407, 0.608, 0.822, 0.575, 0.286, 0.652],
    ["ICSI spoken", 7, 16, 0.413, 0.649, 0.836, 0.548, 0.25, 0.625],
  ] as const
).map(([corpus, members, meetings, gini, rankRatio, entropy, returns, returnsByChance, dyadic]) => ({
  ...{ corpus, members, meetings, gini, rankRatio, entropy },
  ...{ returns, returnsByChance, dyadic },
}));

/** Corpora with groups of so many members; empty where there is none. */
export function peopleOf(members: number): readonly People[] {
  return CORPORA.filter((corpus) => corpus.members === members);
}
