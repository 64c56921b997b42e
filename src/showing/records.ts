/** Reads a record to show it, and builds its verdict table. A closed record is refused if its outcome does not follow from it. */

import { join } from "node:path";
import { recountOutcome } from "../engine/meeting/recount.ts";
import type { Description } from "../engine/protocol/protocol.ts";
import type { MeetingEvent } from "../engine/transcript/events.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { readTranscript, type Transcript } from "../engine/transcript/journal.ts";
import { JOURNAL_FILE } from "../engine/transcript/journal-file.ts";
import { createDamagedError } from "../engine/transcript/read.ts";
import { BoardroomError } from "../errors.ts";
import { PROTOCOLS } from "../protocols/built-in.ts";
import { listIncidents } from "./incidents.ts";
import type { VerdictTable } from "./verdict-schema.ts";
import { verdictTable } from "./verdict-table.ts";

/** Reads a transcript to show what it decided. A closed one whose last line does not follow from the others is refused. */
export async function readRecord(folder: string): Promise<Transcript> {
  const transcript = readTranscript(folder);
  await requireOutcome(transcript, join(folder, JOURNAL_FILE));
  return transcript;
}

/** Recounts the outcome of a closed record by its protocol. Returns why it cannot, or null. */
export async function requireOutcome(
  transcript: Pick<Transcript, "events" | "head">,
  file: string,
): Promise<string | null> {
  const [opened] = transcript.events;
  const last = transcript.events.at(-1);
  if (last?.type !== "meeting.closed" || opened?.type !== "meeting.opened")
    return "the meeting is not closed";
  const protocol = PROTOCOLS.find(({ name, version }) => `${name}@${version}` === opened.protocol);
  if (!protocol) return `${opened.protocol} is not part of this version of boardroom`;
  if (!protocol.options.safeParse(opened.scenario.options).success)
    return "the meeting used code that is not part of boardroom, such as a selector";
  try {
    await recountOutcome(transcript, protocol);
  } catch (error) {
    const why =
      error instanceof BoardroomError
        ? error.problems.map(({ message }) => message).join("; ")
        : error;
    throw createDamagedError(
      { file, line: last.seq },
      `the last line does not follow from the record: ${why}`,
    );
  }
  return null;
}

export type Recorded = { events: readonly MeetingEvent[]; head: string };

export function buildRecordTable(
  { events, head }: Recorded,
  { tell, count }: Description,
): VerdictTable {
  const state = foldTranscript(events);
  return verdictTable(state, {
    headHash: head,
    incidents: listIncidents(events),
    columns: tell?.(state).columns?.(),
    count,
  });
}
