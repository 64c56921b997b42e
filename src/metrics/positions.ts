import { finalVerdict } from "../meeting/decision/decide.ts";
import type { MeetingState } from "../transcript/state.ts";

/** One member's course: where it stood in private before any talk, what it said aloud, and where it ended. */
export type MemberCourse = {
  readonly member: string;
  /** The private opening ballot; null where none was cast or it named none. */
  readonly before: string | null;
  /** Each time it took another position than before, aloud or in a ballot; `message` counts the talk up to it, from 1. */
  readonly moves: readonly { readonly verdict: string | null; readonly message: number }[];
  /** What it said last aloud; null where it never did. */
  readonly aloud: string | null;
  /** As the table has it: closing ballot, else the debate. */
  readonly final: string | null;
};

/** The members' courses, in seat order. */
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

/** From a message's id to how many messages of the talk there were with it. */
export function placesOf(state: MeetingState): Map<string, number> {
  const places = new Map<string, number>();
  for (const entry of state.entries)
    if (entry.kind === "message" && entry.audience !== "record") places.set(entry.message.id, places.size + 1);
  return places;
}

/** The turns in which the messages of the talk were said, in order: a ballot comes after those of the turns before it. */
function turnsOf(state: MeetingState): number[] {
  return state.entries.flatMap((entry) =>
    entry.kind === "message" && entry.audience !== "record" ? [entry.turn] : [],
  );
}

/** Where each member stood after so many messages; 0: before the first. */
export function standingAt(courses: readonly MemberCourse[], message: number): (string | null)[] {
  return courses.map(({ moves }) => moves.findLast((move) => move.message <= message)?.verdict ?? null);
}
