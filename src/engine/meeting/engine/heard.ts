import { takesPosition } from "../../scaffold/message.ts";
import type { Outcome } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";

/** A board of which fewer than half were heard decides nothing, whatever the votes of the few add up to. */
export function asHeard(outcome: Outcome, state: MeetingState): Outcome {
  const seated = state.scenario.members.length;
  const heard = state.scenario.members.filter(({ id }) => isHeard(memberOf(state, id))).length;
  if (outcome.status !== "decided" || 2 * heard >= seated) return outcome;
  const reason = `only ${heard} of ${seated} members were heard, fewer than half (${outcome.reason})`;
  return { ...outcome, status: "undecided", side: null, option: null, reason };
}

/** Whoever was away to the end and had no turn was not heard, nor who neither spoke nor voted. */
function isHeard({ status, messages, passes, answers, ballots }: MemberState): boolean {
  if (messages + passes + answers > 0) return true;
  if (status === "absent") return false;
  return ballots.some((ballot) => takesPosition(ballot) || ballot.reply !== undefined);
}
