import type { Draft, MeetingEvent } from "../../transcript/events.ts";
import { spentBy } from "../../transcript/folding/money.ts";
import { ownEvents } from "../../transcript/forks.ts";

/** Money that several meetings spend from: by the day, by the project. Held against before every call. */
export interface SharedBudget {
  /** Whether it can be empty, so that every price must be known. */
  readonly isLimited: boolean;
  /** Called before a meeting that costs anything opens; throws where nothing can be set aside. */
  open?(): Promise<void>;
  /**
   * Sets dollars aside for one call, or says in words why there are none left. Whoever counts adds before awaiting
   * anything: branches of a meeting reserve at the same time.
   */
  reserve(dollars: number): Promise<Reserved | { readonly refused: string }>;
}

export interface Reserved {
  /** What the call has cost in the end. */
  settle(dollars: number): Promise<void>;
}

/** What a call that is on record counts for: what it cost, or its estimate where the provider told nothing. */
export function chargeOf(event: Draft<"call.answered" | "call.failed">): number {
  return spentBy(event).chargedDollars;
}

/** What the calls of a record count for that are this meeting's own. */
export function chargedIn(recorded: readonly MeetingEvent[]): number {
  let dollars = 0;
  for (const event of ownEvents(recorded))
    if (event.type === "call.answered" || event.type === "call.failed") dollars += chargeOf(event);
  return dollars;
}
