import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { BoardroomError } from "../../errors.ts";
import { lookAt, readBytes as readUpTo } from "../../files.ts";
import { formatCommand } from "../../text/command-line.ts";
import { hasWriter, isClaim, type Lock, lockTranscript } from "./lock.ts";
import { type ReadLines, readLines } from "./read.ts";

export const JOURNAL_FILE = "events.jsonl";
/** What marks the folder of a study, and of one that stopped. */
export const STUDY_FILE = "study.json";
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
  return explainWriteFailure(folder, () => openNewFile(folder, isDeferred), adviseAnotherFolder);
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

function openNewFile(folder: string, isDeferred: boolean): Sink {
  const file = join(folder, JOURNAL_FILE);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockTranscript(folder);
  try {
    if (fs.existsSync(file)) throw Object.assign(new Error("it exists"), { code: "EEXIST" });
    fs.rmSync(join(folder, UNNAMED), { force: true });
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
  } catch (cause) {
    lock.release();
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    throw new BoardroomError("transcript-exists", {
      place: { file },
      message: "already exists",
      remedy: "Name another folder with --output.",
    });
  }
}

/** Only the next line written cuts off a torn last one, so that a reader who stops has changed nothing. Other damage throws. */
export function reopenFile(folder: string): { sink: Sink; read: ReadLines } {
  readBytes(join(folder, JOURNAL_FILE));
  const lock = explainWriteFailure(folder, () => lockTranscript(folder));
  try {
    const { read } = readFile(folder);
    const descriptor = explainWriteFailure(folder, () =>
      fs.openSync(join(folder, JOURNAL_FILE), "r+"),
    );
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

  return {
    requireInPlace,
    write(bytes) {
      requireOwnLength();
      isSynced = false;
      try {
        if (isTorn) fs.ftruncateSync(descriptor, end);
        isTorn = false;
        for (let written = 0; written < bytes.length; ) {
          written += fs.writeSync(
            descriptor,
            bytes,
            written,
            bytes.length - written,
            end + written,
          );
        }
      } catch (cause) {
        cutOff(descriptor, end);
        throw createUnwritableError(folder, cause, isNamed ? adviseToResume : adviseAnotherFolder);
      }
      end += bytes.length;
    },
    sync() {
      if (isSynced) return;
      explainWriteFailure(folder, () => {
        requireInPlace();
        if (!isDeferred) fs.fdatasyncSync(descriptor);
        if (!isNamed) fs.renameSync(join(folder, UNNAMED), join(folder, JOURNAL_FILE));
      });
      if (!isNamed && !isDeferred) syncFolder(folder);
      isNamed = true;
      isSynced = true;
    },
    close() {
      fs.closeSync(descriptor);
      if (!isNamed) fs.rmSync(join(folder, UNNAMED), { force: true });
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

function explainWriteFailure<T>(folder: string, act: () => T, remedy = adviseToResume): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof BoardroomError) throw cause;
    throw createUnwritableError(folder, cause, remedy);
  }
}

type Remedy = (first: string, folder: string) => string;

const adviseToResume: Remedy = (first, folder) =>
  `What was recorded is kept. ${first}, then: ${formatCommand(["resume", folder])}`;
const adviseAnotherFolder: Remedy = (first) =>
  `No meeting was run and nothing was spent. ${first}, or name another folder with --output.`;

function createUnwritableError(
  folder: string,
  cause: unknown,
  remedy = adviseToResume,
): BoardroomError {
  const { code = "unknown" } = cause as NodeJS.ErrnoException;
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(code);
  return new BoardroomError(
    "transcript-unwritable",
    {
      place: { file: folder },
      message: isFull ? `no space is left to write to (${code})` : `cannot be written to (${code})`,
      remedy: remedy(isFull ? "Free some space" : "Correct that", folder),
    },
    { cause },
  );
}
