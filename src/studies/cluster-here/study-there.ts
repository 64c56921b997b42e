import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import type { Database } from "../cluster/database.ts";
import { type ClusterMeeting, meetingsOf } from "../cluster/meetings.ts";
import { eventsOf, readRecord } from "../cluster/records.ts";
import { requireSchema } from "../cluster/set-up.ts";
import { clusterName, studiesThere } from "../cluster/studies.ts";
import type { StudyRecord } from "../read-study.ts";
import { keyAt, type ResultRow } from "../result-row.ts";
import { emptyRow, rowOf } from "../running/row-of.ts";
import type { Study } from "../study.ts";
import { type DatabaseFlags, databaseOf, requireAddress } from "./database-flags.ts";

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
