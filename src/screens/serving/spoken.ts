import { isTerminal } from "../../engine/meeting/engine/recorded-effect.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { effectPath } from "../../engine/transcript/path.ts";
import type { LiveCall } from "../../showing/watching/calls.ts";
import type { SeatView } from "../../showing/watching/seat-view.ts";
import type { HeldHere } from "./holdings.ts";

/** What has been spoken stays until it stands on the page as an event. */
export function createSpoken(holding: () => HeldHere | null, seen: SeatView) {
  let shown: ReadonlyMap<string, LiveCall> = new Map();
  const done = new Set<string>();
  return {
    recorded(events: readonly MeetingEvent[]): void {
      for (const event of events) if (isTerminal(event)) done.add(effectPath(event.path));
    },
    now(): readonly LiveCall[] {
      const held = holding();
      const calls = held === null ? [] : [...shown, ...held.calls.now];
      shown = new Map(calls.filter(([path]) => !done.has(path)));
      return [...shown.values()].map((call) => told(call, seen));
    },
  };
}

/** Where names are hidden, a word that is not whole yet may be one. */
function told(call: LiveCall, seen: SeatView): LiveCall {
  if (!seen.isAnonymous()) return call;
  const text = seen.mask(call.text.replace(/\S*$/, ""));
  return { ...call, speaker: seen.shownSeat(call.speaker), text, why: seen.mask(call.why) };
}
