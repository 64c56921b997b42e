import type { Seat } from "../../scenario/schema/scenario.ts";

export function memberOf<Member>(
  { members }: { readonly members: ReadonlyMap<string, Member> },
  id: string,
): Member {
  const member = members.get(id);
  if (!member) throw new Error(`no seat "${id}" in this meeting; seated: ${[...members.keys()].join(", ")}`);
  return member;
}

type NamedSeats = {
  readonly members: ReadonlyMap<string, { readonly seat: { readonly persona: { readonly name: string } } }>;
};

export function nameIn({ members }: NamedSeats, seat: string): string {
  return members.get(seat)?.seat.persona.name ?? seat;
}

export function seatsAfter(seats: readonly Seat[], changed: readonly Seat[]): Seat[] {
  return seats.map((seat) => changed.find(({ id }) => id === seat.id) ?? seat);
}
