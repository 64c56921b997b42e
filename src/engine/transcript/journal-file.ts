/**
 * The file of a record, for the journal. It stays open while the meeting runs. Each write checks that the file of that
 * name is still the open one.
 */

import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { BoardroomError } from "../../errors.ts";
import {
  type ChangeOptions,
  changeFile,
  lookAt,
  MOST_BYTES,
  makeFolder,
  readBytes as readUpTo,
  removeFile,
} from "../../files.ts";
import { formatCommand } from "../../text/command-line.ts";
import { hasWriter, isClaim, type Lock, lockTranscript } from "./lock.ts";
import { type ReadLines, readLines } from "./read.ts";

export const JOURNAL_FILE = "events.jsonl";
/** What marks the folder of a study, and of one that stopped. */
export const STUDY_FILE = "study.json";

export function isStudyFolder(folder: string): boolean {
  return fs.existsSync(join(folder, STUDY_FILE));
}

const UNNAMED = `${JOURNAL_FILE}.part`;

export type Sink = {
  /** Writes whole lines, or throws `transcript-unwritable` and cuts a half-written part off where the disk allows it. */
  write(lines: Uint8Array): void;
  sync(): void;
  /** Throws `transcript-unwritable` if the file of that name is no longer the open one, or has another length. */
  requireInPlace(): void;
  close(): void;
};

/** Names a private new file at its first sync, so that no stop leaves a transcript without a beginning. Throws `transcript-exists`. */
export function createFile(folder: string, isDeferred = false): Sink {
  const options: ChangeOptions = { ...NOTHING_SPENT, shown: folder };
  makeFolder(folder, options);
  const lock = lockTranscript(folder, options);
  try {
    return changeFile(folder, () => createUnnamed(folder, lock, isDeferred), options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function isVacant(folder: string): boolean {
  try {
    return (
      fs.readdirSync(folder).every((name) => name === UNNAMED || isClaim(name)) &&
      !hasWriter(folder)
    );
  } catch {
    return false;
  }
}

function createUnnamed(folder: string, lock: Lock, isDeferred: boolean): Sink {
  const file = join(folder, JOURNAL_FILE);
  if (fs.existsSync(file)) {
    throw new BoardroomError("transcript-exists", {
      place: { file },
      message: "already exists",
      remedy: "Name another folder with --output.",
    });
  }
  removeFile(join(folder, UNNAMED));
  const descriptor = fs.openSync(join(folder, UNNAMED), "wx", 0o600);
  // What lies in the folder is synced when the file gets its name.
  if (!isDeferred) syncFolder(dirname(folder));
  return createSink({
    descriptor,
    folder,
    lock,
    end: 0,
    isNamed: false,
    isTorn: false,
    isDeferred,
  });
}

/** Only the next line written cuts off a torn last one, so that a reader who stops has changed nothing. Other damage throws. */
export function reopenFile(folder: string): { sink: Sink; read: ReadLines } {
  readBytes(join(folder, JOURNAL_FILE));
  const options = keepRecord(folder);
  const lock = lockTranscript(folder, options);
  try {
    const { read } = readFile(folder);
    const file = join(folder, JOURNAL_FILE);
    const descriptor = changeFile(folder, () => fs.openSync(file, "r+"), options);
    const { bytes: end, torn: isTorn } = read;
    return { sink: createSink({ descriptor, folder, lock, end, isNamed: true, isTorn }), read };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function readFile(folder: string): { bytes: Buffer; read: ReadLines } {
  const file = join(folder, JOURNAL_FILE);
  const bytes = readBytes(file);
  return { bytes, read: readLines(bytes, file) };
}

function readBytes(file: string): Buffer {
  try {
    return readUpTo(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    if (isMissing && fs.existsSync(join(dirname(file), UNNAMED))) throw createNotBegunError(file);
    throw new BoardroomError("transcript-not-found", {
      place: { file: isMissing ? dirname(file) : file },
      message: isMissing ? "no meeting found here" : `the transcript cannot be read (${code})`,
      remedy: isMissing ? NAMING_HELP : "Check its permissions.",
    });
  }
}

const NAMING_HELP = `Name a meeting by its folder, name or id. Run "boardroom list meetings" to see yours.`;

function createNotBegunError(file: string): BoardroomError {
  return new BoardroomError("transcript-not-found", {
    place: { file },
    message:
      "no transcript yet: the meeting is being opened, or was stopped before its first event",
    remedy: `No call was made: run it again with boardroom run, which may use the same folder.`,
  });
}

type OpenFile = {
  descriptor: number;
  folder: string;
  lock: Lock;
  end: number;
  isNamed: boolean;
  isTorn: boolean;
  isDeferred?: boolean;
};

function createSink({ descriptor, folder, lock, isDeferred, ...start }: OpenFile): Sink {
  let { end, isNamed, isTorn } = start;
  let isSynced = true;

  function requireInPlace(): void {
    const named = lookAt(join(folder, isNamed ? JOURNAL_FILE : UNNAMED));
    const open = fs.fstatSync(descriptor);
    if (named?.ino !== open.ino || named.dev !== open.dev) throw createChangedError(folder);
    requireOwnLength();
  }

  function requireOwnLength(): void {
    if (!isTorn && fs.fstatSync(descriptor).size !== end) throw createChangedError(folder);
  }

  function writeAll(bytes: Uint8Array): void {
    if (isTorn) fs.ftruncateSync(descriptor, end);
    isTorn = false;
    let written = 0;
    while (written < bytes.length)
      written += fs.writeSync(descriptor, bytes, written, bytes.length - written, end + written);
  }

  function sync(): void {
    requireInPlace();
    if (!isDeferred) fs.fdatasyncSync(descriptor);
    if (!isNamed) fs.renameSync(join(folder, UNNAMED), join(folder, JOURNAL_FILE));
  }

  return {
    requireInPlace,
    write(bytes) {
      requireOwnLength();
      if (end + bytes.length > MOST_BYTES) throw createTooLargeError(folder);
      isSynced = false;
      try {
        changeFile(folder, () => writeAll(bytes), isNamed ? keepRecord(folder) : NOTHING_SPENT);
      } catch (error) {
        cutOff(descriptor, end);
        throw error;
      }
      end += bytes.length;
    },
    sync() {
      if (isSynced) return;
      changeFile(folder, sync, keepRecord(folder));
      if (!isNamed && !isDeferred) syncFolder(folder);
      isNamed = true;
      isSynced = true;
    },
    close() {
      fs.closeSync(descriptor);
      if (!isNamed) removeFile(join(folder, UNNAMED));
      lock.release();
    },
  };
}

function createChangedError(folder: string): BoardroomError {
  return new BoardroomError("transcript-unwritable", {
    place: { file: join(folder, JOURNAL_FILE) },
    message: "the record was removed, replaced or changed while the meeting ran",
    remedy: `Nothing more is asked. Put the record back, then: ${formatCommand(["resume", folder])}`,
  });
}

/** Some systems cannot open a folder, and need no sync of it. */
function syncFolder(folder: string): void {
  try {
    const descriptor = fs.openSync(folder, "r");
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
  } catch {
    // The file itself is synced all the same.
  }
}

/** A full disk keeps at most a torn last line, which the next writer drops. */
function cutOff(descriptor: number, end: number): void {
  try {
    fs.ftruncateSync(descriptor, end);
  } catch {
    // Left torn.
  }
}

const NOTHING_SPENT: ChangeOptions = {
  code: "transcript-unwritable",
  remedy: (firstStep) =>
    `No meeting was run and nothing was spent. ${firstStep}, or name another folder with --output.`,
};

function keepRecord(folder: string): ChangeOptions {
  const remedy = (firstStep: string) =>
    `What was recorded is kept. ${firstStep}, then: ${formatCommand(["resume", folder])}`;
  return { code: "transcript-unwritable", remedy };
}

/** Readers refuse a larger one. */
function createTooLargeError(folder: string): BoardroomError {
  return new BoardroomError("transcript-unwritable", {
    place: { file: folder },
    message: `the record would be larger than ${MOST_BYTES / 1024 / 1024} MiB, which no command could read`,
    remedy: "What was recorded is kept. Run a new meeting with fewer or shorter documents.",
  });
}
