import { above } from "../../engine/meeting/contract/compare.ts";
import type { SharedBudget } from "../../engine/meeting/money/purse.ts";

/** A call waits while others have the rest reserved; with none under way it is refused. `before`: dollars spent earlier. */
export function studyPurse(
  outer: SharedBudget | undefined,
  most: number,
  before: number,
): SharedBudget & { readonly spent: number } {
  let settled = before;
  let open = 0;
  let reserved = 0;
  let wake: () => void = () => {};
  let changed = new Promise<void>((resolve) => {
    wake = resolve;
  });

  function move(dollars: number, calls: 1 | -1): void {
    reserved += dollars;
    open += calls;
    if (calls === 1) return;
    wake();
    changed = new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    isLimited: Number.isFinite(most) || outer?.isLimited === true,
    get spent() {
      return settled;
    },
    async open() {
      await outer?.open?.();
    },
    async reserve(dollars) {
      while (above(settled + reserved + dollars, most)) {
        if (open === 0) return { refused: refusal(most, settled, dollars) };
        await changed;
      }
      // Added before anything else is awaited: meetings reserve at the same time.
      move(dollars, 1);
      const taken = await outer?.reserve(dollars).catch((error: unknown) => {
        move(-dollars, -1);
        throw error;
      });
      if (taken && "refused" in taken) {
        move(-dollars, -1);
        return taken;
      }
      return {
        async settle(actual) {
          settled += actual;
          move(-dollars, -1);
          await taken?.settle(actual);
        },
      };
    },
  };
}

function refusal(most: number, spent: number, dollars: number): string {
  return `the $${most} of this study have no room for the next call: $${spent.toFixed(4)} are spent, and it may take $${dollars.toFixed(4)}`;
}
