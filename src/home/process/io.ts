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
  /** Left out, it is taken to be a terminal. */
  readonly hasKeyboard?: boolean | undefined;
  /** Asks whoever sits at the terminal for a line; null at the end of the input, left out where nobody does. */
  readonly ask?: ((question: string, signal?: AbortSignal) => Promise<string | null>) | undefined;
  /** "" for Enter; reads lines where input is piped. Left out where nobody can be asked. */
  readonly askKey?: ((question: string, keys: readonly string[]) => Promise<string | null>) | undefined;
  /** Wall time, ISO 8601, for budgets and approvals; left out, the system's. */
  readonly now?: (() => string) | undefined;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  /** Aborted by the first signal, with its name as the reason. Commands that never ask for this die of signals at once. */
  readonly stopSignal: () => AbortSignal;
  /** Starts this program once more beside itself; left out where that cannot be. */
  readonly startChild?: ((args: readonly string[]) => ChildProcess) | undefined;
  readonly parent?: Parent | undefined;
  readonly config?: (() => string | undefined) | undefined;
  /** The command line as it was called, without `node` and the program. */
  readonly argv?: readonly string[] | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Longest wait for servers on this machine to tell what they are, in place of 300 ms, for tests. */
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
