import { above } from "../contract/compare.ts";
import { MeetingStop } from "../contract/stop.ts";
import { leaveFor } from "../money/leave.ts";
import type { Reserved } from "../money/shared-budget.ts";
import type { Effect } from "./runtime.ts";

export async function takeFromSharedBudget(
  { runtime, path }: Effect,
  speaker: string,
  dollars: number,
): Promise<Reserved | null> {
  if (!runtime.sharedBudget || dollars <= 0) return null;
  const taken = await runtime.sharedBudget.reserve(dollars);
  if (!("refused" in taken)) return taken;
  throw new MeetingStop({ kind: "suspended", reason: taken.refused, path, cause: "budget", speaker });
}

/** Counts before anything is awaited, so that branches that ask at the same time see each other's. */
export function countDollars({ runtime: { agreed } }: Effect, dollars: number): void {
  agreed.dollars += dollars;
}

export async function requireLeave(effect: Effect, dollars: number): Promise<void> {
  const { agreed } = effect.runtime;
  while (dollars > 0 && above(agreed.dollars, agreed.upTo)) {
    agreed.asking ??= askForLeave(effect).finally(() => {
      agreed.asking = null;
    });
    await agreed.asking;
  }
}

async function askForLeave({ runtime, path }: Effect): Promise<void> {
  const { agreed } = runtime;
  const total = agreed.dollars;
  const upTo = leaveFor(total);
  if (await runtime.consent(total, upTo)) {
    agreed.upTo = upTo;
    return;
  }
  const reason = `there is leave for up to $${agreed.upTo}, and the next call may bring the total to $${total.toFixed(2)}`;
  throw new MeetingStop({ kind: "waiting", reason, path, upTo });
}
