import type { PersonAct } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

/** Null if the act may be left. `fixedOrder`: why no one can be given the floor. */
export function refusalOfAct(
  { ending, members }: MeetingState,
  does: PersonAct,
  fixedOrder: string | null,
): string | null {
  if (ending?.kind === "closed") return "this meeting is closed";
  if (!("to" in does)) return null;
  const member = members.get(does.to);
  if (member?.seat.kind !== "member") return `no member of this meeting is called ${JSON.stringify(does.to)}`;
  if (does.act !== "give-floor") return null;
  if (member.status !== "active") return `${does.to} no longer takes part`;
  return fixedOrder === null ? null : `no member can get the floor: ${fixedOrder}`;
}
