import { suggestion } from "../../../scenario/files/nearest.ts";
import type { Scenario } from "../../../scenario/schema/scenario.ts";
import { type House, MEMBER_DUTY, OPEN_TABLE } from "../../perspective/house.ts";
import type { Column, Doubt } from "../contract/protocol.ts";

export const CONTRARIAN: Column = {
  name: "contrarian",
  title: "Role",
  applies: ({ scenario }) => scenario.options.contrarian !== undefined,
  value: ({ seat }, { scenario }) => (scenario.options.contrarian === seat.id ? "argues the other side" : null),
};

export function withContrarian(seat: string | undefined): House {
  if (seat === undefined) return OPEN_TABLE;
  const duty = `${MEMBER_DUTY} Your task is to argue the side that most others reject, as well as the documents allow. Your verdict stays your own.`;
  return { ...OPEN_TABLE, duties: { [seat]: duty } };
}

export function contrarianMistakes(contrarian: string | undefined, { members }: Scenario): readonly Doubt[] {
  const seats = members.map(({ id }) => id);
  if (contrarian === undefined || seats.includes(contrarian)) return [];
  return [
    {
      level: "mistake",
      path: ["options", "contrarian"],
      message: `no member sits at ${contrarian}`,
      remedy: suggestion(contrarian, seats, "Members"),
    },
  ];
}
