import { finalVerdict } from "../../engine/meeting/decision/decide.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

/** Null if there is a tie at the top. */
export function plurality(verdicts: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) if (verdict !== null) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && first[1] !== second?.[1] ? first[0] : null;
}

/** Share of member pairs that differ: 1 - Σₖ nₖ(nₖ-1)/(n(n-1)). Null below two verdicts. */
export function disagreement(verdicts: readonly (string | null)[]): number | null {
  const stated = verdicts.filter((verdict) => verdict !== null);
  const n = stated.length;
  if (n < 2) return null;
  const counts = new Map<string, number>();
  for (const verdict of stated) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const alike = [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
  return 1 - alike / (n * (n - 1));
}

/** After each message, starting before the first. */
export function disagreementCurve(courses: readonly MemberCourse[], messages: number): (number | null)[] {
  return Array.from({ length: messages + 1 }, (_, message) => disagreement(standingAt(courses, message)));
}

/** The first message after which nobody differed to the end. */
export function consensusAt(curve: readonly (number | null)[]): number | null {
  const lastApart = curve.findLastIndex((d) => d !== 0);
  return lastApart === curve.length - 1 ? null : lastApart + 1;
}

export function flipRate(courses: readonly MemberCourse[]): number | null {
  const known = courses.filter(({ before, final }) => before !== null && final !== null);
  return known.length === 0
    ? null
    : known.filter(({ before, final }) => before !== final).length / known.length;
}

export function majorityKept(courses: readonly MemberCourse[]): boolean | null {
  const before = plurality(courses.map((course) => course.before));
  const after = plurality(courses.map((course) => course.final));
  return before === null || after === null ? null : before === after;
}

/** Share of members whose last words aloud differ from their final vote. */
export function publicPrivateGap(courses: readonly MemberCourse[]): number | null {
  const both = courses.filter(({ aloud, final }) => aloud !== null && final !== null);
  return both.length === 0 ? null : both.filter(({ aloud, final }) => aloud !== final).length / both.length;
}

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

function placesOf(state: MeetingState): Map<string, number> {
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
