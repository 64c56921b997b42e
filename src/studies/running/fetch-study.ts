/**
 * `study fetch` and `study cancel`: what one may do with a study of workers without its files. Everything is read from
 * `study.json` and from the database, so no scenario is opened and nothing can be paid for.
 */

import { resolve } from "node:path";
import type { Io } from "../../home/process/io.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { isOver, requireDatabase, takeInMeeting } from "../cluster/by-workers.ts";
import type { DatabaseFlags } from "../cluster/database.ts";
import {
  type ClusterMeeting,
  cancelStudy,
  listMeetings,
  nameInDatabase,
} from "../cluster/meetings.ts";
import { withDatabase } from "../cluster/tables.ts";
import { findBegunStudy } from "../opening/open-study.ts";
import { openFolder } from "../results.ts";
import { formatKey, type MeetingKey, type Study } from "../study.ts";
import { BatchCalls } from "./batch-calls.ts";
import { concludeStudy, countRows } from "./run-study.ts";

type FetchFlags = DatabaseFlags & { output?: string };
type CancelFlags = FetchFlags & { batch?: boolean };

/** Writes the results of meetings that have ended, and waits for none of the others. */
export async function fetchStudy(
  io: Io,
  path: string | undefined,
  flags: FetchFlags,
): Promise<number> {
  await requireDatabase(io, { ...flags, on: "postgres" });
  const { study, shown } = await findBegunStudy(io, path, flags.output);
  const { protocols } = await loadCustomCode(io, await readSettings(io));
  return withDatabase(io, flags, 1, async (database) => {
    const ended = (await listMeetings(database, nameInDatabase(study))).filter((meeting) =>
      isOver(meeting, {}),
    );
    const folder = await openFolder(resolve(io.cwd, shown), study);
    try {
      const before = await countRows(folder);
      let failed = 0;
      for (const meeting of ended) {
        const key = findKey(study, meeting);
        if (key === null || before.done.has(formatKey(key))) continue;
        const name = findProtocolName(study, key);
        const protocol = protocols.find((each) => each.name === name);
        const row = await takeInMeeting(database, meeting, {
          folder: folder.folder,
          key,
          protocol,
        });
        folder.add(row);
        if (row.status === "failed") failed += 1;
      }
      return concludeStudy(io, { shown, before, ended: { failed, broken: null, waiting: [] } });
    } finally {
      folder.close();
    }
  });
}

/** Gives the number of cancelled meetings, or of batches. */
export async function cancelBegunStudy(
  io: Io,
  path: string | undefined,
  flags: CancelFlags,
): Promise<number> {
  if (flags.batch) {
    const { shown } = await findBegunStudy(io, path, flags.output);
    return new BatchCalls(io, await readSettings(io), resolve(io.cwd, shown)).cancel();
  }
  await requireDatabase(io, { ...flags, on: "postgres" });
  const { study } = await findBegunStudy(io, path, flags.output);
  return withDatabase(io, flags, 1, (database) => cancelStudy(database, nameInDatabase(study)));
}

/** Null for a row of the database that is no meeting of this study. */
function findKey(study: Study, { path }: ClusterMeeting): MeetingKey | null {
  const [root, scenario = "", arm = "", subject = "", number = "", ...more] = path.split("/");
  const seed = Number(number);
  const isKnown =
    root === "meetings" &&
    more.length === 0 &&
    study.scenarios.some(({ name }) => name === scenario) &&
    study.arms.some(({ name }) => name === arm) &&
    study.subjects.includes(subject) &&
    study.seeds.includes(seed);
  return isKnown ? { scenario, arm, subject, seed } : null;
}

function findProtocolName({ scenarios, arms }: Study, key: MeetingKey): string | undefined {
  const { changes } = arms.find(({ name }) => name === key.arm) ?? {};
  return changes?.protocol ?? scenarios.find(({ name }) => name === key.scenario)?.protocol;
}
