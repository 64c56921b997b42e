import type { TurnReading } from "./read-scaffold.ts";

/** The second stands only if it is legible and has nothing worse wrong: an apology or a bare field never replaces an argument. */
export function betterReading(first: TurnReading, second: TurnReading): TurnReading {
  if (second.ending.type !== "turn.absent" && second.ending.parse === "failed") return first;
  return faultOf(second) <= faultOf(first) && !saysLess(first, second) ? second : first;
}

function faultOf({ problem, isLegible, ending }: TurnReading): number {
  if (!isLegible) return 3;
  if (ending.type !== "turn.absent" && ending.parse === "failed") return 2;
  return problem === null ? 0 : 1;
}

function saysLess(first: TurnReading, second: TurnReading): boolean {
  return first.isLegible && wordsOf(first) > 0 && wordsOf(second) === 0;
}

function wordsOf({ ending }: TurnReading): number {
  return ending.type === "message.spoken" ? ending.words : 0;
}
