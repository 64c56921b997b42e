import type { ModelFactory } from "../../models/registry/registry.ts";
import { sanitise, sanitiseDrawn, sanitiseJson, sanitiseRow } from "../../text/sanitise.ts";
import type { ChildProcess, Parent } from "./child-process.ts";
import type { startProgram } from "./start-program.ts";

export type Output = { write(text: string): unknown };

/** The process as commands may see it, so that a command can be run in a test as well as in a shell. */
export type Io = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  readonly isTTY: boolean;
  readonly hasKeyboard?: boolean | undefined;
  /** Asks for a line; null at the end of the input. Undefined if there is no terminal. */
  readonly ask?: ((question: string, signal?: AbortSignal) => Promise<string | null>) | undefined;
  /** "" for Enter; reads lines from piped input. Undefined if no one can be asked. */
  readonly askKey?: ((question: string, keys: readonly string[]) => Promise<string | null>) | undefined;
  readonly now?: (() => string) | undefined;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  /** Aborted by the first signal, with its name as the reason. Commands that never ask for this die of signals at once. */
  readonly stopSignal: () => AbortSignal;
  /** Starts this program as another process. Undefined if that is impossible. */
  readonly startChild?: ((args: readonly string[]) => ChildProcess) | undefined;
  readonly parent?: Parent | undefined;
  readonly config?: (() => string | undefined) | undefined;
  readonly argv?: readonly string[] | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Longest wait for an answer of local servers; default 300 ms. For tests. */
  readonly findMs?: number | undefined;
  readonly factories?: Readonly<Record<string, ModelFactory>> | undefined;
  readonly startProgram?: typeof startProgram | undefined;
  readonly openFile?: ((path: string) => void) | undefined;
  readonly packaged?: string | undefined;
};

/** A line stays one line, and control characters in it do nothing. */
export function print(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${lines.map(sanitiseRow).join("\n")}\n`);
}

export function printText(output: Output, text: string): void {
  output.write(sanitise(text));
}

export function draw(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${sanitiseDrawn(lines.join("\n"))}\n`);
}

/** To the byte, so that hashes hold; on a terminal control characters are made harmless. */
export function printRecord({ stdout, isTTY }: Pick<Io, "stdout" | "isTTY">, lines: string): void {
  stdout.write(isTTY ? sanitiseJson(lines) : lines);
}

export function printJson(output: Output, value: unknown, indent = 0): void {
  output.write(`${sanitiseJson(JSON.stringify(value, null, indent))}\n`);
}

export type HeldBack = {
  readonly io: Io;
  beforePrompt: () => void;
  readonly whilePrompting: <T>(ask: () => Promise<T>) => Promise<T>;
};

export function holdBack(io: Io): HeldBack {
  let isPrompting = false;
  const waiting: (() => void)[] = [];
  const held = (output: () => Output): Output => ({
    write(text) {
      if (!isPrompting) return output().write(text);
      waiting.push(() => output().write(text));
      return true;
    },
  });
  const back: HeldBack = {
    io: { ...io, stdout: held(() => io.stdout), stderr: held(() => io.stderr) },
    beforePrompt: () => {},
    async whilePrompting(ask) {
      back.beforePrompt();
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
