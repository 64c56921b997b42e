import { BoardroomError } from "../errors.ts";
import type { HumanRequest } from "../meeting/contract/floor.ts";
import type { Protocol } from "../meeting/contract/protocol.ts";
import type { MeetingResult } from "../meeting/engine/open-meeting.ts";
import { resumeMeeting } from "../meeting/engine/open-meeting.ts";
import type { Ports } from "../meeting/engine/ports.ts";
import type { MeetingEvent } from "../transcript/events.ts";
import { memoryJournal } from "../transcript/journal.ts";
import type { MeetingState } from "../transcript/state.ts";
import { inboxThere } from "./answers.ts";
import type { Database } from "./database.ts";
import { type ClusterStatus, claim, letGo } from "./meetings.ts";
import { ClaimLost, createRecorder, eventsOf, readRecord } from "./records.ts";
import { purseOf, type SpendingMost } from "./shared-limits.ts";

export type HoldingWorker = {
  readonly database: Database;
  /** Names this worker in the database. */
  readonly worker: string;
  /** By what stands in a record, `board@3`, and the code of one's own that the submitter held it by; throws for what this machine does not have so. */
  readonly protocolOf: (recorded: string, code: string | null) => Protocol;
  /** This machine's budgets of day and project, held for all workers together. */
  readonly most?: SpendingMost | undefined;
  /** Models, throttles, prices and retries; `drain` ends the meeting between two effects. */
  readonly ports: Omit<Ports, "journal" | "flush" | "sharedBudget" | "inbox">;
};

/** What came of a meeting that was taken from the queue. */
export type LetGoMeeting =
  | {
      readonly path: string;
      readonly status: ClusterStatus;
      readonly reason: string | null;
      /** This machine cannot hold it: it has not the protocol, or another version, or other code of it. */
      readonly isForeign: boolean;
      /** When to look at it again though nobody answers, ISO 8601: somebody is given so long. */
      readonly deadline: string | null;
    }
  /** Somebody else has it, or nothing is left to do. */
  | null;

const NEVER = new AbortController().signal;

/** Lines that may be missing from the record of a meeting that costs nothing to hold again. */
const AHEAD = 60;

/** Goes on with one meeting from its record, and says how it stands. */
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
    // Members that cost nothing say the same again: their words need not be waited for one by one.
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
    // Whose database is gone knows nothing of the meeting: it goes on with whoever has one.
    if (error instanceof BoardroomError && error.code === "database-unready") throw error;
    if (error instanceof BoardroomError && FOREIGN.has(error.code))
      return end("queued", error.message, { isForeign: true });
    return end("failed", error instanceof Error ? error.message : String(error));
  }
}

/** What another machine may have, or this one after its settings are mended. */
const FOREIGN: ReadonlySet<string> = new Set([
  "protocol-version",
  "unknown-protocol",
  "unknown-model",
  "missing-key",
]);

function isFree([opened]: readonly MeetingEvent[]): boolean {
  return opened?.type === "meeting.opened" && opened.simulated;
}

/** When the first of those who are asked is waited for no more; null where somebody is asked without an end. */
function firstDeadline({ awaited }: Pick<MeetingState, "awaited">): string | null {
  const deadlines = awaited.flatMap(({ request }) => {
    const { deadline } = request as HumanRequest;
    return typeof deadline === "string" ? [deadline] : [];
  });
  return deadlines.toSorted()[0] ?? null;
}

/** A meeting that was drained goes on with whoever comes next. */
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
