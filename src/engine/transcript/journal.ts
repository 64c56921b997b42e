/**
 * The log of one meeting, in memory or in `events.jsonl`. Numbers, chains and checks the events of the engine, and leaves
 * the file to `journal-file.ts`.
 */

import { BoardroomError } from "../../errors.ts";
import { type Draft, EVENTS, type MeetingEvent, orderFields } from "./events.ts";
import { createFile, readFile, reopenFile, type Sink } from "./journal-file.ts";
import { GENESIS, hashLine, type ReadLines, readLine } from "./read.ts";

/** The append-only log of one meeting. Events are written at once and in order. */
export interface Journal {
  folder?: string | undefined;
  /** Includes what was read on opening. */
  events: readonly MeetingEvent[];
  /** SHA-256 of the last line, hex. */
  head: string;
  /** Throws `transcript-unwritable` where the line was not written whole, and from then on always. */
  append(draft: Draft): MeetingEvent;
  /** Writes several events as one: after a crash the file has all of them or none. */
  appendAll(drafts: readonly Draft[]): void;
  /** Everything appended is on disk when this returns. */
  sync(): void;
  /** Throws `transcript-unwritable` if another file has its name by now. Checked before each call that is paid for. */
  requireInPlace(): void;
  /** Lets another process write. `meeting.closed` does so too; closing twice does nothing. */
  close(): void;
}

/** Keeps nothing beyond the process. `events`: the beginning, from a record kept elsewhere; its head is worked out where not given. */
export function createMemoryJournal(
  events: readonly MeetingEvent[] = [],
  head: string = computeHead(events),
): Journal {
  const nowhere = { write: () => {}, sync: () => {}, requireInPlace: () => {}, close: () => {} };
  return openJournalOver({ events: [...events], head }, nowhere);
}

function computeHead(events: readonly MeetingEvent[]): string {
  let head = GENESIS;
  for (const [index, event] of events.entries()) {
    if (event.prev !== head || event.seq !== index + 1) {
      throw new BoardroomError("transcript-damaged", {
        message: `event ${index + 1} does not follow the one before it: its seq or prev differs`,
        remedy: "Give all events of one transcript, unchanged, from the first.",
      });
    }
    head = hashLine(JSON.stringify(orderFields(event)));
  }
  return head;
}

/**
 * Creates the record of a new meeting in an empty folder. Throws `transcript-exists` or
 * `transcript-unwritable`.
 *
 * @example
 * ```ts
 * const journal = createJournal("transcripts/mine");
 * const meeting = openMeeting({ scenario, protocol: board, journal, createModel: modelsFrom({ env: {} }) });
 * ```
 */
export function createJournal(folder: string, isDeferred = false): Journal {
  const sink = createFile(folder, isDeferred);
  return openJournalOver({ events: [], head: GENESIS, folder }, sink);
}

/** Copies the first lines byte for byte. The file gets its name at the first sync, so that the copy is never read as the old meeting. */
export function copyJournal(from: string, lines: number, folder: string): Journal {
  const { bytes, read } = readFile(from);
  const sink = createFile(folder);
  sink.write(bytes.subarray(0, findOffsetAfter(bytes, lines)));
  const start = {
    events: read.events.slice(0, lines),
    head: read.hashes[lines - 1] ?? GENESIS,
    folder,
  };
  return openJournalOver(start, sink);
}

function findOffsetAfter(bytes: Buffer, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line++) end = bytes.indexOf("\n", end) + 1;
  return end;
}

/** Opens a transcript to resume it. Cuts off a torn last line (`torn`); throws for other damage. */
export function reopenJournal(folder: string): { journal: Journal; torn: boolean } {
  const { sink, read } = reopenFile(folder);
  const { events, head, torn } = read;
  return { journal: openJournalOver({ events, head, folder }, sink), torn };
}

export type Transcript = Omit<ReadLines, "bytes" | "events"> & {
  events: readonly MeetingEvent[];
};

/**
 * Reads a transcript and checks every line and hash. Skips an incomplete last line; throws
 * `transcript-damaged` for other damage, with the line.
 *
 * @example
 * ```ts
 * const { events, head } = readTranscript("transcripts/hiring-7");
 * ```
 */
export function readTranscript(folder: string): Transcript {
  return readFile(folder).read;
}

/** JSON escapes half of a surrogate pair, which no file of text can hold: a replacement character is written. */
function toLine(event: unknown): string {
  const text = JSON.stringify(event);
  if (!text.includes("\\ud")) return text;
  return text.replace(/\\(?:\\|ud[89a-f][\da-f]{2})/g, (each) =>
    each === "\\\\" ? each : REPLACEMENT,
  );
}

const REPLACEMENT = "\ufffd";
const NEWLINE = Buffer.from("\n");

/** Also for values that JSON cannot hold, such as a list that contains itself. */
function createUnreadableError({ type }: Draft, file: string, cause: unknown): BoardroomError {
  const why =
    cause instanceof BoardroomError
      ? cause.problems.map(({ message }) => message).join("; ")
      : String(cause);
  return new BoardroomError(
    "transcript-unwritable",
    {
      place: { file },
      message: `the event ${type} was not written, because no command could read it again: ${why}`,
      remedy:
        "What was recorded is kept. If the value is not from your own code, report this as a fault.",
    },
    { cause },
  );
}

function openJournalOver(
  start: { events: MeetingEvent[]; head: string; folder?: string },
  sink: Sink,
): Journal {
  const { events, folder } = start;
  let { head } = start;
  let broken: unknown = null;
  let isClosed = false;

  /** After a failed write or sync the content of the disk is unknown. */
  function stopAtFirstFailure(act: () => void): void {
    if (broken !== null) throw broken;
    try {
      act();
    } catch (error) {
      broken = error;
      throw error;
    }
  }

  function write<Drafts extends readonly [Draft] | readonly Draft[]>(
    drafts: Drafts,
  ): { [Each in keyof Drafts]: MeetingEvent } {
    const lines: Buffer[] = [];
    let prev = head;
    let [opened] = events;
    const added = drafts.map((draft, index) => {
      const place = { file: folder ?? "memory", line: events.length + 1 + index };
      try {
        const line = Buffer.from(toLine(orderFields({ ...draft, seq: place.line, prev })));
        const event = readLine(line, { place, prev, opened });
        opened ??= event;
        prev = hashLine(line);
        lines.push(line, NEWLINE);
        return event;
      } catch (cause) {
        throw createUnreadableError(draft, place.file, cause);
      }
    });
    stopAtFirstFailure(() => sink.write(Buffer.concat(lines)));
    head = prev;
    for (const event of added) events.push(event);
    return added as { [Each in keyof Drafts]: MeetingEvent };
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    try {
      if (broken === null) sink.sync();
    } finally {
      sink.close();
    }
  }

  return {
    folder,
    events,
    get head() {
      return head;
    },
    append(draft) {
      const [event] = write([draft]);
      if (EVENTS[event.type].synced) stopAtFirstFailure(sink.sync);
      if (draft.type === "meeting.closed") close();
      return event;
    },
    appendAll(drafts) {
      if (drafts.length === 0) return;
      write(drafts);
      stopAtFirstFailure(sink.sync);
    },
    sync() {
      if (!isClosed) stopAtFirstFailure(sink.sync);
    },
    requireInPlace: () => stopAtFirstFailure(sink.requireInPlace),
    close,
  };
}
