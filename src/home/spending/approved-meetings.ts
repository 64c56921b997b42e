/**
 * The meetings that were approved on this computer. Any program can write an approval into a record, so only this file
 * authorizes a recorded meeting to continue.
 */
import { dirname, join } from "node:path";
import { z } from "zod";
import { meetingId } from "../../engine/transcript/event-fields.ts";
import { openLog } from "../log.ts";
import type { Io } from "../process/io.ts";
import { findUserSettingsPath } from "../settings/settings.ts";

const lineSchema = z.object({ meeting: meetingId, upTo: z.number() });

/** Dollars by meeting, in all. Without a home folder nothing is remembered. */
type ApprovedMeetings = {
  findLimit(meeting: string): number | null;
  add(meeting: string, upTo: number): void;
};

export function openApprovedMeetings(io: Pick<Io, "env" | "cwd">): ApprovedMeetings {
  const path = findUserSettingsPath(io);
  if (path === null) return { findLimit: () => null, add() {} };
  const log = openLog(join(dirname(path), "approved.jsonl"), lineSchema);
  return {
    findLimit(meeting) {
      const known = log.look().filter((line) => line.meeting === meeting);
      return known.length === 0 ? null : Math.max(...known.map(({ upTo }) => upTo));
    },
    add: (meeting, upTo) => log.add({ meeting, upTo }),
  };
}
