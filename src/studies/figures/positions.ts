import { finalVerdict } from "../../engine/meeting/decision/decide.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

/** A member's private opening, its moves and its end. */
export type MemberCourse = {
  readonly member: string;
  readonly before: string | null;
  /** Each time it took another position than before, aloud or in a ballot; `message` counts the talk up to it, from 1. */
  readonly moves: readonly { readonly verdict: string | null; readonly message: number }[];
  readonly aloud: string | null;
  readonly final: string | null;
};

export function coursesOf(state: MeetingState): MemberCourse[] {
  const place = placesOf(state);
  const turns = turnsOf(state);
  const said = (turn: number) => turns.filter((each) => each <= turn).length;
  return [...state.members.values()]
    .filter(({ seat }) => seat.kind === "member")
    .map((member) => {
      const opening = member.ballots.find(({ kind }) => kind === "opening");
      return {
        member: member.seat.id,
        before: opening?.verdict ?? null,
        moves: member.positions.map(({ verdict, message, turn, ballot }) => ({
          verdict,
          message:
            message === null ? said(ballot === "opening" ? 0 : turn) : (place.get(message) ?? said(turn)),
        })),
        aloud: member.verdicts.at(-1)?.verdict ?? null,
        final: finalVerdict(member).verdict,
      };
    });
}

export function placesOf(state: MeetingState): Map<string, number> {
  const places = new Map<string, number>();
  for (const entry of state.entries)
    if (entry.kind === "message" && entry.audience !== "record") places.set(entry.message.id, places.size + 1);
  return places;
}

/** A ballot comes after the messages of the turns before it. */
function turnsOf(state: MeetingState): number[] {
  return state.entries.flatMap((entry) =>
    entry.kind === "message" && entry.audience !== "record" ? [entry.turn] : [],
  );
}

export function standingAt(courses: readonly MemberCourse[], message: number): (string | null)[] {
  return courses.map(({ moves }) => moves.findLast((move) => move.message <= message)?.verdict ?? null);
}
