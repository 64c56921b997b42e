import type { MeetingEvent } from "./events.ts";
import { inPathOrder } from "./path.ts";

/**
 * What two runs of one meeting have in common when the world outside takes part: each event as a line of JSON, in path
 * order, without its place in the file, times, hosts, provider's ids, request digests, and the ids made from a nonce.
 */
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
