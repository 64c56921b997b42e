import type { ModelFactory } from "../../models/registry/registry.ts";
import { sanitise, sanitiseDrawn, sanitiseJson, sanitiseRow } from "../../text/sanitise.ts";
import type { ChildProcess, Parent } from "./child-process.ts";
import type { startProgram } from "./start-program.ts";

/** Somewhere to write text to. */
export type Output = { write(text: string): unknown };

/** The process as commands may see it, so that a command can be run in a test as well as in a shell. */
export type Io = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** Whether stdout is a terminal. */
  readonly isTTY: boolean;
  /** Whether keys can be read: stdin is a terminal. Left out, it is taken to be one. */
  readonly hasKeyboard?: boolean | undefined;
  /** Asks whoever sits at the terminal for a line; null at the end of the input, left out where nobody does. */
  readonly ask?: ((question: string, signal?: AbortSignal) => Promise<string | null>) | undefined;
  /** Asks for one of these keys, "" for Enter; by lines where the input is piped. Left out where nobody can be asked. */
  readonly askKey?: ((question: string, keys: readonly string[]) => Promise<string | null>) | undefined;
  /** Wall time, ISO 8601, for budgets and approvals; left out, the system's. */
  readonly now?: (() => string) | undefined;
  /** Size of the terminal, where there is one. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  /** Begins to catch signals; aborted by the first one, with its name as the reason. Commands that never ask die of signals at once. */
  readonly stopSignal: () => AbortSignal;
  /** Starts this program once more beside itself; left out where that cannot be. */
  readonly startChild?: ((args: readonly string[]) => ChildProcess) | undefined;
  /** Whoever started this process to be told what to do. */
  readonly parent?: Parent | undefined;
  /** The file that `--config` names. */
  readonly config?: (() => string | undefined) | undefined;
  /** The command line as it was called, without `node` and the program. */
  readonly argv?: readonly string[] | undefined;
  /** In place of the global `fetch`, for tests. */
  readonly fetch?: typeof fetch | undefined;
  /** Longest wait for servers on this machine to tell what they are, in place of 300 ms, for tests. */
  readonly findMs?: number | undefined;
  /** Models made elsewhere, by provider name. */
  readonly factories?: Readonly<Record<string, ModelFactory>> | undefined;
  /** In place of starting this program anew in a process of its own, for tests. */
  readonly startProgram?: typeof startProgram | undefined;
  /** In place of the program that the system opens files with, for tests. */
  readonly openFile?: ((path: string) => void) | undefined;
  /** In place of this package's own `scenarios/` and `personas/`. */
  readonly packaged?: string | undefined;
};

/** Writes lines, each with its line break; a line is one whatever stands in it, and moves nothing. */
export function print(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${lines.map(sanitiseRow).join("\n")}\n`);
}

/** Writes a text of several lines, which moves nothing. */
export function printText(output: Output, text: string): void {
  output.write(sanitise(text));
}

/** Writes lines with the program's own colours. */
export function draw(output: Output, lines: readonly string[]): void {
  if (lines.length > 0) output.write(`${sanitiseDrawn(lines.join("\n"))}\n`);
}

/** Writes lines of JSON to the byte, so that their hashes hold; on a terminal, where nobody takes hashes, so that they move nothing. */
export function printRecord({ stdout, isTTY }: Pick<Io, "stdout" | "isTTY">, lines: string): void {
  stdout.write(isTTY ? sanitiseJson(lines) : lines);
}

/** Writes JSON that reads the same and moves nothing, with its line break. */
export function printJson(output: Output, value: unknown, indent = 0): void {
  output.write(`${sanitiseJson(JSON.stringify(value, null, indent))}\n`);
}
