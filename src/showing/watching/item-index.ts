import { firstThat } from "../../lists.ts";
import type { Item } from "./items.ts";

export function goesOn(list: readonly Item[], index: number, shown: number): boolean {
  const next = index + 1 < shown ? list[index + 1] : undefined;
  return next !== undefined && next.ballots.length > 1;
}

export function itemIndexAt(list: readonly Item[], seq: number): number {
  return firstThat(list, (item) => item.seq >= seq);
}

/** Turns ascend, and few items lie between two. */
export function itemIndexOfTurn(list: readonly Item[], turn: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let numbered = middle;
    while (numbered < high && list[numbered]?.turn === null) numbered += 1;
    const found = (numbered < high ? list[numbered]?.turn : null) ?? Number.POSITIVE_INFINITY;
    if (found === turn) return numbered;
    if (found < turn) low = numbered + 1;
    else high = middle;
  }
  return -1;
}
