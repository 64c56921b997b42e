import { firstThat } from "../lists.ts";
import type { Item } from "./items.ts";

/** Whether an item goes on in the one after it, which tells what it would tell. */
export function goesOn(list: readonly Item[], index: number, shown: number): boolean {
  const next = index + 1 < shown ? list[index + 1] : undefined;
  return next !== undefined && next.ballots.length > 1;
}

/** Index of the first item whose event has this number or a later one; the length where there is none. */
export function itemIndexAt(list: readonly Item[], seq: number): number {
  return firstThat(list, (item) => item.seq >= seq);
}

/** Index of the item that takes a turn; -1 where there is none. Turns ascend, and few items lie between two. */
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
