import type { Found } from "./change.ts";
import { deniedAt } from "./events.ts";
import { lexicon, type Place } from "./lexicon.ts";
import { is, type Token } from "./tokens.ts";

/** Turns of speech that praise or blame as a whole; denied, the other way round. */
export function turnsIn(tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; at++)
    for (const { sign, places } of lexicon().patterns) {
      const to = endOf(tokens, at, places);
      if (to === null) continue;
      const isOfDenial = /^(?:not|no|never|without|cannot|could|does|do|did)$/.test(tokens[at]!.word);
      const turned = sign !== 0 && !isOfDenial && deniedAt(tokens, at) ? (-sign as -1 | 1) : sign;
      found.push({ from: at, to, sign: turned, kind: "event" });
    }
  return found;
}

function endOf(tokens: readonly Token[], from: number, places: readonly Place[]): number | null {
  let at = from;
  for (const place of places) {
    const token = tokens[at];
    if (token && fits(token, place)) at++;
    else if (!place.isOptional) return null;
  }
  return at;
}

function fits(token: Token, { words, classes }: Place): boolean {
  return (
    words.has(token.word) ||
    (token.value !== null && words.has("#")) ||
    (classes.length > 0 && (classes[0] === "any" || is(token, ...classes)))
  );
}
