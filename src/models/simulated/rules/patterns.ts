import type { Found, Sign } from "./change.ts";
import { deniedAt } from "./events.ts";
import { lexicon, type Place } from "./lexicon.ts";
import { is, near, type Token } from "./tokens.ts";

/** Turns of speech that praise or blame as a whole; denied, the other way round. */
export function turnsIn(tokens: readonly Token[]): Found[] {
  const { patterns } = lexicon();
  return tokens.flatMap(({ word }, at) =>
    [...(patterns.get(word) ?? []), ...(patterns.get("@") ?? [])].flatMap(({ sign, places }): Found[] => {
      const to = endOf(tokens, at, places);
      const isHandled =
        sign === -1 && near(tokens, at, [-4, 0], "verb.handle") && !near(tokens, at, [-4, 0], "w.be");
      if (to === null || isHandled) return [];
      const isTurned = sign !== 0 && !DENYING.test(word) && deniedAt(tokens, at);
      return [{ from: at, to, sign: isTurned ? (-sign as Sign) : sign, kind: "event" }];
    }),
  );
}

/** A turn of speech that begins so is a denial itself. */
const DENYING = /^(?:not|no|never|without|cannot|could|does|do|did)$/;

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
