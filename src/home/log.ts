import { randomInt } from "node:crypto";
import { appendFileSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";
import { type Lock, lockTranscript } from "../engine/transcript/lock.ts";
import { BoardroomError } from "../errors.ts";
import { lookAt, openRegular, readFrom, readUtf8 } from "../files.ts";
import { sleep } from "../models/contract/sleep.ts";
import { tryReadJson } from "../text/json-in.ts";
import { warn } from "./process/io.ts";
import { makeFolder } from "./process/write-file.ts";

/**
 * A file of JSON lines, readable by its owner only, that several processes write. Answers, seats, approvals,
 * results and rooms are stored in such files. A damaged line is reported once and skipped.
 */
export type Log<Line> = {
  /** All lines; the same array while the file has not changed. */
  look(): readonly Line[];
  /** Appends lines at once, without a lock. */
  add(...lines: readonly Line[]): void;
  /** Adds the line if it has no rival. Returns the first of all rivals, which counts. */
  claim(line: Line, isRival: (line: Line) => boolean): Line;
  /** No other process is in `act` or `drop` meanwhile. */
  runAlone<Value>(work: () => Value | Promise<Value>): Promise<Value>;
  /** Resolves with the number of dropped lines. */
  drop(isDropped: (line: Line) => boolean): Promise<number>;
};

export function openLog<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  report: (problem: string) => void = warn,
): Log<z.infer<Schema>> {
  type Line = z.infer<Schema>;
  let known: { version: string; lines: readonly Line[] } = {
    version: "",
    lines: [],
  };
  let last: Promise<unknown> = Promise.resolve();
  let hasAdded = false;

  function look(): readonly Line[] {
    const { ino, size, mtimeMs } = lookAt(file) ?? ABSENT;
    const version = `${ino} ${size} ${mtimeMs}`;
    if (version !== known.version) {
      const text = size === 0 ? "" : readLog(file);
      known = { version, lines: readLines(text) };
    }
    return known.lines;
  }

  /** Text after the last line end is still being written, or was torn by a stop. */
  function readLines(text: string): readonly Line[] {
    const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
    return whole.flatMap((line, index) => {
      if (line === "") return [];
      const read = schema.safeParse(tryReadJson(line));
      if (read.success) return [read.data];
      reportOnce(`${file}: line ${index + 1} is damaged and was skipped`, report);
      return [];
    });
  }

  function add(...lines: readonly Line[]): void {
    if (hasAdded && !existsSync(file)) throw createRemovedError(file);
    hasAdded = true;
    guardWrite(file, () => {
      makeFolder(dirname(file));
      // Ends a line torn by a stop, so that only that line is bad.
      appendFileSync(file, isTorn(file) ? `\n${toJsonLines(lines)}` : toJsonLines(lines), {
        mode: 0o600,
      });
    });
  }

  async function runLocked<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    guardWrite(file, () => makeFolder(dirname(file)));
    const lock = await waitForLock(file);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  function runAlone<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    // Queues within this process, so that only other processes are waited for.
    const done = last.then(() => runLocked(work));
    last = done.catch(() => {});
    return done;
  }

  function dropNow(isDropped: (line: Line) => boolean): number {
    const old = openRegular(file);
    try {
      const bytes = readFrom(old, 0);
      const text = bytes.toString("utf8");
      const lines = readLines(text);
      const kept = lines.filter((line) => !isDropped(line));
      if (kept.length === lines.length) return 0;
      guardWrite(file, () => {
        writeFileSync(`${file}.tmp`, toJsonLines(kept), { mode: 0o600 });
        renameSync(`${file}.tmp`, file);
        // Lines that others added without the lock since the first read.
        appendFileSync(
          file,
          text.slice(text.lastIndexOf("\n") + 1) + readFrom(old, bytes.length).toString("utf8"),
        );
      });
      return lines.length - kept.length;
    } finally {
      old.close();
    }
  }

  return {
    look,
    add,
    claim(line, isRival) {
      if (!look().some(isRival)) add(line);
      return look().find(isRival) ?? line;
    },
    runAlone,
    drop: async (isDropped) => (existsSync(file) ? runAlone(() => dropNow(isDropped)) : 0),
  };
}

function readLog(file: string): string {
  try {
    return readUtf8(file);
  } catch (cause) {
    const message = `the file cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw new BoardroomError(
      "transcript-not-found",
      { place: { file }, message, remedy: "Check its permissions, or move it away." },
      { cause },
    );
  }
}

function createRemovedError(file: string): BoardroomError {
  return new BoardroomError("transcript-unwritable", {
    place: { file },
    message: "the file was removed while lines were added to it",
    remedy: "Nothing more was written. Put the file back, or begin again.",
  });
}

const ABSENT = { ino: 0, size: 0, mtimeMs: 0 };

const reported = new Set<string>();

function reportOnce(problem: string, report: (problem: string) => void): void {
  if (reported.has(problem)) return;
  reported.add(problem);
  report(problem);
}

function toJsonLines(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function isTorn(file: string): boolean {
  if (!existsSync(file)) return false;
  const open = openRegular(file);
  try {
    return open.size > 0 && open.read(open.size - 1, 1).toString() !== "\n";
  } finally {
    open.close();
  }
}

/** Reports a full or read-only disk with the name of the file. */
export function guardWrite<Value>(file: string, write: () => Value): Value {
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
async function waitForLock(file: string): Promise<Lock> {
  for (let attempt = 1; ; attempt++) {
    try {
      return guardWrite(file, () => lockTranscript(dirname(file)));
    } catch (error) {
      const isLocked = error instanceof BoardroomError && error.code === "transcript-locked";
      if (!isLocked || attempt === 1_000) throw error;
      await sleep(randomInt(5, 22), NEVER);
    }
  }
}
