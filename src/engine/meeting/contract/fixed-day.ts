export const FIXED_DAY = "2026-01-05T09:00:00.000Z";

export function isOnFixedClock(held: { readonly simulated: boolean; readonly startedAt: string }): boolean {
  return held.simulated && held.startedAt === FIXED_DAY;
}
