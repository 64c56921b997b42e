import { statSync } from "node:fs";
import { join } from "node:path";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { BoardroomError } from "../../errors.ts";
import { readRecord } from "../../showing/read-record.ts";

export type ReadMeeting = {
  readonly id: string;
  readonly events: readonly MeetingEvent[];
  /** SHA-256 of its last line. */
  readonly head: string;
  readonly isHeld: boolean;
};

/** What has not grown is not read again. */
export function roomRecords(folder: string) {
  const read = new Map<string, { readonly key: string; readonly meeting: ReadMeeting }>();
  return {
    placeOf(id: string): string {
      if (isName(id) && sizeOf(folder, id) !== null) return join(folder, id);
      throw new BoardroomError("transcript-not-found", {
        message: `there is no meeting ${JSON.stringify(id.slice(0, 80))} in this folder`,
        remedy: "Ids of meetings: list with what: meetings.",
      });
    },
    async meeting(id: string): Promise<ReadMeeting> {
      const place = this.placeOf(id);
      // First, so that a record without a writer is read in its final form.
      const isHeld = hasWriter(place);
      const key = sizeOf(folder, id) ?? "";
      const known = read.get(id);
      if (known?.key === key) return { ...known.meeting, isHeld };
      const { events, head } = await readRecord(place);
      const meeting = { id, events, head, isHeld };
      read.delete(id);
      read.set(id, { key, meeting });
      if (read.size > MOST_KEPT) for (const oldest of [...read.keys()].slice(0, 1)) read.delete(oldest);
      return meeting;
    },
  };
}

const MOST_KEPT = 64;

function isName(id: string): boolean {
  return /^[^./\\\0][^/\\\0]{0,199}$/.test(id);
}

function sizeOf(folder: string, id: string): string | null {
  try {
    const { size, mtimeMs } = statSync(join(folder, id, JOURNAL_FILE));
    return `${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}
