import type { Outcome } from "../../transcript/events.ts";

const NOTHING: ReadonlySet<Outcome["status"]> = new Set(["undecided", "split", "hung", "no-consensus"]);

export function decidedNothing(outcome: Pick<Outcome, "status"> | null): boolean {
  return outcome !== null && NOTHING.has(outcome.status);
}
