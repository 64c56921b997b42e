import { above } from "../contract/compare.ts";
import { MeetingStop } from "../contract/stop.ts";
import { leaveFor } from "../money/leave.ts";
import type { Reserved } from "../money/shared-budget.ts";
import type { Scope } from "./runtime.ts";

/** Takes what a call may cost from the purse. Suspends the meeting where the purse is empty. */
export async function takeFromPurse(
  { room, path }: Scope,
  speaker: string,
  dollars: number,
): Promise<Reserved | null> {
  if (!room.purse || dollars <= 0) return null;
  const taken = await room.purse.reserve(dollars);
  if (!("refused" in taken)) return taken;
  throw new MeetingStop({ kind: "suspended", reason: taken.refused, path, cause: "budget", speaker });
}

/** Counts dollars before anything is awaited, so that branches that ask at the same time see each other's. */
export function countDollars({ room: { agreed } }: Scope, dollars: number): void {
  agreed.dollars += dollars;
}

/** Waits for a person's leave before the first dollar is passed that nobody has given leave for. The dollars are counted. */
export async function requireLeave(scope: Scope, dollars: number): Promise<void> {
  const { agreed } = scope.room;
  while (dollars > 0 && above(agreed.dollars, agreed.upTo)) {
    agreed.asking ??= askForLeave(scope).finally(() => {
      agreed.asking = null;
    });
    await agreed.asking;
  }
}

async function askForLeave({ room, path }: Scope): Promise<void> {
  const { agreed } = room;
  const total = agreed.dollars;
  const upTo = leaveFor(total);
  if (await room.consent(total, upTo)) {
    agreed.upTo = upTo;
    return;
  }
  const reason = `there is leave for up to $${agreed.upTo}, and the next call may bring the total to $${total.toFixed(2)}`;
  throw new MeetingStop({ kind: "waiting", reason, path, upTo });
}
