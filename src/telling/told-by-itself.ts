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
    case "meeting.opened":
    case "meeting.approved":
    case "call.failed":
    case "message.spoken":
    case "turn.passed":
    case "turn.absent":
    case "impersonation.attempted":
    case "ballot.cast":
    case "notice.given":
    case "human.asked":
    case "human.answered":
    case "time.passed":
    case "budget.warned":
    case "history.summarised":
    case "meeting.forked":
    case "fact.recorded":
    case "meeting.adjourned":
    case "meeting.suspended":
    case "meeting.closed":
      return true;
    default:
      return event satisfies never;
  }
}
