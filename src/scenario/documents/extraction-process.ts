import { type ChildProcess, fork } from "node:child_process";
import { builtFile, loaderOptions } from "../files/package-files.ts";

/** Bytes of resident memory. */
export const MOST_MEMORY = 256 * 1024 * 1024;

/** Of the processor, so that a busy machine refuses nothing. */
export const MOST_SECONDS = 10;
/** The signal that ends a process that takes longer. */
export const SLOW = "SIGTERM";

/** By the clock, if a process waits for something that never comes. */
const LONGEST_MS = 60_000;

const AT_ONCE = 2;

export type ChildAnswer =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "too-long"; readonly length: number }
  | { readonly is: "failed"; readonly message: string };

type Extraction = ChildAnswer | { readonly is: "stopped"; readonly limit: string };

let running = 0;
const waiting: (() => void)[] = [];

/** In a child process: a small file can unpack to gigabytes, and a worker thread has no limit for typed arrays. */
export async function extractInProcess(format: ".pdf" | ".docx", bytes: Uint8Array): Promise<Extraction> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await extractionOf(startChild(format), bytes);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function startChild(format: string): ChildProcess {
  return fork(builtFile("scenario/documents/extraction-child.ts"), [format], {
    env: {},
    execArgv: [...loaderOptions()],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

function extractionOf(child: ChildProcess, bytes: Uint8Array): Promise<Extraction> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    let timer: NodeJS.Timeout | undefined;
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(0, 2_000);
    });
    child.on("message", (message: "ready" | ChildAnswer) => {
      if (message !== "ready") return resolve(message);
      isReady = true;
      timer = setTimeout(() => child.kill(SLOW), LONGEST_MS);
      child.send(bytes, () => {});
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      const how = `the process that reads documents ended: ${signal ?? code} ${complaint}`.trim();
      if (!isReady) return reject(new Error(how));
      if (signal === null) return resolve({ is: "failed", message: how });
      const memory = `${MOST_MEMORY / 1024 / 1024} MiB of memory`;
      resolve({ is: "stopped", limit: signal === SLOW ? `${MOST_SECONDS} seconds` : memory });
    });
  });
}
