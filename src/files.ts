/**
 * The one way to read and to change files. Folders may come from anybody, so a name can be a link to a device without an
 * end, or a FIFO that never gets a byte. Only regular files are read, and never more than a limit. Every change of the
 * disk runs in `changeFile`, which says what could not be written. Only the record keeps its own file open.
 */
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { BoardroomError } from "./errors.ts";

/** Bytes. The largest record that is written, or read whole. */
export const MOST_BYTES = 256 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** Bytes. The longest line of a file that is read line by line. */
const MOST_OF_LINE = 16 * PIECE_BYTES;

export const NOT_REGULAR = "not a regular file";

/** The largest text that a person writes: a scenario, a script, settings. */
export const MOST_OF_TEXT = 1024 * 1024;

export type RegularFile = {
  /** Bytes when it was opened. */
  size: number;
  /** Fewer bytes than asked for near the end, none at the end. */
  read(from: number, most: number): Buffer;
  close(): void;
};

/** Throws an error with the code of the system, or with a code in words, as `cannot be read (not a regular file)`. */
export function openRegular(file: string): RegularFile {
  // Without O_NONBLOCK, opening a FIFO waits for a writer.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const found = fstatSync(descriptor);
  if (!found.isFile()) {
    closeSync(descriptor);
    throw createReadError(file, found.isDirectory() ? "EISDIR" : NOT_REGULAR);
  }
  return {
    size: found.size,
    read(from, most) {
      const bytes = Buffer.allocUnsafe(most);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, most, from));
    },
    close: () => closeSync(descriptor),
  };
}

/** The limit is on the bytes that come, as some files tell no size and others grow. */
export function readBytes(file: string, most: number = MOST_BYTES): Buffer {
  const open = openRegular(file);
  try {
    return readFrom(open, 0, most);
  } finally {
    open.close();
  }
}

export function readFrom(open: RegularFile, start: number, most: number = MOST_BYTES): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let want = Math.min(Math.max(open.size - start, 0), most) + 1; ; want = PIECE_BYTES) {
    const piece = open.read(start + length, want);
    if (piece.length === 0) return Buffer.concat(pieces);
    pieces.push(piece);
    length += piece.length;
    if (length > most) throw createReadError("", `larger than ${most / 1024 / 1024} MiB`);
  }
}

/** Null if it cannot be read. */
export function openOrNull(file: string): RegularFile | null {
  try {
    return openRegular(file);
  } catch {
    return null;
  }
}

/** The first bytes of a file; null if it cannot be read. */
export function readBeginning(file: string, most: number): string | null {
  const open = openOrNull(file);
  if (open === null) return null;
  try {
    return open.read(0, most).toString("latin1");
  } finally {
    open.close();
  }
}

export function readUtf8(file: string, most?: number): string {
  return readBytes(file, most).toString("utf8");
}

/** Each line without its end, also a last one that has none. */
export function* readLines(file: string): Generator<string, void, undefined> {
  const open = openRegular(file);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let at = 0;
    for (
      let piece = open.read(at, PIECE_BYTES);
      piece.length > 0;
      piece = open.read(at, PIECE_BYTES)
    ) {
      at += piece.length;
      rest = Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n", start)) {
        yield rest.toString("utf8", start, end);
        start = end + 1;
      }
      rest = rest.subarray(start);
      if (rest.length > MOST_OF_LINE) throw createReadError(file, "a line is larger than 16 MiB");
    }
    if (rest.length > 0) yield rest.toString("utf8");
  } finally {
    open.close();
  }
}

/** What the system says about a change that it refuses, in words, and what helps. */
const FULL = ["no space is left", "Free some space"] as const;
const FORBIDDEN = ["permission denied", "Check the permissions of its folder"] as const;
const BLOCKED = ["part of the path is a file", "Move that file away"] as const;
const REASONS: Readonly<Record<string, readonly [reason: string, firstStep: string]>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: ["the disk is read-only", "Make it writable"],
  ENOTDIR: BLOCKED,
  EEXIST: BLOCKED,
  ENOENT: ["its folder cannot be made", "Check the path"],
  EISDIR: ["a folder has this name", "Move that folder away"],
  ENAMETOOLONG: ["the name is too long", "Shorten it"],
};

export type ChangeOptions = {
  /** The second line of the error. `firstStep` is an imperative without a full stop, such as "Free some space". */
  remedy?: ((firstStep: string) => string) | undefined;
  /** The place that the error names, if not the changed file. */
  shown?: string;
  code?: "file-unwritable" | "transcript-unwritable";
};

/** Runs one change of the disk. Throws what the system refuses with the file, the reason and the remedy. */
export function changeFile<Value>(
  file: string,
  change: () => Value,
  options?: ChangeOptions,
): Value {
  try {
    return change();
  } catch (cause) {
    if (cause instanceof BoardroomError) throw cause;
    throw createUnwritable(file, cause, options);
  }
}

export function createUnwritable(
  file: string,
  cause: unknown,
  {
    remedy = (firstStep) => `${firstStep}, or name another place.`,
    shown = file,
    code = "file-unwritable",
  }: ChangeOptions = {},
): BoardroomError {
  const { code: system = "unknown" } = cause as NodeJS.ErrnoException;
  const [reason, firstStep] = REASONS[system] ?? ["the system refuses it", "Correct that"];
  const place = { file: shown };
  const message = `cannot be written: ${reason} (${system})`;
  return new BoardroomError(code, { place, message, remedy: remedy(firstStep) }, { cause });
}

type WholeFile = ChangeOptions & { isReplaced?: boolean | undefined };

/** Writes the whole file or none of it, readable by its owner only. Makes its folder. Throws if it exists, unless it is replaced. */
export function writeWhole(
  file: string,
  content: string | Uint8Array,
  { isReplaced = false, ...options }: WholeFile = {},
): void {
  if (!isReplaced && existsSync(file))
    throw new BoardroomError("usage", {
      place: { file },
      message: "already exists",
      remedy: "Name another file, or add --force.",
    });
  makeFolder(dirname(file), { shown: file, ...options });
  const temporary = `${file}.${randomUUID()}.tmp`;
  changeFile(
    file,
    () => {
      try {
        writeFileSync(temporary, content, { mode: 0o600, flag: "wx" });
        renameSync(temporary, file);
      } catch (cause) {
        rmSync(temporary, { force: true });
        throw cause;
      }
    },
    options,
  );
}

/** Adds text at the end of a file, which is made if it is missing. */
export function appendText(file: string, text: string): void {
  changeFile(file, () => appendFileSync(file, text, { mode: 0o600 }));
}

export function copyFile(from: string, to: string): void {
  writeWhole(to, readBytes(from));
}

/** A file, or a folder with everything in it. It may be missing. */
export function removeFile(path: string): void {
  changeFile(path, () => rmSync(path, { recursive: true, force: true }));
}

/** Level by level: Node's own recursive call never returns below /proc, which takes no folders. */
export function makeFolder(folder: string, options?: ChangeOptions): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), options);
  changeFile(
    folder,
    () => {
      try {
        mkdirSync(folder, 0o700);
      } catch (cause) {
        // Another process may have made it meanwhile.
        if (!existsSync(folder)) throw cause;
      }
    },
    options,
  );
}

/** A new private folder in a folder, whose name begins with these letters. */
export function makeTemporaryFolder(folder: string, beginning: string): string {
  return changeFile(folder, () => mkdtempSync(join(folder, beginning)));
}

/** A descriptor to add to a file, for a child process. */
export function openToAppend(file: string): number {
  makeFolder(dirname(file));
  return changeFile(file, () => openSync(file, "a", 0o600));
}

function createReadError(file: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${file}`), { code });
}

/** What a name leads to; null if that is nothing, or not allowed to be looked at. */
export function lookAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

export function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** Whether a path that data names leads out of the folder, by its words or by a link. */
export function canEscapeFolder(folder: string, path: string): boolean {
  if (isOutside(folder, path)) return true;
  const real = findRealPath(path);
  return real !== null && isOutside(findRealPath(folder) ?? folder, real);
}

/** Null if it does not exist. */
export function findRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
