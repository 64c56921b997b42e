// Finds the places of a prompt up to which a provider's cache is to keep it. The converters of the vendors mark these places.

import type { ModelRequest } from "./model.ts";

type Reused = Pick<ModelRequest, "reused">;

/** Indexes of the layers that end with a mark: the shared one, and the last of the seat's own. */
export function findKeptLayers({ reused }: Reused, shared: number, own: number): number[] {
  if (reused === "nothing") return [];
  const sharedEnd = shared > 0 ? [shared - 1] : [];
  const isOwnKept = own > 0 && reused === undefined;
  return isOwnKept ? [...sharedEnd, shared + own - 1] : sharedEnd;
}

/**
 * Indexes of the turns that end with a mark: the history's end at the seat's last call, where its cache was written, and at this
 * call. The last prompt of a seat reads the first and does not write the second. Under the shared view no turn is the seat's
 * own, and the others read what this call writes.
 */
export function findKeptTurns(
  turns: readonly { role: string }[],
  { reused, individual }: Pick<ModelRequest, "reused" | "individual">,
): number[] {
  const end = turns.length - 1;
  if (reused === "nothing" || end < 0) return [];
  const before = turns.findLastIndex(({ role }) => role === "assistant") - 1;
  const isLast = reused === "shared layer" && individual !== "";
  return [...new Set([before, ...(isLast ? [] : [end])])].filter((index) => index >= 0);
}
