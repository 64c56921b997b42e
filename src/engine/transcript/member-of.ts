import type { MeetingState } from "./state.ts";

export function memberOf<Member>(
  { members }: { readonly members: ReadonlyMap<string, Member> },
  id: string,
): Member {
  const member = members.get(id);
  if (!member) throw new Error(`no seat "${id}" in this meeting; seated: ${[...members.keys()].join(", ")}`);
  return member;
}

export function nameIn({ members }: Pick<MeetingState, "members">, seat: string): string {
  return members.get(seat)?.seat.persona.name ?? seat;
}
