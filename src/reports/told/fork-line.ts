import { sanitiseLine } from "../../text/sanitise.ts";
import type { Draft } from "../../transcript/events.ts";

/** Who gave leave for a meeting, when, why and for which price. */
export function leaveLine({ by, approved, because, estimate }: Draft<"meeting.approved">): string {
  const price = estimate === null ? "at an unknown price" : `expected to cost $${estimate.toFixed(4)}`;
  const why = because === undefined ? "" : `: ${because}`;
  return sanitiseLine(`Approved by ${by} at ${approved}, ${price}${why}`);
}

/** Where a meeting parts from another, and what is different from there on. */
export function forkLine({ from, shared, seed, seats, hidden }: Draft<"meeting.forked">): string {
  const changes = [
    `seed ${seed}`,
    ...seats.map(({ id, persona, model }) => `${persona.name} (${model}) in the seat ${id}`),
    ...hidden.map((id) => `${id} hidden`),
  ];
  return sanitiseLine(`From here on a fork of meeting ${from}, sharing ${shared} turns: ${changes.join("; ")}`);
}
