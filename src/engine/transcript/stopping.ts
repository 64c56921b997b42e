import type { LimitName } from "./event-fields.ts";
import type { OwnMember } from "./state.ts";

/** `1 message`, `40 messages`, `2 dollars`. */
export function limitInWords(limit: Exclude<LimitName, "context">, of: number): string {
  return `${of} ${of === 1 ? limit.slice(0, -1) : limit}`;
}

/** The seat stays, with a place in the closing ballot. */
export function stopMember(member: OwnMember, limit: LimitName): void {
  if (member.status !== "active" || member.seat.kind === "agent") return;
  member.status = "absent";
  member.stoppedBy = limit;
  member.absentBecause = "the debate no longer fits the model's context window";
}
