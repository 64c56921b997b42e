// Opens the files of JSON lines in which Boardroom keeps answers, seats, approvals, results and
// rooms. It also names the file in errors of the disk. What a line contains is up to the callers.

import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";
import { type Lock, lockTranscript } from "../engine/transcript/lock.ts";
import { BoardroomError } from "../errors.ts";
import {
  appendText,
  changeFile,
  lookAt,
  makeFolder,
  openRegular,
  readFrom,
  readUtf8,
  writeWhole,
} from "../files.ts";
import { sleep } from "../models/contract/sleep.ts";
import { tryReadJson } from "../text/json-in.ts";
import { warn } from "./process/io.ts";

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

  /** No file gets a line that its reader would skip. */
  function toLine(line: Line): string {
    const text = JSON.stringify(line);
    if (schema.safeParse(tryReadJson(text)).success) return `${text}\n`;
    throw new BoardroomError("internal", {
      place: { file },
      message: `a line was not written, because no command could read it again: ${text.slice(0, 200)}`,
    });
  }

  function add(...lines: readonly Line[]): void {
    if (hasAdded && !existsSync(file)) throw createRemovedError(file);
    makeFolder(dirname(file));
    const text = lines.map(toLine).join("");
    // Ends a line torn by a stop, so that only that line is bad.
    appendText(file, changeFile(file, () => isTorn(file)) ? `\n${text}` : text);
    hasAdded = true;
  }

  async function runLocked<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    makeFolder(dirname(file));
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
      writeWhole(file, kept.map(toLine).join(""), { isReplaced: true });
      // Lines that others added without the lock since the first read.
      const added = readFrom(old, bytes.length).toString("utf8");
      appendText(file, text.slice(text.lastIndexOf("\n") + 1) + added);
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

function isTorn(file: string): boolean {
  if (!existsSync(file)) return false;
  const open = openRegular(file);
  try {
    return open.size > 0 && open.read(open.size - 1, 1).toString() !== "\n";
  } finally {
    open.close();
  }
}

const NEVER = new AbortController().signal;

/** Others hold it for milliseconds; gives up after some seconds. */
async function waitForLock(file: string): Promise<Lock> {
  for (let attempt = 1; ; attempt++) {
    try {
      return lockTranscript(dirname(file));
    } catch (error) {
      const isLocked = error instanceof BoardroomError && error.code === "transcript-locked";
      if (!isLocked || attempt === 1_000) throw error;
      await sleep(randomInt(5, 22), NEVER);
    }
  }
}
