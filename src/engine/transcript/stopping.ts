import type { LimitName } from "./event-fields.ts";
import type { OwnMember, OwnState } from "./state.ts";

/** `1 message`, `40 messages`, `2 dollars`. */
export function limitInWords(limit: Exclude<LimitName, "context">, of: number): string {
  return `${of} ${of === 1 ? limit.slice(0, -1) : limit}`;
}

/** A member's turns are in the record, so its message limit needs no event. */
export function stopSpentMember({ scenario }: OwnState, member: OwnMember): void {
  const { messages } = scenario.limits.member ?? {};
  const turns = member.messages + member.passes + member.absences;
  if (messages !== undefined && turns >= messages) stopMember(member, "messages", messages);
}

/** The seat stays, with a place in the closing ballot. */
export function stopMember(member: OwnMember, limit: LimitName, of: number): void {
  if (member.status !== "active" || member.seat.kind === "agent") return;
  member.status = "absent";
  member.stoppedBy = limit;
  member.absentBecause =
    limit === "context"
      ? "the debate no longer fits the model's context window"
      : `the member's limit of ${limitInWords(limit, of)} is used up`;
}
