import { backwards, ownOf } from "../../lists.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { MeetingState } from "../transcript/state.ts";

export type Candidate = {
  readonly seat: string;
  /** Turns had so far: messages and passes. */
  readonly turns: number;
  /** 0 is silent; 1 by default. */
  readonly talkativeness: number;
};

/** Candidates are in seat order, never in order of names. */
export type Situation = {
  /** Active members, without the last speaker unless it is the only one. */
  readonly candidates: readonly Candidate[];
  /** Every member, eligible or not. */
  readonly seats: readonly string[];
  /** Latest last; members only. */
  readonly speakers: readonly string[];
  readonly addressed: string | null;
  readonly requested: string | null;
};

export function situationOf(
  state: MeetingState,
  talkativeness: Readonly<Record<string, number>> = {},
): Situation {
  const seats = state.scenario.members.map((seat) => seat.id);
  const active = seats.filter((seat) => memberOf(state, seat).status === "active");
  const speakers = recentMembers(state);
  const others = active.filter((seat) => seat !== speakers.at(-1));
  const eligible = others.length > 0 ? others : active;
  const { requestedSpeaker } = state;
  return {
    candidates: eligible.map((seat) => {
      const member = memberOf(state, seat);
      return { seat, turns: member.messages + member.passes, talkativeness: ownOf(talkativeness, seat) ?? 1 };
    }),
    seats,
    speakers,
    addressed: addressedNow(state, eligible),
    requested: requestedSpeaker !== null && active.includes(requestedSpeaker) ? requestedSpeaker : null,
  };
}

/** A notice in between does not use addressing up; another speaker does. */
function addressedNow(state: MeetingState, eligible: readonly string[]): string | null {
  for (const entry of backwards(state.entries)) {
    if (entry.kind === "notice" || entry.kind === "document" || entry.kind === "interjection") continue;
    const to = entry.kind === "message" ? entry.message.to : null;
    return to !== null && eligible.includes(to) ? to : null;
  }
  return null;
}

function recentMembers(state: MeetingState): string[] {
  const recent: string[] = [];
  for (const seat of backwards(state.speakers)) {
    if (recent.length === 2) break;
    if (state.members.get(seat)?.seat.kind === "member") recent.unshift(seat);
  }
  return recent;
}
