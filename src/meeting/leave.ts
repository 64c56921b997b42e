import { above, atMost } from "./compare.ts";
import type { Scope } from "./room.ts";
import { MeetingStop } from "./stop.ts";

/** Below so many dollars a meeting needs nobody's leave. */
export const LOW_TIER = 1;
/** Above so many dollars leave needs a reason. */
export const STANDARD_TO = 3;

/** How much a yes to so many dollars covers: up to $1, to $3, and from there on twice as much each time. */
export function leaveFor(dollars: number): number {
  if (atMost(dollars, LOW_TIER)) return LOW_TIER;
  let upTo = STANDARD_TO;
  while (above(dollars, upTo)) upTo *= 2;
  return upTo;
}

/**
 * Asks whether a meeting may go on where its next call may bring it to so many dollars; a yes is good up to `upTo`
 * dollars. False where nobody is there.
 */
export type Consent = (dollars: number, upTo: number) => Promise<boolean>;

/** What a meeting has spent and set aside in all its branches, and how much of it somebody has given leave for. */
export type Agreed = { upTo: number; dollars: number; asking: Promise<void> | null };

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
