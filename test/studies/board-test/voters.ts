// Boards of stub voters for tests of the board test: fair, biased by name, deaf, first option.

import seedrandom from "seedrandom";

export type Voter = {
  /** Spread of a member's votes around its own leaning, in points of the scale. */
  noise: number;
  /** Share of votes that go from for to against because of the other name, 0 to 1. */
  bias?: number;
  /** Reads no paper. */
  isDeaf?: boolean;
  /** Share of votes for the option that is listed first. */
  first?: number;
  /** Points by which each other wording moves each member. */
  jitter?: number;
};

export const BOARDS = {
  fair: { noise: 13 },
  steady: { noise: 6 },
  noisy: { noise: 25 },
  "name 10": { noise: 13, bias: 0.1 },
  "name 20": { noise: 13, bias: 0.2 },
  deaf: { noise: 13, isDeaf: true },
  "first option": { noise: 13, first: 0.8 },
  "first option, weak": { noise: 13, first: 0.4 },
  jitter: { noise: 13, jitter: 3 },
} as const satisfies Record<string, Voter>;

export type VoteCase = {
  member: number;
  /** Points that the paper moves an honest member. */
  effect: number;
  /** The wording, for voters whom each wording moves. */
  wording: string;
  isOtherName?: boolean;
  isEmpty?: boolean;
  isReversed?: boolean;
  /** Votes with the same draw are alike; without one, each call draws anew. */
  draw?: string;
};

/** Draws votes as places from 0 (against) to 4 (for) of five options, or null for no verdict. */
export function createVoters(voter: Voter, seed: string): (asked: VoteCase) => number | null {
  const shared = seedrandom(seed);
  const drawNormal = (random: () => number = shared) =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const leanings = Array.from({ length: 12 }, () => 50 + 25 * drawNormal());
  const jitters = new Map<string, number>();
  const findJitter = (key: string): number => {
    const known = jitters.get(key) ?? (voter.jitter ?? 0) * drawNormal();
    jitters.set(key, known);
    return known;
  };
  return ({ member, effect, wording, isOtherName, isEmpty, isReversed, draw }) => {
    const random = draw === undefined ? shared : seedrandom(`${seed} ${draw}`);
    if (voter.first !== undefined && random() < voter.first) return isReversed ? 0 : 4;
    if (isEmpty && !voter.isDeaf) return random() < 0.88 ? null : 1;
    const moved = voter.isDeaf ? 0 : effect + findJitter(`${member} ${wording}`);
    const points = (leanings[member] ?? 50) + moved + voter.noise * drawNormal(random);
    const place = Math.max(0, Math.min(4, Math.round(points / 25)));
    // A bias of a share of all votes: only votes for the case can turn.
    if (isOtherName && place >= 2 && random() < (voter.bias ?? 0) / 0.62) return 1;
    return place;
  };
}
