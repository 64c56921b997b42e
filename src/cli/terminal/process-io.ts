import { startChild } from "../../home/process/child-process.ts";
import { exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import type { Io } from "../../home/process/io.ts";
import { askLine } from "./ask-line.ts";

/** A reader that goes away, such as `head`, ends it quietly. */
export function processIo(): Io {
  keepEnvironmentPrivate();
  const { stdout } = process;
  const stopping = createStopping();
  let hasStderr = false;
  onBrokenPipe(stdout, stopping);
  return {
    stdout,
    get stderr() {
      if (!hasStderr) onBrokenPipe(process.stderr, stopping);
      hasStderr = true;
      return process.stderr;
    },
    env: process.env,
    cwd: process.cwd(),
    isTTY: stdout.isTTY === true,
    get hasKeyboard() {
      return process.stdin.isTTY === true;
    },
    get ask() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true ? askLine : undefined;
    },
    columns: stdout.columns,
    rows: stdout.rows,
    stopSignal: stopping.signal,
    startChild,
  };
}

type Stopping = { signal: () => AbortSignal; stop: (name: string) => boolean };

function createStopping(): Stopping {
  let controller: AbortController | null = null;
  function stop(name: string): boolean {
    controller?.abort(name);
    return controller !== null;
  }
  return {
    stop,
    signal() {
      if (controller) return controller.signal;
      controller = new AbortController();
      const { signal } = controller;
      for (const name of STOPPING) onSignal(name, () => signal.aborted, stop);
      return signal;
    },
  };
}

const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** The first signal asks for an orderly end; the second ends at once. */
function onSignal(name: NodeJS.Signals, endsAtOnce: () => boolean, stop: Stopping["stop"]): void {
  process.on(name, () => {
    if (endsAtOnce()) process.exit(exitCodeOfSignal(name));
    stop(name);
  });
}

function onBrokenPipe(stream: NodeJS.WriteStream, { stop }: Stopping): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A terminal that has gone away, with the window it was in, answers EIO.
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    if (!stop("SIGPIPE")) process.exit(0);
  });
}

/** A diagnostic report that Node writes when it dies lists the environment, keys and all, unless told otherwise. */
function keepEnvironmentPrivate(): void {
  const report = process.report as { excludeEnv?: boolean } | undefined;
  if (report && "excludeEnv" in report) report.excludeEnv = true;
}
