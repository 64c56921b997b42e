/**
 * The sources of time and chance from outside: the system's, or still ones for simulated meetings,
 * which open on a fixed day and take no time.
 */

import { randomUUID } from "node:crypto";
import { sleep } from "../../models/contract/sleep.ts";

export type Clocks = {
  now: () => string;
  /** Milliseconds since some fixed instant. */
  clock: () => number;
  nonce: () => string;
  /** Resolves after so many milliseconds, or at once when aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const systemClocks: Clocks = {
  now: () => new Date().toISOString(),
  clock: () => performance.now(),
  nonce: () => randomUUID(),
  sleep,
};

/** The meeting opens on a fixed day and takes no wall time. */
export const stillClocks: Clocks = {
  now: () => FIXED_DAY,
  clock: () => 0,
  nonce: () => "",
  sleep: () => Promise.resolve(),
};

const FIXED_DAY = "2026-01-05T09:00:00.000Z";

export function isOnFixedClock(meeting: { simulated: boolean; startedAt: string }): boolean {
  return meeting.simulated && meeting.startedAt === FIXED_DAY;
}
