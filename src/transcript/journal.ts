import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { BoardroomError } from "../errors.ts";
import type { Draft, MeetingEvent } from "./events.ts";
import { GENESIS, hashLine, readLines } from "./read.ts";

/** `normal` syncs to disk at opening, facts and endings; `strict` at every event. */
export type Durability = "normal" | "strict";

/** The append-only log of one meeting. Events are written at once and in order. */
export interface Journal {
  /** Everything recorded so far, what was read on opening included. */
  readonly events: readonly MeetingEvent[];
  /** SHA-256 of the last line, hex: what `prev` of the next line will be. */
  readonly head: string;
  append(draft: Draft): MeetingEvent;
  /** Everything appended is on disk when this returns. */
  sync(): void;
  close(): void;
}

export const JOURNAL_FILE = "events.jsonl";

/** A journal that keeps nothing beyond the process. */
export function memoryJournal(): Journal {
  return journalOver(
    { events: [], head: GENESIS },
    { write: () => {}, sync: () => {}, close: () => {} },
    "normal",
  );
}

/** Opens a new transcript in a folder that it creates, private to the user. Throws where a transcript stands already. */
export function createJournal(folder: string, durability: Durability = "normal"): Journal {
  const file = join(folder, JOURNAL_FILE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const descriptor = openSync(file, "wx", 0o600);
    return journalOver({ events: [], head: GENESIS }, fileSink(descriptor, 0), durability);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    const remedy = "Nothing is ever overwritten: name another folder with --out.";
    throw new BoardroomError("transcript-exists", {
      place: { file },
      message: "a transcript stands here already",
      remedy,
    });
  }
}

/** Opens a transcript to go on with it. A torn last line is cut off, which `torn` tells; other damage throws. */
export function reopenJournal(
  folder: string,
  durability: Durability = "normal",
): { journal: Journal; torn: boolean } {
  const file = join(folder, JOURNAL_FILE);
  const { events, head, bytes, torn } = readLines(readText(file), file);
  const descriptor = openSync(file, "r+");
  if (torn) ftruncateSync(descriptor, bytes);
  return { journal: journalOver({ events, head }, fileSink(descriptor, bytes), durability), torn };
}

/** Reads a transcript to look at. A torn last line is left out; any other damage throws with its line. */
export function readTranscript(folder: string): {
  readonly events: readonly MeetingEvent[];
  readonly head: string;
} {
  const file = join(folder, JOURNAL_FILE);
  const { events, head } = readLines(readText(file), file);
  return { events, head };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    const remedy = `Name a folder that holds ${JOURNAL_FILE}, such as transcripts/hiring-7.`;
    throw new BoardroomError("transcript-not-found", {
      place: { file },
      message: "no transcript here",
      remedy,
    });
  }
}

type Sink = { write(line: string): void; sync(): void; close(): void };

function fileSink(descriptor: number, position: number): Sink {
  let end = position;
  return {
    write(line) {
      const bytes = Buffer.from(line);
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(descriptor, bytes, written, bytes.length - written, end + written);
      }
      end += bytes.length;
    },
    sync: () => fdatasyncSync(descriptor),
    close: () => closeSync(descriptor),
  };
}

function journalOver(
  start: { events: MeetingEvent[]; head: string },
  sink: Sink,
  durability: Durability,
): Journal {
  const { events } = start;
  let { head } = start;
  return {
    events,
    get head() {
      return head;
    },
    append(draft) {
      const event = numbered(draft, events.length + 1, head);
      const line = JSON.stringify(event);
      sink.write(`${line}\n`);
      head = hashLine(line);
      events.push(event);
      if (durability === "strict" || isMilestone(event)) sink.sync();
      return event;
    },
    sync: () => sink.sync(),
    close() {
      sink.sync();
      sink.close();
    },
  };
}

function numbered(draft: Draft, seq: number, prev: string): MeetingEvent {
  const { at, path, type, ...fields } = draft;
  return { seq, at, path, type, ...fields, prev } as MeetingEvent;
}

function isMilestone({ type }: MeetingEvent): boolean {
  return type.startsWith("meeting.") || type === "fact.recorded";
}
