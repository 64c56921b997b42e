// Runs a finished record again without any model to see whether its outcome is what the protocol
// comes to, and finds the smallest limits of a planned meeting.

import { BoardroomError } from "../../errors.ts";
import type { Capabilities } from "../../models/contract/capabilities.ts";
import type { Model } from "../../models/contract/model.ts";
import { createCapabilitiesLookup } from "../../models/registry/capabilities-for.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { MeetingStop } from "../protocol/floor.ts";
import type { Protocol } from "../protocol/protocol.ts";
import type { MeetingEvent } from "../transcript/events.ts";
import { createMemoryJournal } from "../transcript/journal.ts";
import { type Meeting, type MeetingSetup, openMeeting, resumeMeeting } from "./open-meeting.ts";
import { RECORDED } from "./runtime.ts";

/** Ends the meeting when it is asked for a reply. */
function createSilentModel({ id, model }: Seat, capabilities: Capabilities): Model {
  return {
    spec: model,
    provider: RECORDED,
    id: model,
    capabilities,
    deterministic: true,
    async generate() {
      throw new MeetingStop({ kind: "aborted", reason: `the record holds no reply of ${id} here` });
    },
  };
}

/** Compares the recorded outcome with the one the protocol comes to, and throws if they differ. Takes effects as recorded: no model, price or clock. */
export async function recountOutcome(
  transcript: { events: readonly MeetingEvent[]; head: string },
  protocol: Protocol,
): Promise<void> {
  const { events, head } = transcript;
  const capabilities = createCapabilitiesLookup({});
  const createModel = (seat: Seat) => createSilentModel(seat, capabilities(seat.model));
  const journal = createMemoryJournal(events, head);
  const meeting = resumeMeeting({ journal, protocol, createModel, now: () => "" });
  const result = await meeting.run();
  if (result.status === "closed") return;
  throw new BoardroomError("transcript-mismatch", {
    message: `The record is closed before the protocol has ended: ${result.reason}.`,
    remedy: "The record was changed. Restore it from a copy.",
  });
}

type Planned = Pick<MeetingSetup, "scenario" | "protocol" | "prices" | "providers">;

export function findLeastLimits(planned: Planned): Meeting["least"] {
  const capabilities = createCapabilitiesLookup(planned);
  const createModel = (seat: Seat) => createSilentModel(seat, capabilities(seat.model));
  return openMeeting({ ...planned, createModel }).least;
}
