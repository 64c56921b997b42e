import { hash } from "node:crypto";
import seedrandom from "seedrandom";

export function chanceOf(seed: string, path: string, purpose: string): string {
  return hash("sha256", JSON.stringify([seed, path, purpose]));
}

/** In [0, 1). It depends only on seed, path and purpose. */
export function drawFrom(seed: string, path: string, purpose: string): number {
  // seedrandom reads the low eight bits of each character, so it is seeded with an ASCII digest only.
  return seedrandom(chanceOf(seed, path, purpose))();
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
export function shuffled<Item>(items: readonly Item[], seed: string, purpose: string): Item[] {
  const order = [...items];
  for (let end = order.length - 1; end > 0; end--) {
    const other = Math.floor(drawFrom(seed, String(end), purpose) * (end + 1));
    // Both places lie in the list: `other` is at most `end`.
    [order[end], order[other]] = [order[other]!, order[end]!];
  }
  return order;
}
