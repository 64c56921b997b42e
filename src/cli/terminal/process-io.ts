// Gives the commands the real process: its streams, its environment and its signals. Tests use
// their own instead.

import { createUnwritable } from "../../files.ts";
import { startChild } from "../../home/process/child-process.ts";
import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { type Io, printText } from "../../home/process/io.ts";
import { createModelFetch } from "../../models/calls/model-fetch.ts";
import { askLine } from "./ask-line.ts";

/** A reader that goes away, such as `head`, ends it quietly. */
export function createProcessIo(): Io {
  keepEnvironmentPrivate();
  const { stdout } = process;
  const stopping = createStopping();
  let hasStderr = false;
  onLostOutput(stdout, stopping);
  return {
    stdout,
    get stderr() {
      if (!hasStderr) onLostOutput(process.stderr, stopping);
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
    fetch: createModelFetch(process.env),
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

/** Ends in order. A running meeting is suspended first. */
function onLostOutput(stream: NodeJS.WriteStream, { stop }: Stopping): void {
  let isLost = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A terminal that has gone away, with the window it was in, answers EIO.
    const isReaderGone = error.code === "EPIPE" || error.code === "EIO";
    if (!isReaderGone && !isLost) reportLostOutput(stream, error);
    isLost = true;
    if (!stop("SIGPIPE")) process.exit(isReaderGone ? EXIT.decided : EXIT.usage);
  });
}

/** Such as a full disk. No exit code says that all went well when some of the output is missing. */
function reportLostOutput(stream: NodeJS.WriteStream, error: Error): void {
  process.once("exit", () => {
    process.exitCode ||= EXIT.usage;
  });
  if (stream === process.stderr) return;
  const { message } = createUnwritable("the output", error);
  printText(process.stderr, `boardroom: ${message}\n`);
}

/** A diagnostic report that Node writes when it dies lists the environment, keys and all, unless told otherwise. */
function keepEnvironmentPrivate(): void {
  const report = process.report as { excludeEnv?: boolean } | undefined;
  if (report && "excludeEnv" in report) report.excludeEnv = true;
}
