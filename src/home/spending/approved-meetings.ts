/**
 * What was approved on this computer. Any program can write an approval into a record or a folder of meetings, so only
 * this file authorizes a recorded meeting to continue, and a proposal to run.
 */
import { dirname, join } from "node:path";
import { z } from "zod";
import { digest, meetingId } from "../../engine/transcript/event-fields.ts";
import { openLog } from "../log.ts";
import type { Surroundings } from "../process/io.ts";
import { findUserSettingsPath } from "../settings/settings.ts";

const lineSchema = z.union([
  z.object({ meeting: meetingId, upTo: z.number() }),
  /** Of a proposal: digest of its decision and of what was decided about. */
  z.object({ decision: digest }),
]);
type ApprovedLine = z.infer<typeof lineSchema>;

type Approved = {
  /** Dollars of a meeting, in all. */
  findLimit(meeting: string): number | null;
  add(meeting: string, upTo: number): void;
  hasDecision(decision: string): boolean;
  addDecision(decision: string): void;
};

/** Without a home folder it is remembered until this process ends. */
const unsaved: ApprovedLine[] = [];

export function openApproved(io: Surroundings): Approved {
  const path = findUserSettingsPath(io);
  const log =
    path === null
      ? { look: () => unsaved, add: (line: ApprovedLine) => unsaved.push(line) }
      : openLog(join(dirname(path), "approved.jsonl"), lineSchema);
  return {
    findLimit(meeting) {
      const limits = log
        .look()
        .flatMap((line) => ("meeting" in line && line.meeting === meeting ? [line.upTo] : []));
      return limits.length === 0 ? null : Math.max(...limits);
    },
    add: (meeting, upTo) => log.add({ meeting, upTo }),
    hasDecision: (decision) =>
      log.look().some((line) => "decision" in line && line.decision === decision),
    addDecision: (decision) => log.add({ decision }),
  };
}
