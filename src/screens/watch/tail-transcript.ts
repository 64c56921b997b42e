/**
 * Reads a transcript while another process writes it. The terminal view and the server follow
 * meetings with it.
 */

import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { createLineReader } from "../../engine/transcript/read.ts";
import { BoardroomError } from "../../errors.ts";
import { openRegular, type RegularFile } from "../../files.ts";
import { sleep } from "../../models/contract/sleep.ts";
import { requireOutcome } from "../../showing/records.ts";

type TailListener = {
  events: (events: readonly MeetingEvent[]) => void;
  caughtUp: () => void;
  growing: (isGrowing: boolean) => void;
};

/** About 10 ms of work, so that keys are answered meanwhile. Bytes. */
const PIECE_BYTES = 192 * 1024;

const POLL_MS = 400;

/** Reads a record, then follows what another process adds, until the signal aborts. Damage and a false outcome throw. */
export async function tailTranscript(
  folder: string,
  listener: TailListener,
  signal: AbortSignal,
): Promise<void> {
  const record = openRecord(folder);
  try {
    const file = join(folder, JOURNAL_FILE);
    const reader = createLineReader(file);
    const read: MeetingEvent[] = [];
    const pieces = readPieces(record);
    let isGrowing = hasWriter(folder);
    listener.growing(isGrowing);
    await readAll();
    listener.caughtUp();
    const changes = watchChanges(folder, signal);
    try {
      while (!signal.aborted) {
        await changes.next();
        const now = hasWriter(folder);
        await readAll();
        if (now !== isGrowing) listener.growing(now);
        isGrowing = now;
      }
    } finally {
      changes.close();
    }

    async function readAll(): Promise<void> {
      for (let piece = pieces(); piece !== null && !signal.aborted; piece = pieces()) {
        const events = reader.read(piece);
        for (const event of events) read.push(event);
        if (events.at(-1)?.type === "meeting.closed")
          await requireOutcome({ events: read, head: reader.head }, file);
        if (events.length > 0) listener.events(events);
        await setImmediate();
      }
    }
  } finally {
    record.close();
  }
}

function openRecord(folder: string): RegularFile {
  const file = join(folder, JOURNAL_FILE);
  try {
    return openRegular(file);
  } catch (cause) {
    const message = `the transcript cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw new BoardroomError("transcript-not-found", { place: { file }, message }, { cause });
  }
}

function readPieces(record: RegularFile): () => Buffer | null {
  let position = 0;
  return () => {
    const piece = record.read(position, PIECE_BYTES);
    position += piece.length;
    return piece.length === 0 ? null : piece;
  };
}

/** Also every so often, as the system does not tell of every change. */
function watchChanges(
  folder: string,
  signal: AbortSignal,
): { next(): Promise<void>; close(): void } {
  let wake = new AbortController();
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, () => wake.abort());
    watcher.on("error", () => {});
  } catch {
    watcher = null;
  }
  return {
    async next() {
      await sleep(POLL_MS, AbortSignal.any([signal, wake.signal]));
      wake = new AbortController();
    },
    close: () => watcher?.close(),
  };
}
