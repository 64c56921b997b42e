import { outsiderOn } from "../../engine/meeting/people/person.ts";
import { afterForks } from "../../engine/transcript/forks.ts";
import { BoardroomError } from "../../errors.ts";
import type { ReadMeeting, SeatDesk, SeatRight } from "./desk.ts";

/** In a running meeting with agents, a seat sees what its member sees, and a caller without a token
 * what every member sees: no sealed ballots and no names behind labels. */
export type Sight = { readonly is: "whole" } | { readonly is: "member"; readonly seat: string | null };

export function sightOf(desk: Pick<SeatDesk, "right">, meeting: ReadMeeting, token: string | undefined): Sight {
  const right = token === undefined ? null : requireRight(desk, meeting.id, token);
  if (!isGuarded(meeting)) return { is: "whole" };
  if (right?.is === "owner") return { is: "whole" };
  return { is: "member", seat: right?.seat ?? null };
}

export function requireWhole(sight: Sight, what: string): void {
  if (sight.is === "whole") return;
  throw new BoardroomError("not-allowed", {
    message: `${what} tells more than a member at the table knows, and this meeting goes on`,
    remedy: "read_transcript tells what your seat knows; once the meeting has closed everything can be read.",
  });
}

/** In a meeting with agents only its owner may act without a seat; in others any caller may. */
export function requireBeside(
  desk: Pick<SeatDesk, "right">,
  meeting: ReadMeeting,
  token: string | undefined,
): void {
  const right = token === undefined ? null : requireRight(desk, meeting.id, token);
  if (!isGuarded(meeting) || right?.is === "owner") return;
  throw new BoardroomError("not-allowed", {
    message:
      right === null
        ? "agents sit in this meeting, and only whoever started it acts on it from beside"
        : `you sit in this meeting as ${right.seat}: say it when you have the floor`,
    remedy:
      right === null ? "Give the owner token that start_meeting gave as `token`." : "wait_for_turn tells when.",
  });
}

/** Refuses unknown tokens, owners' tokens and those of seats that were left. */
export function requireSeat(
  desk: Pick<SeatDesk, "right">,
  id: string,
  token: string,
): SeatRight & { is: "seat" } {
  const right = requireRight(desk, id, token);
  if (right.is === "owner") {
    throw new BoardroomError("not-allowed", {
      message: "this token starts and ends meetings; it is no seat",
      remedy: "join_meeting with a seat's code gives a seat's token.",
    });
  }
  if (!right.hasLeft) return right;
  throw new BoardroomError("not-allowed", {
    message: `the seat ${right.seat} has been left`,
    remedy: "Whoever started the meeting can give it away again with boardroom seats TRANSCRIPT --renew SEAT.",
  });
}

function isGuarded({ events }: ReadMeeting): boolean {
  const [opened] = events;
  if (opened?.type !== "meeting.opened" || events.at(-1)?.type === "meeting.closed") return false;
  return afterForks(opened, events).seats.some((seat) => outsiderOn(seat) !== null);
}

function requireRight(desk: Pick<SeatDesk, "right">, id: string, token: string): SeatRight {
  const right = desk.right(id, token);
  if (right) return right;
  throw new BoardroomError("token-refused", {
    message: "this token is nobody's in this meeting",
    remedy: "Give the token that join_meeting or start_meeting gave for this very meeting, or leave it out.",
  });
}
