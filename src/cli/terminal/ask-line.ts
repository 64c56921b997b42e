// Asks for one line at the terminal. All prompts of the program share its reader.

import { createInterface, type Interface } from "node:readline";
import { sanitize } from "../../text/sanitize.ts";

/** One reader for the whole input: a second one would lose lines. */
type Reader = {
  lines: Interface;
  typed: string[];
  ask: ((line: string | null) => void) | null;
};

let reader: Reader | null = null;
let hasEnded = false;

/** Asks on stderr; null at the end of the input, or on abort. */
export function askLine(question: string, signal?: AbortSignal): Promise<string | null> {
  process.stderr.write(sanitize(question));
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

/** The terminal itself edits the line and sends signals, so that a meeting can be stopped at any prompt. */
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

/** For a program that is the client, instead of a person at a terminal. */
export function getClientStreams() {
  return { input: process.stdin, output: process.stdout };
}
