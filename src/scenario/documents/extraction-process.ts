// Runs the child process that reads PDF and Word files, with limits of time and memory. Text formats need none: their
// size is
// limited, and they are read in time that grows with their length.

import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { getLoaderOptions, locateBuiltFile } from "../files/package-files.ts";

/** Bytes of resident memory. */
export const MOST_MEMORY = 256 * 1024 * 1024;

/** Of the processor, so that a busy machine refuses nothing. */
export const MOST_SECONDS = 10;
/** The signal that ends a process that takes longer. */
export const SLOW = "SIGTERM";

/** By the clock, if a process waits for something that never comes. */
const LONGEST_MS = 60_000;

const AT_ONCE = 2;

/** Bytes that a process may keep after a document and read another. */
export const MOST_KEPT = MOST_MEMORY / 2;

/** The text of a file, and the parts that it lacks or that are not readable. */
export type ReadText = { text: string; notes: readonly string[] };
export type ReadFile = (bytes: Uint8Array) => Promise<ReadText>;

export type PackedFormat = ".pdf" | ".docx";
export type ChildTask = { format: PackedFormat; bytes: Uint8Array };

/** A process that `isSpent` ends after its answer. */
export type ChildAnswer =
  | ({ is: "text"; isSpent: boolean } & ReadText)
  | { is: "too-long"; length: number }
  | { is: "failed"; message: string };

type Extraction = ChildAnswer | { is: "stopped"; limit: string };

let running = 0;
const waiting: (() => void)[] = [];
const idle: ChildProcess[] = [];

/** In a child process: a small file can unpack to gigabytes, and a worker thread has no limit for typed arrays. */
export async function extractInProcess(
  format: PackedFormat,
  bytes: Uint8Array,
): Promise<Extraction> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    const used = idle.pop();
    const extraction = used && (await readIn(used, { format, bytes }));
    // The documents before it may have filled the memory.
    if (extraction && extraction.is !== "stopped" && extraction.is !== "failed") return extraction;
    return await readIn(await startChild(), { format, bytes });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function startChild(): Promise<ChildProcess> {
  const child = fork(locateBuiltFile("scenario/documents/extraction-child.ts"), [], {
    env: {},
    execArgv: [...getLoaderOptions()],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, 2_000);
  });
  child.once("close", () => {
    const at = idle.indexOf(child);
    if (at >= 0) idle.splice(at, 1);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => reject(new Error(describeEnd(code, signal, complaint))));
    child.once("message", () => resolve(child));
  });
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, complaint = ""): string {
  return `the process that reads documents ended: ${signal ?? code} ${complaint}`.trim();
}

async function readIn(child: ChildProcess, task: ChildTask): Promise<Extraction> {
  setHeld(child, true);
  const timer = setTimeout(() => child.kill(SLOW), LONGEST_MS);
  const extraction = await new Promise<Extraction>((resolve) => {
    const settle = (each: Extraction) => {
      child.off("message", settle);
      child.off("close", end);
      resolve(each);
    };
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      const memory = `${MOST_MEMORY / 1024 / 1024} MiB of memory`;
      const limit = signal === SLOW ? `${MOST_SECONDS} seconds` : memory;
      settle(
        signal === null
          ? { is: "failed", message: describeEnd(code, signal) }
          : { is: "stopped", limit },
      );
    };
    child.on("message", settle);
    child.on("close", end);
    if (child.exitCode !== null || child.signalCode !== null) end(child.exitCode, child.signalCode);
    else child.send(task, () => {});
  });
  clearTimeout(timer);
  if (extraction.is !== "text" || extraction.isSpent) return extraction;
  setHeld(child, false);
  idle.push(child);
  return extraction;
}

/** An idle process does not keep the program from its end. */
function setHeld(child: ChildProcess, isHeld: boolean): void {
  const streams = [child, child.channel, child.stderr as Socket | null];
  for (const each of streams) {
    if (isHeld) each?.ref?.();
    else each?.unref?.();
  }
}
