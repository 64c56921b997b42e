import { above } from "../../engine/meeting/contract/compare.ts";
import { chargedIn, type SharedBudget } from "../../engine/meeting/money/purse.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";

/** Holds a recorded meeting to the project's budget too: its record may allow more, from before the budget or as a fork. */
export function withinMeeting(
  sharedBudget: SharedBudget,
  most: number,
  events: readonly MeetingEvent[],
): SharedBudget {
  let spent = chargedIn(events);
  return {
    ...sharedBudget,
    isLimited: true,
    async reserve(dollars) {
      if (above(spent + dollars, most)) return { refused: refusal(most, spent, dollars) };
      spent += dollars;
      const reserved = await sharedBudget.reserve(dollars).catch((error: unknown) => {
        spent -= dollars;
        throw error;
      });
      if ("refused" in reserved) {
        spent -= dollars;
        return reserved;
      }
      return {
        settle(actual) {
          spent += actual - dollars;
          return reserved.settle(actual);
        },
      };
    },
  };
}

function refusal(most: number, spent: number, dollars: number): string {
  return `the budget of $${most} for one meeting has no room for this call: $${spent.toFixed(4)} are spent or reserved, and it may take $${dollars.toFixed(4)}`;
}
