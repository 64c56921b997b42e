import { sanitiseLine } from "../text/sanitise.ts";
import type { Draft } from "../transcript/events.ts";

/** Where a meeting parts from another, and what is different from there on. */
export function forkLine({ from, shared, seed, seats, hidden }: Draft<"meeting.forked">): string {
  const changes = [
    `seed ${seed}`,
    ...seats.map(({ id, persona, model }) => `${persona.name} (${model}) in the seat ${id}`),
    ...hidden.map((id) => `${id} hidden`),
  ];
  return sanitiseLine(`From here on a fork of meeting ${from}, sharing ${shared} turns: ${changes.join("; ")}`);
}
