import type { TurnReading } from "./read-scaffold.ts";

/**
 * Which of two readings of a turn stands: the first, unless the reply sent in its place could be read in its form and
 * has nothing worse wrong with it. An apology, or a bare field, never takes the place of an argument.
 */
export function betterReading(first: TurnReading, second: TurnReading): TurnReading {
  if (second.ending.type !== "turn.absent" && second.ending.parse === "failed") return first;
  return faultOf(second) <= faultOf(first) && !saysLess(first, second) ? second : first;
}

/** How much is wrong, from nothing to what may not be credited to the speaker. */
function faultOf({ problem, isLegible, ending }: TurnReading): number {
  if (!isLegible) return 3;
  if (ending.type !== "turn.absent" && ending.parse === "failed") return 2;
  return problem === null ? 0 : 1;
}

/** Words gave way to none. */
function saysLess(first: TurnReading, second: TurnReading): boolean {
  return first.isLegible && wordsOf(first) > 0 && wordsOf(second) === 0;
}

function wordsOf({ ending }: TurnReading): number {
  return ending.type === "message.spoken" ? ending.words : 0;
}
