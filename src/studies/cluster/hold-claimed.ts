import type { HumanRequest } from "../../engine/meeting/contract/floor.ts";
import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { type MeetingResult, resumeMeeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { memoryJournal } from "../../engine/transcript/journal.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { inboxThere } from "./answers.ts";
import type { Database } from "./database.ts";
import { type ClusterStatus, claim, letGo } from "./meetings.ts";
import { ClaimLost, createRecorder, eventsOf, readRecord } from "./records.ts";
import { purseOf, type SpendingMost } from "./shared-limits.ts";

export type HoldingWorker = {
  readonly database: Database;
  readonly worker: string;
  /** By recorded name (`board@3`) and the submitter's own code; throws if this machine has not the same. */
  readonly protocolOf: (recorded: string, code: string | null) => Protocol;
  readonly most?: SpendingMost | undefined;
  /** `drain` ends the meeting between two effects. */
  readonly ports: Omit<Ports, "journal" | "flush" | "sharedBudget" | "inbox">;
};

export type LetGoMeeting =
  | {
      readonly path: string;
      readonly status: ClusterStatus;
      readonly reason: string | null;
      /** This machine has another version or code of the protocol, or none. */
      readonly isForeign: boolean;
      /** When an absent person's time ends, ISO 8601. */
      readonly deadline: string | null;
    }
  /** Another worker has it, or nothing is left to do. */
  | null;

const NEVER = new AbortController().signal;

/** Lines that a free meeting may be ahead of its record. */
const AHEAD = 60;

export async function holdClaimed(setup: HoldingWorker, id: string): Promise<LetGoMeeting> {
  const { database, worker } = setup;
  const claimed = await claim(database, id, worker);
  if (claimed === null) return null;
  const held = { id, claim: claimed.claim };
  const { path } = claimed;
  const end = async (
    as: ClusterStatus,
    reason: string | null,
    { isForeign = false, deadline = null as string | null } = {},
  ): Promise<LetGoMeeting> => {
    const status = await letGo(database, held, as, reason);
    return status && { path, status, reason, isForeign, deadline };
  };
  try {
    const events = eventsOf(await readRecord(database, id), path);
    const journal = memoryJournal(events, claimed.head);
    const record = createRecorder(database, held, journal);
    const { most = {}, ports } = setup;
    const sharedBudget = await purseOf(database, claimed.study, held, { most, signal: ports.drain ?? NEVER });
    const inbox = await inboxThere(database, held, events);
    // Free members say the same again, so their words need no wait.
    const flush = isFree(events) ? () => record.flushFrom(AHEAD) : record.flush;
    const meeting = resumeMeeting({
      ...setup.ports,
      protocol: setup.protocolOf(claimed.protocol, claimed.code),
      ...{ journal, inbox, flush, sharedBudget },
    });
    const result = await meeting.run();
    await record.flush();
    return await end(statusOf(result), "reason" in result ? result.reason : null, {
      deadline: firstDeadline(meeting.state),
    });
  } catch (error) {
    if (error instanceof ClaimLost) return null;
    // Without the database this worker cannot know the state: another one continues.
    if (error instanceof BoardroomError && error.code === "database-unready") throw error;
    if (error instanceof BoardroomError && FOREIGN.has(error.code))
      return end("queued", error.message, { isForeign: true });
    return end("failed", error instanceof Error ? error.message : String(error));
  }
}

/** Another machine may have these, or this one after its settings are fixed. */
const FOREIGN: ReadonlySet<string> = new Set([
  "protocol-version",
  "unknown-protocol",
  "unknown-model",
  "missing-key",
]);

function isFree([opened]: readonly MeetingEvent[]): boolean {
  return opened?.type === "meeting.opened" && opened.simulated;
}

/** Null if one of the questions has no deadline. */
function firstDeadline({ awaited }: Pick<MeetingState, "awaited">): string | null {
  const deadlines = awaited.flatMap(({ request }) => {
    const { deadline } = request as HumanRequest;
    return typeof deadline === "string" ? [deadline] : [];
  });
  return deadlines.toSorted()[0] ?? null;
}

function statusOf({ status }: MeetingResult): ClusterStatus {
  switch (status) {
    case "closed":
      return "closed";
    case "waiting":
      return "waiting";
    case "suspended":
      return "suspended";
    case "adjourned":
    case "aborted":
      return "queued";
    default:
      return status satisfies never;
  }
}
