/**
 * Draws the next speaker from a selector's weights. Every draw depends only on the seed, the path
 * and a purpose, so that a meeting can be repeated.
 */

import { hash } from "node:crypto";
import seedrandom from "seedrandom";
import { alignLists } from "../../lists.ts";
import { type Selector, type Situation, weighCandidates } from "./selector.ts";

/** The next speaker, with everything that explains the choice. */
export type Selection = {
  speaker: string;
  selector: string;
  /** Every member's weight in seat order; 0 means could not be chosen. */
  weights: readonly { seat: string; weight: number }[];
  draw: number | null;
  why: string;
};

/** Null if every weight is 0. Throws `selector-invalid` for wrong weights. */
export function select(selector: Selector, situation: Situation, draw: number): Selection | null {
  if (situation.requested !== null)
    return createCertainSelection(
      situation,
      situation.requested,
      selector.name,
      "given the floor by a person",
    );
  const byCandidate = weighCandidates(selector, situation);
  const index = pickWeighted(byCandidate, draw);
  const chosen = index === null ? null : situation.candidates[index];
  if (!chosen) return null;
  const weights = listWeights(situation, byCandidate);
  const speaker = chosen.seat;
  const only = byCandidate.filter((weight) => weight > 0).length === 1;
  return {
    speaker,
    selector: selector.name,
    weights,
    draw: only ? null : draw,
    why: only && situation.candidates.length === 1 ? "no one else may speak" : selector.why,
  };
}

export function createCertainSelection(
  situation: Situation,
  speaker: string,
  selector: string,
  why: string,
): Selection {
  const weights = situation.seats.map((seat) => ({ seat, weight: seat === speaker ? 1 : 0 }));
  return { speaker, selector, weights, draw: null, why };
}

function listWeights(
  { seats, candidates }: Situation,
  weights: readonly number[],
): Selection["weights"] {
  const known = new Map(
    alignLists(candidates, weights).map(([{ seat }, weight]) => [seat, weight]),
  );
  return seats.map((seat) => ({ seat, weight: known.get(seat) ?? 0 }));
}

export function hashDraw(seed: string, path: string, purpose: string): string {
  return hash("sha256", JSON.stringify([seed, path, purpose]));
}

/** In [0, 1). It depends only on seed, path and purpose. */
export function drawFrom(seed: string, path: string, purpose: string): number {
  // seedrandom reads the low eight bits of each character, so it is seeded with an ASCII digest only.
  return seedrandom(hashDraw(seed, path, purpose))();
}

/** Index of the chosen weight; null if every weight is 0. A weight of 0 is never chosen. */
export function pickWeighted(weights: readonly number[], draw: number): number | null {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = draw * total;
  let last: number | null = null;
  for (const [index, weight] of weights.entries()) {
    if (weight <= 0) continue;
    if (left < weight) return index;
    left -= weight;
    last = index;
  }
  return last;
}

/** Fisher-Yates with one draw a step. */
export function shuffle<Item>(items: readonly Item[], seed: string, purpose: string): Item[] {
  const order = [...items];
  for (let end = order.length - 1; end > 0; end--) {
    const other = Math.floor(drawFrom(seed, String(end), purpose) * (end + 1));
    // Both places lie in the list: `other` is at most `end`.
    [order[end], order[other]] = [order[other]!, order[end]!];
  }
  return order;
}
