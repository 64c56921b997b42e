import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { BoardroomError } from "../errors.ts";
import { type Draft, eventSchema, type MeetingEvent } from "./events.ts";
import { type Lock, lockTranscript } from "./lock.ts";
import { GENESIS, hashLine, type ReadLines, readLines } from "./read.ts";

/** `normal` syncs to disk at opening, facts and endings; `strict` at every event. */
export type Durability = "normal" | "strict";

/** The append-only log of one meeting. Events are written at once and in order. */
export interface Journal {
  /** Everything recorded so far, what was read on opening included. */
  readonly events: readonly MeetingEvent[];
  /** SHA-256 of the last line, hex: what `prev` of the next line will be. */
  readonly head: string;
  /** Throws `transcript-unwritable` where the line could not be written whole, and from then on always. */
  append(draft: Draft): MeetingEvent;
  /** Everything appended is on disk when this returns. */
  sync(): void;
  /** Lets another process write. Closing twice does nothing. */
  close(): void;
}

export const JOURNAL_FILE = "events.jsonl";
const UNNAMED = `${JOURNAL_FILE}.part`;

/** A journal that keeps nothing beyond the process. */
export function memoryJournal(): Journal {
  const nowhere = { write: () => {}, sync: () => {}, close: () => {} };
  return journalOver({ events: [], head: GENESIS }, nowhere, "normal");
}

/** Opens a new transcript in a folder that it creates, private to the user. Throws where a transcript stands already. */
export function createJournal(folder: string, durability: Durability = "normal"): Journal {
  const { descriptor, lock } = createFile(folder);
  const sink = fileSink({ descriptor, folder, lock, end: 0 });
  return journalOver({ events: [], head: GENESIS }, sink, durability);
}

/**
 * Opens a new transcript that begins with the first lines of another, byte for byte. It gets its name with the first
 * sync: until something of its own is on disk, nobody can take the copy for the meeting it was copied from.
 */
export function copyJournal(
  from: string,
  lines: number,
  folder: string,
  durability: Durability = "normal",
): Journal {
  const { bytes, read } = readFolder(from);
  const end = offsetAfter(bytes, lines);
  const { descriptor, lock } = createFile(folder, UNNAMED);
  const sink = fileSink({ descriptor, folder, lock, end: 0, isUnnamed: true });
  sink.write(bytes.subarray(0, end));
  const start = { events: read.events.slice(0, lines), head: read.hashes[lines - 1] ?? GENESIS };
  return journalOver(start, sink, durability);
}

/** Opens a transcript to go on with it. A torn last line is cut off, which `torn` tells; other damage throws. */
export function reopenJournal(
  folder: string,
  durability: Durability = "normal",
): { journal: Journal; torn: boolean } {
  requireTranscript(folder);
  const lock = writable(folder, () => lockTranscript(folder));
  try {
    const { read } = readFolder(folder);
    const descriptor = writable(folder, () => openSync(join(folder, JOURNAL_FILE), "r+"));
    if (read.torn) ftruncateSync(descriptor, read.bytes);
    const sink = fileSink({ descriptor, folder, lock, end: read.bytes });
    return {
      journal: journalOver({ events: read.events, head: read.head }, sink, durability),
      torn: read.torn,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A transcript as it was read. */
export type Transcript = {
  readonly events: readonly MeetingEvent[];
  readonly head: string;
  /** SHA-256 of each line, in order. */
  readonly hashes: readonly string[];
  /** Whether a last line, left out here, is torn: its writer was stopped, or is writing it now. */
  readonly torn: boolean;
};

/** Reads a transcript to look at. A torn last line is left out; any other damage throws with its line. */
export function readTranscript(folder: string): Transcript {
  const { events, head, hashes, torn } = readFolder(folder).read;
  return { events, head, hashes, torn };
}

function readFolder(folder: string): { readonly bytes: Buffer; readonly read: ReadLines } {
  const file = join(folder, JOURNAL_FILE);
  const bytes = readBytes(file);
  return { bytes, read: readLines(bytes, file) };
}

function requireTranscript(folder: string): void {
  readBytes(join(folder, JOURNAL_FILE));
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    throw new BoardroomError("transcript-not-found", {
      place: { file },
      message: isMissing ? "no transcript here" : `the transcript cannot be read (${code})`,
      remedy: isMissing
        ? `Name a folder that holds ${JOURNAL_FILE}, such as transcripts/hiring-7.`
        : "Check its permissions.",
    });
  }
}

/** Offset of what follows the first lines; there are at least that many. */
function offsetAfter(bytes: Buffer, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line++) end = bytes.indexOf("\n", end) + 1;
  return end;
}

/** The new file itself, whose name in its folder is on disk as well, so that power loss cannot take it away. */
function createFile(folder: string, name = JOURNAL_FILE): { readonly descriptor: number; readonly lock: Lock } {
  const file = join(folder, JOURNAL_FILE);
  return writable(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockTranscript(folder);
    try {
      if (existsSync(file)) throw Object.assign(new Error("it exists"), { code: "EEXIST" });
      const descriptor = openSync(join(folder, name), "wx", 0o600);
      for (const each of [folder, dirname(folder)]) syncFolder(each);
      return { descriptor, lock };
    } catch (cause) {
      lock.release();
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
      const remedy = "Nothing is ever overwritten: name another folder with --out.";
      throw new BoardroomError("transcript-exists", {
        place: { file },
        message: "a transcript stands here already",
        remedy,
      });
    }
  });
}

/** Not every system lets a folder be opened; where it does not, it has no need of it. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // The file itself is synced all the same.
  }
}

type Sink = { write(line: string | Uint8Array): void; sync(): void; close(): void };

type OpenFile = {
  readonly descriptor: number;
  readonly folder: string;
  readonly lock: Lock;
  /** Bytes of whole lines. */
  readonly end: number;
  readonly isUnnamed?: boolean;
};

function fileSink({ descriptor, folder, lock, end: start, isUnnamed = false }: OpenFile): Sink {
  let end = start;
  let isNamed = !isUnnamed;
  let isSynced = true;
  return {
    write(line) {
      const bytes = Buffer.from(line);
      isSynced = false;
      try {
        for (let written = 0; written < bytes.length; ) {
          written += writeSync(descriptor, bytes, written, bytes.length - written, end + written);
        }
      } catch (cause) {
        cutOff(descriptor, end);
        throw unwritable(folder, cause);
      }
      end += bytes.length;
    },
    sync() {
      if (isSynced) return;
      writable(folder, () => {
        fdatasyncSync(descriptor);
        if (!isNamed) renameSync(join(folder, UNNAMED), join(folder, JOURNAL_FILE));
      });
      if (!isNamed) syncFolder(folder);
      isNamed = true;
      isSynced = true;
    },
    close() {
      closeSync(descriptor);
      lock.release();
    },
  };
}

/** A disk that is full keeps at most a torn last line, which the next writer drops. */
function cutOff(descriptor: number, end: number): void {
  try {
    ftruncateSync(descriptor, end);
  } catch {
    // Left torn.
  }
}

function writable<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof BoardroomError) throw cause;
    throw unwritable(folder, cause);
  }
}

const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

function unwritable(folder: string, cause: unknown): BoardroomError {
  const { code = "unknown" } = cause as NodeJS.ErrnoException;
  const isFull = FULL.includes(code);
  return new BoardroomError(
    "transcript-unwritable",
    {
      place: { file: folder },
      message: isFull ? `no space is left to write to (${code})` : `cannot be written to (${code})`,
      remedy: `What was recorded is kept. ${isFull ? "Free some space" : "Mend that"}, then: boardroom resume ${folder}`,
    },
    { cause },
  );
}

function journalOver(
  start: { events: MeetingEvent[]; head: string },
  sink: Sink,
  durability: Durability,
): Journal {
  const { events } = start;
  let { head } = start;
  let broken: unknown = null;
  let isClosed = false;

  /** After a failed write or sync nobody knows what the disk holds: nothing may follow it. */
  function guarded(act: () => void): void {
    if (broken !== null) throw broken;
    try {
      act();
    } catch (error) {
      broken = error;
      throw error;
    }
  }

  return {
    events,
    get head() {
      return head;
    },
    append(draft) {
      const event = numbered(draft, events.length + 1, head);
      const line = JSON.stringify(event);
      guarded(() => sink.write(`${line}\n`));
      head = hashLine(line);
      events.push(event);
      if (durability === "strict" || isMilestone(event)) guarded(sink.sync);
      return event;
    },
    sync: () => guarded(sink.sync),
    close() {
      if (isClosed) return;
      isClosed = true;
      try {
        if (broken === null) sink.sync();
      } finally {
        sink.close();
      }
    },
  };
}

/** As a reader will have it: the same fields in the same order, whoever made them, so that the same events have the same bytes. */
function numbered(draft: Draft, seq: number, prev: string): MeetingEvent {
  const event = { ...draft, seq, prev } as MeetingEvent;
  const read = eventSchema.safeParse(event);
  return read.success ? read.data : event;
}

function isMilestone({ type }: MeetingEvent): boolean {
  return type.startsWith("meeting.") || type === "fact.recorded";
}
