import { above, atMost } from "../contract/compare.ts";

/** Below so many dollars a meeting needs nobody's leave. */
export const LOW_TIER = 1;
/** Above so many dollars leave needs a reason. */
export const STANDARD_TO = 3;

/** Up to $1, to $3, and from there on twice as much each time. */
export function leaveFor(dollars: number): number {
  if (atMost(dollars, LOW_TIER)) return LOW_TIER;
  let upTo = STANDARD_TO;
  while (above(dollars, upTo)) upTo *= 2;
  return upTo;
}

/** Asked before spending may reach `dollars`; a yes is good up to `upTo` dollars. False where nobody is there. */
export type Consent = (dollars: number, upTo: number) => Promise<boolean>;

export type Agreed = { upTo: number; dollars: number; asking: Promise<void> | null };
