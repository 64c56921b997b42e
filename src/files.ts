/**
 * The one way to read files. Folders may come from anybody, so a name can be a link to a device without an end, or a FIFO
 * that never gets a byte. Only regular files are read, and never more than a limit.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** Bytes. The largest record that is read whole. */
const MOST_BYTES = 256 * 1024 * 1024;
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
