// Finds the places of a prompt up to which a provider's cache is to keep it. The converters of the vendors mark these places.

import type { ModelRequest } from "./model.ts";

/** Indexes of the layers that end with a mark: the shared one, and the last of the seat's own. */
export function findKeptLayers({ reused }: ModelRequest, shared: number, own: number): number[] {
  if (reused === "nothing") return [];
  const sharedEnd = shared > 0 ? [shared - 1] : [];
  const isOwnKept = own > 0 && reused === undefined;
  return isOwnKept ? [...sharedEnd, shared + own - 1] : sharedEnd;
}

type LaidOutTurn = { role: string; content: string | readonly unknown[] };

export type KeptPlace = { turn: number; part: number };

/**
 * The parts of the history that end with a mark: its end at the seat's last call, where its cache was written, and at this
 * call. The last prompt of a seat reads the first and does not write the second. Under the shared view no turn is the seat's
 * own, and the others read what this call writes.
 */
export function findKeptPlaces(
  turns: readonly LaidOutTurn[],
  { reused, individual }: ModelRequest,
): KeptPlace[] {
  const end = turns.length - 1;
  if (reused === "nothing" || end < 0) return [];
  const isLast = reused === "shared layer" && individual !== "";
  // Each call of a seat ends a part, also one whose reply is not in the history. The first part is the opening.
  const earlier = countParts(turns[end]) - 2;
  const isAsked = earlier >= (end === 0 ? 1 : 0);
  if (isLast && isAsked) return [{ turn: end, part: earlier }];
  const before = turns.findLastIndex(({ role }) => role === "assistant") - 1;
  return [...new Set([before, ...(isLast ? [] : [end])])]
    .filter((turn) => turn >= 0)
    .map((turn) => ({ turn, part: countParts(turns[turn]) - 1 }));
}

function countParts({ content }: LaidOutTurn = { role: "user", content: [] }): number {
  return typeof content === "string" ? 1 : content.length;
}
