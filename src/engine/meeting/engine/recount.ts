import { BoardroomError } from "../../../errors.ts";
import { capabilitiesFor } from "../../../models/registry/capabilities-for.ts";
import type { Seat } from "../../../scenario/schema/scenario.ts";
import type { MeetingEvent } from "../../transcript/events.ts";
import { afterForks } from "../../transcript/forks.ts";
import { memoryJournal } from "../../transcript/journal.ts";
import type { Protocol } from "../contract/protocol.ts";
import { resumeMeeting } from "./open-meeting.ts";
import { silentModel } from "./rerun.ts";

/** Compares the recorded outcome with the one the protocol comes to, and throws if they differ. Takes effects as recorded: no model, price or clock. */
export async function recountOutcome(
  transcript: { readonly events: readonly MeetingEvent[]; readonly head: string },
  protocol: Protocol,
): Promise<void> {
  const { events, head } = transcript;
  const capabilities = capabilitiesFor({});
  const createModel = (seat: Seat) => silentModel(seat, capabilities(seat.model), () => {});
  const journal = memoryJournal(events, head);
  const meeting = resumeMeeting({ journal, protocol, createModel, prices: pricesOf(events), now: () => "" });
  const result = await meeting.run();
  if (result.status === "closed") return;
  throw new BoardroomError("transcript-mismatch", {
    message: `The record is closed before the protocol has ended: ${result.reason}.`,
    remedy: "The record was changed. Restore it from a copy.",
  });
}

/** A limit in dollars is refused without prices; every call is on record, so these are never used. */
function pricesOf(events: readonly MeetingEvent[]) {
  const [opened] = events;
  if (opened?.type !== "meeting.opened") return {};
  const { seats } = afterForks(opened, events);
  return Object.fromEntries(seats.map(({ model }) => [model, { input: 0, output: 0 }]));
}
