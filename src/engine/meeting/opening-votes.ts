// The private votes before the debate, as views that compare before and after need them.

import type { Vote } from "../protocol/protocol.ts";
import type { MeetingState, MemberState } from "../transcript/state.ts";

/** The private votes before the debate; null if there were none, or if some are still missing. */
export function listOpeningVotes(state: MeetingState): readonly Vote[] | null {
  const seated = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  const opening = seated.map(({ ballots }) => ballots.find(({ kind }) => kind === "opening"));
  if (opening.every((ballot) => ballot === undefined)) return null;
  const isAwaited = ({ status }: MemberState, index: number) =>
    status === "active" && opening[index] === undefined;
  if (state.outcome === null && seated.some(isAwaited)) return null;
  return seated.map(({ seat }, index) => ({
    verdict: opening[index]?.verdict ?? null,
    abstains: opening[index]?.abstains === true,
    weight: seat.weight,
  }));
}
