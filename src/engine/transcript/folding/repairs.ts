import type { Draft } from "../events.ts";
import { memberOf } from "../member-of.ts";
import type { MemberState, OwnState } from "../state.ts";

/** After so many repairs in a row that mended nothing, a member's replies are taken as they come. */
export const REPAIRS_IN_VAIN = 3;

export function isInVain({ repairsInVain }: Pick<MemberState, "repairsInVain">): boolean {
  return repairsInVain >= REPAIRS_IN_VAIN;
}

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

export function noteCall(state: OwnState, { speaker, purpose, text }: Draft<"call.answered">): void {
  const member = memberOf(state, speaker);
  member.lastReply = text;
  if (purpose === "repair") member.isRepairing = true;
}

export type TurnEnding = Draft<"message.spoken" | "turn.passed" | "turn.absent" | "ballot.cast">;

export function noteEnding(state: OwnState, event: TurnEnding): void {
  const member = memberOf(state, event.speaker);
  member.missed = isAsAskedFor(event) ? [] : missesOf(event);
  if (isAsAskedFor(event)) member.repairsInVain = 0;
  else if (member.isRepairing) member.repairsInVain += 1;
  member.isRepairing = false;
}

/** The meeting was suspended because nobody kept the form: everybody gets three tries anew. */
export function forgetMisses(state: OwnState): void {
  for (const member of state.members.values()) member.repairsInVain = 0;
}

function missesOf(event: TurnEnding): readonly string[] {
  return event.type === "turn.absent" ? [event.reason] : event.flags.filter((flag) => LEFT_OUT.has(flag));
}

export function isAsAskedFor(event: TurnEnding): boolean {
  if (event.type === "turn.absent" || event.parse === "failed") return false;
  return !event.flags.some((flag) => LEFT_OUT.has(flag));
}
