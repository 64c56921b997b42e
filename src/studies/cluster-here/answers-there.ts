import { type Answer, isSamePerson } from "../../engine/meeting/people/inbox.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { nodeVersion } from "../../home/process/node.ts";
import { usage } from "../../home/process/usage.ts";
import { toldByWriter } from "../../run/holding/answer-taken.ts";
import { aligned } from "../../text/aligned.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { leaveAnswerThere } from "../cluster/answers.ts";
import type { Database } from "../cluster/database.ts";
import { type ClusterMeeting, meetingThere, waitingMeetings } from "../cluster/meetings.ts";
import { openQueue, requireQueueNode } from "../cluster/queue.ts";
import { eventsOf, readRecord } from "../cluster/records.ts";
import { requireSchema } from "../cluster/set-up.ts";
import { type DatabaseFlags, databaseOf, requireAddress } from "./database-flags.ts";

export type AnswerThereFlags = DatabaseFlags & { readonly on?: "postgres" };

/** A meeting in a database, and how a person says something in it; `leave` resolves with the exit code. */
type AnsweredThere = {
  readonly id: string;
  readonly events: readonly MeetingEvent[];
  readonly leave: (said: Answer) => Promise<number>;
};

type AnswersThere = {
  list(as: string | undefined): Promise<number>;
  meeting(number: string): Promise<AnsweredThere>;
};

export async function withAnswersThere(
  io: Io,
  flags: AnswerThereFlags,
  act: (there: AnswersThere) => Promise<number>,
): Promise<number> {
  requireAddress(io, flags);
  requireQueueNode(nodeVersion);
  const database = await databaseOf(io, flags, 2);
  try {
    await requireSchema(database);
    return await act({
      list: (as) => listWaiting(io, database, as),
      meeting: (number) => meetingOf(io, database, number),
    });
  } finally {
    await database.close();
  }
}

async function listWaiting(io: Io, database: Database, as: string | undefined): Promise<number> {
  const rows: string[][] = [];
  for (const meeting of await waitingMeetings(database)) {
    const { awaited } = foldTranscript(await recordOf(database, meeting));
    for (const person of new Set(awaited.map((each) => each.person)))
      if (as === undefined || isSamePerson(as, person))
        rows.push([meeting.id, sanitiseLine(person), shownAs(meeting)]);
  }
  if (rows.length === 0) print(io.stdout, ["No meeting there waits for anybody."]);
  else print(io.stdout, aligned([["MEETING", "WAITS FOR", "WHICH"], ...rows]));
  return EXIT.decided;
}

function shownAs({ study, path }: ClusterMeeting): string {
  return sanitiseLine(`${study.split(" ", 1).join()}: ${path}`);
}

async function meetingOf(io: Io, database: Database, number: string): Promise<AnsweredThere> {
  const meeting = /^\d{1,18}$/.test(number) ? await meetingThere(database, number) : null;
  if (!meeting)
    throw usage(
      `there is no meeting ${JSON.stringify(number)} in the database`,
      "boardroom answer --on postgres lists those that wait, with their numbers.",
    );
  requireGoesOn(meeting);
  const { id } = meeting;
  const events = await recordOf(database, meeting);
  return {
    id,
    events,
    async leave(said) {
      const stood = await leaveAnswerThere(database, id, said);
      if (stood !== "waiting" && stood !== "queued" && stood !== "held")
        requireGoesOn({ ...meeting, status: stood ?? "failed" });
      if (stood === "waiting") await putBack(database, id);
      const left = {
        ...{ folder: `${id} --on postgres`, person: said.person, from: events.length },
        events: () => recordOf(database, meeting),
      };
      return toldByWriter(io, left, said.to !== undefined, "worker");
    },
  };
}

async function recordOf(database: Database, { id, path }: ClusterMeeting): Promise<readonly MeetingEvent[]> {
  return eventsOf(await readRecord(database, id), path);
}

async function putBack(database: Database, id: string): Promise<void> {
  const queue = await openQueue(database);
  await queue.put([id]).finally(() => queue.stop());
}

function requireGoesOn({ id, status, reason }: ClusterMeeting): void {
  if (status !== "closed" && status !== "failed" && status !== "cancelled") return;
  throw usage(
    `meeting ${id} is ${status}${status === "failed" && reason !== null ? `: ${reason}` : ""}`,
    status === "closed"
      ? "Its transcript comes with boardroom study fetch."
      : "boardroom study run FILE --on postgres continues it first.",
  );
}
