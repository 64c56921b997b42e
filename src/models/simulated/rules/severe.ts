import { patternsIn } from "./patterns.ts";
import { is, near, some, type Token, wordAt } from "./tokens.ts";

/** `open`: charged or suspected, and nothing found; `cleared`: denied, fought by whoever is judged, or another's. */
type Gravity = "severe" | "open" | "cleared" | "none";

/** Whether a clause reports a grave fact of whoever is judged. */
export function gravityOf(tokens: readonly Token[], whole: readonly Token[]): Gravity {
  const plain = tokens.findIndex((token, at) => is(token, "severe.plain") && !isField(tokens, at));
  const [turn] = patternsIn(tokens, "grave");
  if (plain < 0 && turn === undefined)
    return some(whole, "severe.accused") && isCleared(whole, turn) ? "cleared" : "none";
  const { from: at, to } = turn ?? { from: plain, to: plain + 1 };
  if (isCleared(whole, turn) || near(tokens, at, [-9, 0], "w.deny")) return "cleared";
  if (some(whole, "severe.accused")) return "open";
  const isFound = some(tokens, "w.court") && some(tokens, "w.ruled");
  if (near(tokens, at, [-9, 0], "w.fights") && !isFound) return "cleared";
  const by = tokens.findIndex(({ word }, index) => index > at && index < at + 6 && word === "by");
  const isByOwnHand = some(tokens.slice(at, to), "severe.own");
  const isAnothers =
    !isByOwnHand &&
    (near(tokens, -1, [0, Math.min(at, 6) + 2], "w.stranger") ||
      (by > 0 && near(tokens, by, [1, 4], "w.stranger")));
  return isAnothers ? "cleared" : "severe";
}

/** Words that clear, said of the charge: `proved to be false`, and not `false accounting`. */
function isCleared(whole: readonly Token[], turn: { readonly from: number } | undefined): boolean {
  return whole.some((token, at) => {
    if (is(token, "w.freed")) return true;
    if (!is(token, "w.clears") || (turn && is(token, "w.dismissal") && !near(whole, at, [-7, 0], "w.matter")))
      return token.word === "upheld" && is(whole[at - 1], "w.deny");
    const isOfCharge = near(whole, at, [-3, 5], "w.matter", "severe.accused");
    return !is(token, "w.clears-said") || isOfCharge || near(whole, at, [-5, 0], "w.proves");
  });
}

/** A grave word that names a trade, a subject or what others went through: `fraud detection`, `forged steel`. */
function isField(tokens: readonly Token[], at: number): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  const isSubject = is(next, "noun.field") || (is(next, "w.link") && near(tokens, at, [2, 4], "noun.field"));
  if (isSubject && !/(?:ed|ing)$/.test(wordAt(tokens, at))) return true;
  if (is(before, "w.preposition", "w.ofmeasure") && is(tokens[at - 2], "noun.field")) return true;
  return is(tokens[at], "severe.unless") && near(tokens, at, [-8, 0], "severe.unsaid");
}
