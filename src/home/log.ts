import { randomInt } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";
import { type Lock, lockTranscript } from "../engine/transcript/lock.ts";
import { BoardroomError } from "../errors.ts";
import { sleep } from "../models/contract/sleep.ts";
import { jsonOf } from "../text/json-in.ts";
import { makeFolder } from "./process/write-file.ts";

/**
 * A file of JSON lines, readable by its owner only. Several processes can write to it. A log is used by `add`, where
 * the first line of its kind counts, or by `act`, which decides on what it has read.
 */
type Log<Line> = {
  look(): readonly Line[];
  /** Appends lines at once, without a lock. */
  add(...lines: readonly Line[]): void;
  /** Runs alone: `fresh` has the lines since the last `act`, `isAnew` if the file was replaced since. */
  act<Value>(decide: (fresh: readonly Line[], isAnew: boolean) => Value | Promise<Value>): Promise<Value>;
  drop(isDropped: (line: Line) => boolean): Promise<number>;
};

export function openLog<Schema extends z.ZodType>(file: string, schema: Schema): Log<z.infer<Schema>> {
  type Line = z.infer<Schema>;
  const known = { inode: 0, offset: 0 };
  let last: Promise<unknown> = Promise.resolve();

  function add(...lines: readonly Line[]): void {
    writing(file, () => {
      makeFolder(dirname(file));
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      // Ends a line torn by a stop, so that only that line is bad.
      appendFileSync(file, isTorn(file) ? `\n${text}` : text, { mode: 0o600 });
    });
  }

  async function locked<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    writing(file, () => makeFolder(dirname(file)));
    const lock = await patientLock(file);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  function fresh(): { readonly lines: readonly Line[]; readonly isAnew: boolean } {
    if (!existsSync(file)) return { lines: [], isAnew: false };
    const descriptor = openSync(file, "r");
    try {
      const { ino, size } = fstatSync(descriptor);
      const isAnew = ino !== known.inode || size < known.offset;
      if (isAnew) Object.assign(known, { inode: ino, offset: 0 });
      const bytes = Buffer.alloc(size - known.offset);
      readSync(descriptor, bytes, 0, bytes.length, known.offset);
      const end = bytes.lastIndexOf("\n") + 1;
      if (end < bytes.length) writing(file, () => truncateSync(file, known.offset + end));
      known.offset += end;
      return { lines: linesOf(bytes.toString("utf8", 0, end), true), isAnew };
    } finally {
      closeSync(descriptor);
    }
  }

  /** With a lock every line is whole, so a bad one is damage. Without, a line may have been torn by a stop. */
  function linesOf(text: string, isStrict: boolean): readonly Line[] {
    return text.split("\n").flatMap((line) => {
      if (line === "") return [];
      const value = jsonOf(line);
      if (value === undefined && !isStrict) return [];
      const read = schema.safeParse(value);
      if (read.success) return [read.data];
      throw new BoardroomError("settings-invalid", {
        place: { file },
        message: `this is no line of this file: ${line.slice(0, 60)}`,
        remedy: "Restore it from a copy, or move it away to begin a new one.",
      });
    });
  }

  const look = () => {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    return linesOf(text.slice(0, text.lastIndexOf("\n") + 1), false);
  };

  return {
    look,
    add,
    act(decide) {
      // Queues within this process, so that only other processes are waited for.
      const done = last.then(() =>
        locked(() => {
          const { lines, isAnew } = fresh();
          return decide(lines, isAnew);
        }),
      );
      last = done.catch(() => {});
      return done;
    },
    async drop(isDropped) {
      if (!existsSync(file)) return 0;
      return locked(() => {
        const old = openSync(file, "r");
        try {
          const text = readFileSync(old, "utf8");
          const end = text.lastIndexOf("\n") + 1;
          const lines = linesOf(text.slice(0, end), false);
          const kept = lines.filter((line) => !isDropped(line));
          if (kept.length === lines.length) return 0;
          writing(file, () => {
            writeFileSync(`${file}.tmp`, kept.map((line) => `${JSON.stringify(line)}\n`).join(""), {
              mode: 0o600,
            });
            renameSync(`${file}.tmp`, file);
            // Lines that others added without the lock since the first read.
            appendFileSync(file, text.slice(end) + readFileSync(old, "utf8"));
          });
          return lines.length - kept.length;
        } finally {
          closeSync(old);
        }
      });
    },
  };
}

function isTorn(file: string): boolean {
  if (!existsSync(file)) return false;
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const end = Buffer.alloc(1);
    return size > 0 && readSync(descriptor, end, 0, 1, size - 1) === 1 && end.toString() !== "\n";
  } finally {
    closeSync(descriptor);
  }
}

/** Reports a full or read-only disk with the name of the file. */
export function writing<Value>(file: string, write: () => Value): Value {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof BoardroomError) throw cause;
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw new BoardroomError(
      "transcript-unwritable",
      {
        place: { file },
        message: `the file cannot be written (${code})`,
        remedy:
          "Correct that, or use another folder for transcripts (out: in boardroom.yaml, or BOARDROOM_OUT).",
      },
      { cause },
    );
  }
}

const NEVER = new AbortController().signal;

/** Others hold it for milliseconds; gives up after some seconds. */
async function patientLock(file: string): Promise<Lock> {
  for (let attempt = 1; ; attempt++) {
    try {
      return writing(file, () => lockTranscript(dirname(file)));
    } catch (error) {
      const isLocked = error instanceof BoardroomError && error.code === "transcript-locked";
      if (!isLocked || attempt === 1_000) throw error;
      await sleep(randomInt(5, 22), NEVER);
    }
  }
}
