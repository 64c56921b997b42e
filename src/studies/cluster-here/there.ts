import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { type Answer, isSamePerson } from "../../engine/meeting/people/inbox.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { nodeVersion } from "../../home/process/node.ts";
import { usage } from "../../home/process/usage.ts";
import { toldByWriter } from "../../run/holding/answer-taken.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import { aligned } from "../../text/aligned.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { type Database, openDatabase } from "../cluster/database.ts";
import {
  type ClusterMeeting,
  clusterName,
  meetingsOf,
  meetingThere,
  studiesThere,
  waitingMeetings,
} from "../cluster/meetings.ts";
import { openQueue, requireQueueNode } from "../cluster/queue.ts";
import { requireSchema } from "../cluster/tables.ts";
import { eventsOf, leaveAnswerThere, readRecord } from "../cluster/workers.ts";
import type { StudyRecord } from "../read-study.ts";
import { emptyRow, rowOf } from "../row-of.ts";
import { keyAt, type ResultRow, type Study } from "../study.ts";

export type DatabaseFlags = { readonly database?: string; readonly passwordFile?: string };

export function withDatabaseFlags(command: Command): Command {
  return command
    .option(
      "--database <address>",
      "postgres://USER@HOST/NAME, without a password; default BOARDROOM_DATABASE_URL",
    )
    .option("--password-file <file>", "file with the password alone; default the address's, or ~/.pgpass");
}

export function databaseOf(io: Io, flags: DatabaseFlags, connections: number): Promise<Database> {
  const address = requireAddress(io, flags);
  const password = flags.passwordFile === undefined ? undefined : passwordIn(io, flags.passwordFile);
  const onWaiting = (why: string) =>
    print(io.stderr, [`The database cannot be used (${why}); waiting for it.`]);
  return openDatabase({ address, password, connections, onWaiting });
}

/** Throws where there is none, or where it would show a password to others. */
export function requireAddress(io: Io, flags: DatabaseFlags): string {
  const address = flags.database ?? io.env.BOARDROOM_DATABASE_URL?.trim() ?? "";
  if (address === "")
    throw new BoardroomError("database-unready", {
      message: "no database is named",
      remedy:
        "Set BOARDROOM_DATABASE_URL, such as postgres://boardroom@db.example/boardroom, or give --database.",
    });
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw usage("the database's address is none of PostgreSQL", "Write it as postgres://USER@HOST/NAME.");
  // Everybody on the machine can read the arguments of a process.
  if (flags.database !== undefined && (url.password !== "" || url.searchParams.has("password")))
    throw usage(
      "an address with a password is not taken from the arguments, where others on this machine can read it",
      "Set BOARDROOM_DATABASE_URL, or give the address without it and --password-file FILE.",
    );
  return address;
}

function passwordIn({ cwd }: Io, file: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8").trim();
  } catch (cause) {
    throw usage(
      `the password file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      "Check its name and its permissions.",
    );
  }
}

export async function withStudyThere<Result>(
  io: Io,
  named: string,
  {
    flags,
    protocolOf,
  }: { readonly flags: DatabaseFlags; readonly protocolOf: (recorded: string) => CountsVotes },
  act: (record: StudyRecord) => Promise<Result>,
): Promise<Result> {
  requireAddress(io, flags);
  const database = await databaseOf(io, flags, 2);
  try {
    await requireSchema(database);
    const study = await studyThere(io, database, named);
    return await act(recordThere(database, study, protocolOf));
  } finally {
    await database.close();
  }
}

type CountsVotes = Pick<Protocol, "count">;

async function studyThere(io: Io, database: Database, named: string): Promise<Study> {
  const [study, ...older] = await studiesThere(database, named);
  if (!study) {
    const known = [...new Set((await studiesThere(database)).map(({ name }) => name))];
    throw new BoardroomError("study-not-found", {
      message: `there is no study ${JSON.stringify(named)} in the database`,
      remedy: suggestion(named, known, "Studies there"),
    });
  }
  if (older.length > 0)
    print(io.stderr, [`Of ${older.length + 1} studies called ${named} there, this is the one put there last.`]);
  return study;
}

/** Meetings that have ended count by their records; the others are not there yet. */
function recordThere(
  database: Database,
  study: Study,
  protocolOf: (recorded: string) => CountsVotes,
): StudyRecord {
  const name = clusterName(study);
  const stateOf = async ({ id, path }: ClusterMeeting): Promise<MeetingState | null> => {
    const record = await readRecord(database, id);
    return record === "" ? null : foldTranscript(eventsOf(record, path));
  };
  async function* rows(): AsyncGenerator<ResultRow, void, undefined> {
    for (const meeting of await meetingsOf(database, name)) {
      const { status, path, reason, head } = meeting;
      if (status !== "closed" && status !== "failed") continue;
      const ended = { key: keyAt(path), path, head, status, reason };
      const state = await stateOf(meeting);
      yield state === null ? emptyRow(ended) : rowOf(ended, state, protocolOf(state.protocol));
    }
  }
  return {
    study,
    stopped: null,
    rows,
    async meeting({ path }) {
      const meeting = (await meetingsOf(database, name)).find((each) => each.path === path);
      const state = meeting ? await stateOf(meeting) : null;
      if (state) return state;
      throw new BoardroomError("transcript-not-found", {
        message: `there is no record of ${path} in the database`,
      });
    },
  };
}

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
      "boardroom act --on postgres lists those that wait, with their numbers.",
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
