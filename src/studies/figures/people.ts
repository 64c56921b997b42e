import type { TalkUnit } from "./talk.ts";

/** Shares by rank, Gini and entropy are means over meetings; the ratio is that of the mean shares. */
type Spread = {
  readonly byRank?: readonly number[];
  readonly rankRatio?: number;
  readonly gini: number;
  readonly entropy?: number;
};

/** Shares of the turns of all meetings together. */
type Sequence = {
  readonly returns: number;
  readonly returnsByChance?: number;
  readonly dyadic: number;
};

/** Groups of people from public corpora. Silent people are no members, and DeliData groups with fewer than
 * three messages a member are left out, as in its published figures. */
export type People = {
  readonly corpus: string;
  readonly members: number;
  readonly meetings: number;
  /** The first turns of each meeting, if no more were counted. */
  readonly turns?: number;
  readonly spread: Readonly<Partial<Record<TalkUnit, Spread>>>;
  readonly sequence: Sequence;
};

/** Spoken: AMI (Carletta 2006) and ICSI (Janin 2003), from QMSum. Typed: DeliData (Karadzhov and others 2023).
 * Figures of messages are not comparable to figures of turns. */
const CORPORA: readonly People[] = [
  {
    ...{ corpus: "DeliData chat", members: 3, meetings: 191 },
    spread: {
      messages: spread([43.7, 33.1, 23.2], 0.729, 0.136, 0.958),
      words: spread([49.7, 31.8, 18.5], 0.611, 0.208, 0.903),
    },
    sequence: { returns: 0.456, returnsByChance: 0.539, dyadic: 0.461 },
  },
  {
    ...{ corpus: "DeliData chat", members: 4, meetings: 107 },
    spread: {
      messages: spread([37.2, 27.7, 20.7, 14.4], 0.731, 0.188, 0.946),
      words: spread([43.2, 27.7, 18.8, 10.3], 0.627, 0.268, 0.888),
    },
    sequence: { returns: 0.314, returnsByChance: 0.384, dyadic: 0.264 },
  },
  {
    ...{ corpus: "DeliData chat", members: 5, meetings: 52 },
    spread: {
      messages: spread([31.6, 24.1, 19.1, 14.5, 10.8], 0.767, 0.205, 0.946),
      words: spread([39.9, 23.8, 16.7, 11.8, 7.8], 0.673, 0.305, 0.886),
    },
    sequence: { returns: 0.228, returnsByChance: 0.298, dyadic: 0.156 },
  },
  {
    ...{ corpus: "AMI spoken", members: 4, meetings: 137 },
    spread: {
      turns: spread([32.6, 27.7, 22.6, 17.0], 0.806, 0.13, 0.974),
      words: spread([39.1, 26.2, 20.5, 14.3], 0.721, 0.201, 0.934),
    },
    sequence: { returns: 0.45, returnsByChance: 0.361, dyadic: 0.499 },
  },
  {
    ...{ corpus: "AMI spoken", members: 4, meetings: 137, turns: 20 },
    spread: { turns: { gini: 0.282 } },
    sequence: { returns: 0.544, dyadic: 0.558 },
  },
  {
    ...{ corpus: "ICSI spoken", members: 5, meetings: 14 },
    spread: { words: spread([42.4, 25.0, 17.6, 9.3, 5.6], 0.605, 0.357, 0.845) },
    sequence: { returns: 0.611, returnsByChance: 0.341, dyadic: 0.696 },
  },
  {
    ...{ corpus: "ICSI spoken", members: 6, meetings: 15 },
    spread: { words: spread([39.6, 24.5, 16.1, 10.9, 5.7, 3.2], 0.608, 0.407, 0.822) },
    sequence: { returns: 0.575, returnsByChance: 0.286, dyadic: 0.652 },
  },
  {
    ...{ corpus: "ICSI spoken", members: 7, meetings: 16 },
    spread: { words: spread([35.0, 23.4, 16.8, 10.2, 7.8, 4.3, 2.5], 0.649, 0.413, 0.836) },
    sequence: { returns: 0.548, returnsByChance: 0.25, dyadic: 0.625 },
  },
];

/** Groups of that size, counted over as many turns; null for whole meetings. */
export function peopleOf(members: number, turns: number | null): readonly People[] {
  return CORPORA.filter((corpus) => corpus.members === members && (corpus.turns ?? null) === turns);
}

function spread(percent: readonly number[], rankRatio: number, gini: number, entropy: number): Spread {
  return { byRank: percent.map((share) => share / 100), rankRatio, gini, entropy };
}
