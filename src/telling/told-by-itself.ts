import type { MeetingEvent } from "../transcript/events.ts";

/** Whether an event has words of its own wherever a meeting is shown; others are for the record, or told by another event. */
export function isToldByItself(event: MeetingEvent): boolean {
  switch (event.type) {
    case "call.answered":
    case "speaker.selected":
      return false;
    case "document.added":
      return event.by !== null;
    // Told by the document's own event.
    case "person.acted":
      return event.does.act !== "bring-document" || event.refused !== undefined;
    default:
      return true;
  }
}
