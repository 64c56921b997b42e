import { backwards, ownOf } from "../lists.ts";
import { memberOf } from "../transcript/member-of.ts";
import type { MeetingState } from "../transcript/state.ts";

/** One seat that may be chosen to speak. */
export type Candidate = {
  readonly seat: string;
  /** Turns this seat has had: messages and passes. */
  readonly turns: number;
  /** From 0, which is silent, upward; 1 unless the meeting's options say otherwise. */
  readonly talkativeness: number;
};

/** What a selector knows when it chooses. Candidates stand in seat order, never by name. */
export type Situation = {
  /** Members who may speak now: active, and not the last member to speak, whatever notice came between, unless nobody else is left. */
  readonly candidates: readonly Candidate[];
  /** Every member's seat in seat order, eligible or not. */
  readonly seats: readonly string[];
  /** Who held the floor, latest last; members only. */
  readonly speakers: readonly string[];
  /** Whom the last message addressed, if they may speak now. */
  readonly addressed: string | null;
  /** Whom a person has given the floor, if they are active. */
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

/** Addressing lasts for the very next turn only: a notice in between does not use it up, another speaker does. */
function addressedNow(state: MeetingState, eligible: readonly string[]): string | null {
  for (const entry of backwards(state.entries)) {
    if (entry.kind === "notice" || entry.kind === "document" || entry.kind === "interjection") continue;
    const to = entry.kind === "message" ? entry.message.to : null;
    return to !== null && eligible.includes(to) ? to : null;
  }
  return null;
}

/** The last two members who held the floor, latest last: all that any selector looks back to. */
function recentMembers(state: MeetingState): string[] {
  const recent: string[] = [];
  for (const seat of backwards(state.speakers)) {
    if (recent.length === 2) break;
    if (state.members.get(seat)?.seat.kind === "member") recent.unshift(seat);
  }
  return recent;
}
