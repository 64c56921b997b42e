// Draws of simulated members. Each depends on a text alone, so one more draw changes no other.

/** Draws for one purpose of one call, the same on every computer. */
export class Chance {
  readonly #salt: number;

  constructor(digest: string, purpose: string) {
    this.#salt = hashText(purpose, hashText(digest));
  }

  /** In [0, 1). */
  draw(purpose: string): number {
    return hashDraw(purpose, this.#salt);
  }

  pick<Item>(items: readonly Item[], purpose: string): Item | undefined {
    return items[Math.floor(this.draw(purpose) * items.length)];
  }

  /** Undefined if no item has a weight above 0. */
  pickWeighted<Item>(
    items: readonly Item[],
    weigh: (item: Item) => number,
    purpose: string,
  ): Item | undefined {
    const weights = items.map(weigh);
    let left = this.draw(purpose) * weights.reduce((sum, weight) => sum + weight, 0);
    let last: Item | undefined;
    for (const [index, item] of items.entries()) {
      const weight = weights[index] ?? 0;
      if (weight <= 0) continue;
      if (left < weight) return item;
      left -= weight;
      last = item;
    }
    return last;
  }
}

/** A draw in [0, 1) that depends on the text alone. */
export function hashDraw(text: string, salt: number): number {
  return (hashText(text, salt) >>> 0) / 4294967296;
}

/** 32 bits of a text, well mixed (FNV-1a with a finisher). */
export function hashText(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}
