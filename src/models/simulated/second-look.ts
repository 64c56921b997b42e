import { hashDraw, hashText } from "./chance.ts";
import { attentionTo, type Mind, scoreOf } from "./mind.ts";

/** Share of the points that a second look weighs otherwise than the first. */
const SEEN_ANEW = 0.3;
const MOOD = 0.12;

/** The same reader looking again: most points weigh as before, some otherwise, by the draw. */
export function lookAgain(mind: Mind, draw: string): Mind {
  const salt = hashText(mind.seat.persona.id, hashText(draw));
  const attention = mind.book.facts.map((fact) => {
    const { key, point } = fact;
    const before = attentionTo(mind, fact);
    if (point.severe || hashDraw(`${key} again`, salt) >= SEEN_ANEW) return before;
    return Math.max(0.12, Math.min(1.4, before + 1.2 * (hashDraw(key, salt) - 0.5)));
  });
  const offset = mind.offset + (hashDraw("mood", salt) - 0.5) * MOOD;
  const again = { ...mind, attention, offset };
  return { ...again, score: scoreOf(again) };
}
