import type { MeetingEvent } from "./events.ts";
import { inPathOrder } from "./path.ts";

/** What two runs of one meeting share: each event as a JSON line in path order, without times, hosts, hashes, provider ids and nonce-made ids. */
export function canonical(events: readonly MeetingEvent[]): readonly string[] {
  return inPathOrder(events).map((event) => JSON.stringify(withoutCircumstances(event)));
}

const CIRCUMSTANCES: ReadonlySet<string> = new Set([
  "seq",
  "at",
  "prev",
  "latencyMs",
  "heldMs",
  "requestId",
  "request",
  "nonce",
  "meeting",
  "hosts",
  "approved",
]);

function withoutCircumstances(event: MeetingEvent): object {
  const isWallTime = event.type === "budget.warned" && event.limit === "minutes";
  const kept = Object.entries(event).filter(
    ([name]) => !CIRCUMSTANCES.has(name) && !(isWallTime && name === "used"),
  );
  return Object.fromEntries(kept);
}
