import type { Draft } from "../events.ts";
import { memberOf } from "../member-of.ts";
import type { OwnState } from "../state.ts";

/** Marks of a reply that was not as asked for, and of which something was left out. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "no-scaffold",
  "form-copied",
  "several-verdicts",
  "verdict-in-content",
  "verdict-unknown",
  "verdict-without-reasoning",
  "withdrawal-without-verdict",
  "addressee-missing",
  "topic-required",
]);

export function noteCall(state: OwnState, { speaker, purpose }: Draft<"call.answered">): void {
  if (purpose === "repair") memberOf(state, speaker).isRepairing = true;
}

/** What can end a turn in which somebody was asked. */
export type TurnEnding = Draft<"message.spoken" | "turn.passed" | "turn.absent" | "ballot.cast">;

/** How a turn ended: a repair that mended nothing counts, and any reply as asked for takes the count back. */
export function noteEnding(state: OwnState, event: TurnEnding): void {
  const member = memberOf(state, event.speaker);
  if (isAsAskedFor(event)) member.repairsInVain = 0;
  else if (member.isRepairing) member.repairsInVain += 1;
  member.isRepairing = false;
}

/** Whether a turn ended with a reply that was read, and of which nothing was left out. */
export function isAsAskedFor(event: TurnEnding): boolean {
  if (event.type === "turn.absent" || event.parse === "failed") return false;
  return !event.flags.some((flag) => LEFT_OUT.has(flag));
}
