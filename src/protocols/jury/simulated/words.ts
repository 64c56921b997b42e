import { ownWords, type Phrasing, phrasing } from "../../../models/simulated/answers/own-words.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Mind } from "../../../models/simulated/mind.ts";

const WORDS = ownWords("jury");

/** What members of a jury say of its phases, topics and items, with their words drawn for one purpose. */
export function wordsOf(turn: SimulatedTurn, mind: Mind, purpose = "words"): Phrasing {
  return phrasing(WORDS, turn.tongue(mind, turn.chance(purpose)));
}
