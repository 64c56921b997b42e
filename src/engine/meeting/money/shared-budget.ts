import type { Draft, MeetingEvent } from "../../transcript/events.ts";
import { spentBy } from "../../transcript/folding/money.ts";
import { ownEvents } from "../../transcript/forks.ts";

/** Money that several meetings spend from. Checked before every call. */
export interface SharedBudget {
  /** Whether it can be empty, so that every price must be known. */
  readonly isLimited: boolean;
  /** Called before a meeting that costs anything opens; throws where nothing can be set aside. */
  open?(): Promise<void>;
  /** Sets dollars aside, or says why none are left. Must count before it awaits: branches reserve at the same time. */
  reserve(dollars: number): Promise<Reserved | { readonly refused: string }>;
}

export interface Reserved {
  settle(dollars: number): Promise<void>;
}

export function chargeOf(event: Draft<"call.answered" | "call.failed">): number {
  return spentBy(event).chargedDollars;
}

export function chargedIn(recorded: readonly MeetingEvent[]): number {
  let dollars = 0;
  for (const event of ownEvents(recorded))
    if (event.type === "call.answered" || event.type === "call.failed") dollars += chargeOf(event);
  return dollars;
}
