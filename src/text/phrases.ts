/** Which of many phrases stand in a text: in one pass over it, however many there are. */
export type Phrases = (text: string) => ReadonlySet<string>;

/** Characters by whose hash the beginning of a phrase is known in a text. */
const WINDOW = 12;
const BASE = 31;
/** Small integers are looked up fastest. */
const BITS = 0x3fffffff;
const LEAVING = powerOf(WINDOW - 1);

/** By the hashes of their beginnings, rolled along the text; phrases shorter than that are looked for one by one. */
export function phrasesIn(phrases: readonly string[]): Phrases {
  const short = phrases.filter(({ length }) => length < WINDOW);
  const beginning = new Map<number, string[]>();
  for (const phrase of phrases) {
    if (phrase.length < WINDOW) continue;
    const hash = hashOf(phrase);
    beginning.set(hash, [...(beginning.get(hash) ?? []), phrase]);
  }
  return (text) => {
    const found = new Set(short.filter((phrase) => text.includes(phrase)));
    let hash = hashOf(text);
    for (let at = 0; at + WINDOW <= text.length; at++) {
      const there = beginning.get(hash);
      if (there !== undefined) for (const phrase of there) if (text.startsWith(phrase, at)) found.add(phrase);
      const rest = hash - Math.imul(text.charCodeAt(at), LEAVING);
      hash = (Math.imul(rest, BASE) + text.charCodeAt(at + WINDOW)) & BITS;
    }
    return found;
  };
}

/** Of the first characters of a text. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < WINDOW; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) & BITS;
  return hash;
}

function powerOf(times: number): number {
  let power = 1;
  for (let nth = 0; nth < times; nth++) power = Math.imul(power, BASE);
  return power;
}
