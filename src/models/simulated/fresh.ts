import type { Move } from "./frames/frame.ts";
import { PLAIN } from "./frames/plain.ts";
import { MANNERS } from "./frames/stock.ts";
import { MISSING } from "./frames/wishes.ts";
import type { Mind } from "./mind.ts";
import type { Kind } from "./reading/kind.ts";
import { keyOf } from "./trace.ts";
import { voiceOf } from "./voice.ts";

/** Whether one could still wish for something that fits such a passage. */
export function hasWish({ traces }: Mind, kind: Kind): boolean {
  const { facts, papers } = MISSING[kind];
  return [...facts, ...papers].some((frame) => !traces.has(keyOf(frame)));
}

/** Whether one has a sentence left for a move. */
export function hasWords({ traces, seat }: Mind, move: Move): boolean {
  const { manner } = voiceOf(seat.persona);
  return [...MANNERS[manner][move], ...PLAIN[move]].some((frame) => !traces.has(keyOf(frame)));
}
