import type { Outcome } from "../../transcript/events.ts";

const NOTHING: ReadonlySet<Outcome["status"]> = new Set(["undecided", "split", "hung", "no-consensus"]);

/** Whether a meeting came to an end without a decision, so that none can prove right or wrong. */
export function decidedNothing(outcome: Pick<Outcome, "status"> | null): boolean {
  return outcome !== null && NOTHING.has(outcome.status);
}
