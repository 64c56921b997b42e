import type { MeetingEvent } from "./events.ts";

/** Ids never change, whoever comes to sit there. */
export function namedSeats(event: MeetingEvent): readonly string[] {
  switch (event.type) {
    case "speaker.selected":
      return [event.speaker, ...event.weights.map(({ seat }) => seat)];
    case "call.answered":
    case "call.failed":
    case "message.spoken":
    case "turn.passed":
    case "turn.absent":
    case "impersonation.attempted":
    case "ballot.cast":
    case "history.summarised":
      return [event.speaker];
    case "notice.given":
      return [event.agent];
    case "budget.warned":
      return event.member === undefined ? [] : [event.member];
    case "meeting.forked":
      return event.seats.map(({ id }) => id);
    case "meeting.suspended":
      return event.speaker === null ? [] : [event.speaker];
    case "meeting.opened":
    case "meeting.approved":
    case "document.added":
    case "person.acted":
    case "human.asked":
    case "human.answered":
    case "time.passed":
    case "fact.recorded":
    case "meeting.adjourned":
    case "meeting.closed":
      return [];
    default:
      return event satisfies never;
  }
}
