import { takesPosition } from "../../scaffold/message.ts";
import type { Outcome } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";

/**
 * The outcome as it stands once it is counted who was heard: a board of which fewer than half were decides nothing,
 * whatever the few of them, or ballots of those who were away, add up to.
 */
export function asHeard(outcome: Outcome, state: MeetingState): Outcome {
  const seated = state.scenario.members.length;
  const heard = state.scenario.members.filter(({ id }) => isHeard(memberOf(state, id))).length;
  if (outcome.status !== "decided" || 2 * heard >= seated) return outcome;
  const reason = `only ${heard} of ${seated} members were heard, fewer than half (${outcome.reason})`;
  return { ...outcome, status: "undecided", side: null, option: null, reason };
}

/** Who was away to the end without ever having had a turn was not heard, nor who neither spoke nor voted. */
function isHeard({ status, messages, passes, answers, ballots }: MemberState): boolean {
  if (messages + passes + answers > 0) return true;
  if (status === "absent") return false;
  return ballots.some((ballot) => takesPosition(ballot) || ballot.reply !== undefined);
}
