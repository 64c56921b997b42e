import { BoardroomError, mapProblems, type Problem } from "../../errors.ts";
import { type Draft, EVENTS, type MeetingEvent, orderFields } from "./events.ts";
import { createFile, readFile, reopenFile, type Sink } from "./journal-file.ts";
import { GENESIS, hashLine, type ReadLines, requireReadable } from "./read.ts";

/** `normal` syncs to disk at opening, facts and endings; `strict` at every event; `deferred` leaves a new file to the caller. */

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

/** Opens a transcript to read. Skips a torn last line; throws for other damage, with the line. */
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

/** The line as its reader has it. No record gets a line that its reader refuses. */
function requireLine(
  line: string,
  opened: MeetingEvent | undefined,
  seq: number,
  file = "memory",
): MeetingEvent {
  const event = JSON.parse(line) as MeetingEvent;
  try {
    requireReadable(event, { file, line: seq }, opened);
    return event;
  } catch (error) {
    const restate = ({ message }: Problem): Problem => ({
      place: { file },
      message: `the event ${event.type} was not written, because no command could read it again: ${message}`,
      remedy:
        "What was recorded is kept. If the value is not from your own code, report this as a fault.",
    });
    throw mapProblems(error, restate, "transcript-unwritable");
  }
}

const REPLACEMENT = "\ufffd";

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
    const added = drafts.map((draft, index) => {
      const seq = events.length + 1 + index;
      const text = toLine(orderFields({ ...draft, seq, prev }));
      const event = requireLine(text, events[0], seq, folder);
      const line = Buffer.from(`${text}\n`);
      lines.push(line);
      prev = hashLine(line.subarray(0, -1));
      return event;
    });
    const [first = Buffer.concat([]), ...more] = lines;
    stopAtFirstFailure(() => sink.write(more.length === 0 ? first : Buffer.concat(lines)));
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
