/** When a meeting opens that takes no wall time and whose scenario states no `startsAt`. */
export const FIXED_DAY = "2026-01-05T09:00:00.000Z";

/** Whether the dates of a meeting are of the fixed clock of simulated members, and say nothing of when it was held. */
export function isOnFixedClock(held: { readonly simulated: boolean; readonly startedAt: string }): boolean {
  return held.simulated && held.startedAt === FIXED_DAY;
}
