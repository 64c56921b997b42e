// What commands see of the process: streams, environment, folder, terminal. Tests pass their own.
// It also has the functions that print, which make text from outside harmless.

import { hostname, tmpdir } from "node:os";
import { emitWarning } from "node:process";
import picocolors from "picocolors";
import type { SharedBudget } from "../../engine/money/budget.ts";
import { BoardroomError } from "../../errors.ts";
import type { ModelFactory } from "../../models/registry/registry.ts";
import type { Environment } from "../../scenario/files/variables.ts";
import type { TextOptions } from "../../showing/palette.ts";
import { formatCommand } from "../../text/command-line.ts";
import { sanitize, sanitizeDrawn, sanitizeJson, sanitizeRow } from "../../text/sanitize.ts";
import type { ChildProcess, startProgram } from "./child-process.ts";

export type Output = { write(text: string): unknown };

/** Where the settings and records of a user are looked for. */
export type Surroundings = {
  env: Environment;
  /** Absolute. */
  cwd: string;
  /** The value of `--config`. */
  config?: (() => string | undefined) | undefined;
};

/** The process as commands may see it, so that a command can be run in a test as well as in a shell. */
export type Io = Surroundings & {
  stdout: Output;
  stderr: Output;
  isTTY: boolean;
  hasKeyboard?: boolean | undefined;
  /** Asks for a line; null at the end of the input. Undefined if there is no terminal. */
  ask?: ((question: string, signal?: AbortSignal) => Promise<string | null>) | undefined;
  now?: (() => string) | undefined;
  columns: number | undefined;
  rows: number | undefined;
  /** Aborted by the first signal, with its name as the reason. Commands that never ask for this die of signals at once. */
  stopSignal: () => AbortSignal;
  /** Undefined if no other process can be started. */
  startChild?: ((program: string) => ChildProcess) | undefined;
  argv?: readonly string[] | undefined;
  fetch?: typeof fetch | undefined;
  /** Longest wait for an answer of local servers; default 300 ms. For tests. */
  findMs?: number | undefined;
  factories?: Readonly<Record<string, ModelFactory>> | undefined;
  /** What everything that this process starts may spend together. */
  budget?: SharedBudget | undefined;
  startProgram?: typeof startProgram | undefined;
  openFile?: ((path: string) => void) | undefined;
  packaged?: string | undefined;
};

/** A line stays one line, and control characters in it do nothing. */
export function print(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${lines.map(sanitizeRow).join("\n")}\n`);
}

export function printText(output: Output, text: string): void {
  output.write(sanitize(text));
}

export function draw(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${sanitizeDrawn(lines.join("\n"))}\n`);
}

/** Reports a fault that stops nothing. The program prints it to stderr; other programs get it as a warning of Node. */
export function warn(problem: string): void {
  emitWarning(problem, "BoardroomWarning");
}

/** To the byte, so that hashes hold; on a terminal control characters are made harmless. */
export function printRecord({ stdout, isTTY }: Io, lines: string): void {
  stdout.write(isTTY ? sanitizeJson(lines) : lines);
}

export function printJson(output: Output, value: unknown, indent = 0): void {
  output.write(`${sanitizeJson(JSON.stringify(value, null, indent))}\n`);
}

export type BufferedOutput = {
  io: Io;
  prepareForPrompt: () => void;
  runPrompt: <T>(ask: () => Promise<T>) => Promise<T>;
};

export function queueOutput(io: Io): BufferedOutput {
  let isPrompting = false;
  const waiting: (() => void)[] = [];
  const queueWrites = (output: () => Output): Output => ({
    write(text) {
      if (!isPrompting) return output().write(text);
      waiting.push(() => output().write(text));
      return true;
    },
  });
  const back: BufferedOutput = {
    io: { ...io, stdout: queueWrites(() => io.stdout), stderr: queueWrites(() => io.stderr) },
    prepareForPrompt: () => {},
    async runPrompt(ask) {
      back.prepareForPrompt();
      isPrompting = true;
      try {
        return await ask();
      } finally {
        isPrompting = false;
        for (const write of waiting.splice(0)) write();
      }
    },
  };
  return back;
}

/** Width and colours of what goes to stdout: none beyond plain text for pipes, NO_COLOR and dumb terminals. */
export function chooseTextStyle(io: Io): TextOptions {
  const width = io.isTTY && io.columns ? Math.min(120, Math.max(40, io.columns)) : 100;
  return { width, palette: picocolors.createColors(isRichTerminal(io)) };
}

export function getTerminalWidth({ isTTY, columns }: Io): number | undefined {
  return isTTY ? columns : undefined;
}

export function isRichTerminal({ isTTY, env }: Io): boolean {
  return isTTY && env.TERM !== "dumb" && !env.NO_COLOR;
}

type LiveRegion = { show(lines: readonly string[]): void; clear(): void };

/** At most `rows` lines, so that all of them can be taken back. */
export function createLiveRegion(output: Output, rows: number): LiveRegion {
  let shown = 0;
  const takeBack = () => UP_AND_ERASE.repeat(shown);
  return {
    show(lines) {
      const visible = lines.slice(-Math.max(1, rows));
      output.write(takeBack() + visible.map((line) => `${sanitizeDrawn(line)}\n`).join(""));
      shown = visible.length;
    },
    clear() {
      if (shown > 0) output.write(takeBack());
      shown = 0;
    },
  };
}

/** Line by line: tmux keeps what `ESC [ J` clears from the top of the screen in its scrollback. */
const UP_AND_ERASE = "\x1b[1A\x1b[2K";

/** For pipes and plain terminals: nothing is ever taken back, so nothing is shown before it is final. */
export const noRegion: LiveRegion = { show: () => {}, clear: () => {} };

export function createUsageError(message: string, remedy?: string, file?: string): BoardroomError {
  const place = file === undefined ? undefined : { file };
  return new BoardroomError("usage", { place, message, remedy });
}

/** Shorter values are more likely words than keys, and would be taken out of ordinary text. */
const SHORTEST = 8;

const NAMES = /key|token|secret|password|credential|auth/i;

/** What a crash prints may have been sent by anyone. */
export function redactSecrets(text: string, env: Environment): string {
  let clean = text;
  for (const [name, value] of Object.entries(env)) {
    const secret = value?.trim() ?? "";
    if (NAMES.test(name) && secret.length >= SHORTEST)
      clean = clean.replaceAll(secret, `[${name}]`);
  }
  return clean;
}

export function formatNextStep(...words: readonly string[]): string {
  return `Next: ${formatCommand(words)}`;
}

export function repeatCommand({ argv }: Io, ...flags: readonly string[]): string {
  return formatCommand([...(argv ?? ["..."]), ...flags]);
}

/** Node runs TypeScript from 22.18 on. */
export function canStripTypes(): boolean {
  return "typescript" in process.features && Boolean(process.features.typescript);
}

export const nodeVersion = process.versions.node;

export const processName = `${hostname()} ${process.pid}`;

/** Where the system keeps files that are soon removed. */
export const temporaryFolder = tmpdir();
