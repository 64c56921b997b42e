export type Chance = {
  readonly next: () => number;
  readonly pick: <T>(list: readonly T[]) => T;
};

/** Draws for one purpose of one call, the same on every engine: a new purpose shifts no other. */
export function chanceOf(digest: string, purpose: string): Chance {
  const salt = hashText(purpose, hashText(digest));
  let drawn = 0;
  const next = () => hashDraw(`${drawn++}`, salt);
  // Whoever draws has something to draw from, and a draw stays below 1.
  return { next, pick: (list) => list[Math.floor(next() * list.length)]! };
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
