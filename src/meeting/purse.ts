import type { Draft } from "../transcript/events.ts";
import type { Scope } from "./room.ts";
import { MeetingStop } from "./stop.ts";

/** Money that several meetings spend from: by the day, by the project. Held against before every call. */
export interface Purse {
  /** Whether it can be empty, so that every price must be known. */
  readonly isLimited: boolean;
  /** Sets dollars aside for one call, or says in words why there are none left. */
  reserve(dollars: number): Reserved | { readonly refused: string };
}

export interface Reserved {
  /** What the call has cost in the end. */
  settle(dollars: number): void;
}

/** Below so many dollars a meeting needs nobody's leave; one estimated below asks again before it passes them. */
export const LOW_TIER = 1;

/** Asks whether a meeting that was expected to stay below a dollar may pass it; false where nobody is there. */
export type Consent = (dollars: number) => Promise<boolean>;

/** Takes what a call may cost from the purse. Suspends the meeting where the purse is empty. */
export function takeFromPurse({ room, path }: Scope, speaker: string, dollars: number | null): Reserved | null {
  if (!room.purse || !dollars) return null;
  const taken = room.purse.reserve(dollars);
  if (!("refused" in taken)) return taken;
  throw new MeetingStop({ kind: "suspended", reason: taken.refused, path, cause: "budget", speaker });
}

/** What a call that is on record counts for: what it cost, or its estimate where the provider told nothing. */
export function chargeOf(event: Draft<"call.answered" | "call.failed">): number {
  const { estimate, usage } = event;
  if (event.type === "call.answered") return (usage ? event.cost : (estimate?.cost ?? event.cost)) ?? 0;
  if (usage) return event.cost ?? 0;
  return event.partial === "" ? 0 : (estimate?.cost ?? 0);
}

/** What a meeting has spent and set aside in all its branches, and whether somebody has agreed to more than the low tier. */
export type Agreed = { above: boolean; dollars: number; asking: Promise<boolean> | null };

/** Waits for a person's leave before the first dollar is passed that nobody has agreed to. */
export async function requireConsent({ room, path }: Scope, dollars: number | null): Promise<void> {
  const { agreed } = room;
  const total = agreed.dollars + (dollars ?? 0);
  if (agreed.above || !dollars || total <= LOW_TIER) return;
  agreed.asking ??= room.consent(total);
  agreed.above = await agreed.asking;
  agreed.asking = null;
  if (agreed.above) return;
  const reason = `the estimate was below $${LOW_TIER}, and the next call may bring the total to $${total.toFixed(2)}`;
  throw new MeetingStop({ kind: "waiting", reason, path });
}
