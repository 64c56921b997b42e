import type { SignFound } from "./change.ts";
import { deniedAt } from "./events.ts";
import { lexicon, type PatternPlace, type Shows } from "./lexicon.ts";
import { is, near, type Token, wordAt } from "./tokens.ts";

/** Turns of speech that praise or blame as a whole; denied, the other way round. */
export function turnsIn(tokens: readonly Token[]): SignFound[] {
  return patternsIn(tokens, "good", "bad", "silent").flatMap(({ from, to, shows }): SignFound[] => {
    const isHandled =
      shows === "bad" && near(tokens, from, [-4, 0], "verb.handle") && !near(tokens, from, [-4, 0], "w.be");
    if (isHandled) return [];
    const isTurned = !DENYING.test(wordAt(tokens, from)) && deniedAt(tokens, from);
    const sign = shows === "silent" ? 0 : (shows === "good") === isTurned ? -1 : 1;
    return [{ from, to, sign, kind: "event" }];
  });
}

/** Where turns of speech of some kinds stand. */
export function patternsIn(tokens: readonly Token[], ...kinds: readonly Shows[]) {
  const { patterns } = lexicon();
  return tokens.flatMap(({ word }, from) =>
    [...(patterns.get(word) ?? []), ...(patterns.get("@") ?? [])].flatMap(({ shows, places }) => {
      const to = kinds.includes(shows) ? endOf(tokens, from, places) : null;
      return to === null ? [] : [{ from, to, shows }];
    }),
  );
}

/** A turn of speech that begins so is a denial itself. */
const DENYING = /^(?:not|no|never|without|cannot|could|does|do|did)$/;

/** Where a turn ends that begins at a token; null where it does not stand there. What may be missing is there if it can be. */
function endOf(tokens: readonly Token[], at: number, [place, ...rest]: readonly PatternPlace[]): number | null {
  if (place === undefined) return at;
  const token = tokens[at];
  const taken = token && fits(token, place) ? endOf(tokens, at + 1, rest) : null;
  return taken ?? (place.isOptional ? endOf(tokens, at, rest) : null);
}

function fits(token: Token, { words, classes }: PatternPlace): boolean {
  return (
    words.has(token.word) ||
    (token.value !== null && words.has("#")) ||
    (classes.length > 0 && (classes[0] === "any" || is(token, ...classes)))
  );
}
