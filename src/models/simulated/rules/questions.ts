import type { Point } from "../../../scenario/schema/casebook.ts";
import { lexicon } from "./lexicon.ts";

/** What one would ask about a point, and what would settle it, by what it speaks of. */
export function questionsFor(says: string, sign: -1 | 1): Pick<Point, "asks" | "settles"> {
  const said = new Set(says.toLowerCase().match(/\p{L}+/gu));
  const side = sign === 1 ? "good" : "bad";
  const found = lexicon().questions.find(
    (each) => each.side === side && (each.words.length === 0 || each.words.some((word) => said.has(word))),
  );
  return found ? { asks: found.asks, settles: found.settles } : {};
}
