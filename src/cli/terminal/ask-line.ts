import { createInterface, type Interface } from "node:readline";
import { sanitise } from "../../text/sanitise.ts";

/** Lines that have come in, and who waits for the next one; the input is read by one reader for as long as it lasts. */
type Reader = {
  readonly lines: Interface;
  readonly typed: string[];
  ask: ((line: string | null) => void) | null;
};

let reader: Reader | null = null;
let hasEnded = false;

/** Asks the person at the terminal on stderr, and waits for a line; null where the input has ended, or on abort. */
export function askLine(question: string, signal?: AbortSignal): Promise<string | null> {
  process.stderr.write(sanitise(question));
  if (process.stdin.readableEnded) return Promise.resolve(reader?.typed.shift() ?? null);
  reader ??= openReader();
  const opened = reader;
  const { lines, typed } = opened;
  const line = typed.shift();
  if (line !== undefined) return Promise.resolve(line);
  if (hasEnded || signal?.aborted) return Promise.resolve(null);
  lines.resume();
  return new Promise((resolve) => {
    opened.ask = (answer) => {
      opened.ask = null;
      lines.pause();
      resolve(answer);
    };
    signal?.addEventListener("abort", () => opened.ask?.(null), { once: true });
  });
}

/** Stops reading lines, so that another may read; the first line that has come in already, or null. */
export function leaveReader(): string | null {
  const typed = reader?.typed.shift() ?? null;
  if (typed !== null || reader === null || hasEnded) return typed;
  const { lines } = reader;
  reader = null;
  lines.removeAllListeners();
  lines.close();
  return null;
}

/** The terminal itself edits the line and sends the signals, so that a meeting can be stopped whoever is asked. */
function openReader(): Reader {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const opened: Reader = { lines, typed: [], ask: null };
  lines.on("line", (line) => {
    if (opened.ask) opened.ask(line);
    else opened.typed.push(line);
  });
  lines.on("close", () => {
    hasEnded = true;
    opened.ask?.(null);
  });
  return opened;
}
