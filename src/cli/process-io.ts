import { exitCodeOfSignal } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** The real process. A reader that goes away, such as `head`, ends it quietly. */
export function processIo(): Io {
  const { stdout } = process;
  endQuietly(stdout);
  let hasStderr = false;
  return {
    stdout,
    get stderr() {
      if (!hasStderr) endQuietly(process.stderr);
      hasStderr = true;
      return process.stderr;
    },
    env: process.env,
    cwd: process.cwd(),
    isTTY: stdout.isTTY === true,
    columns: stdout.columns,
    rows: stdout.rows,
    stopSignal: catchSignals,
  };
}

function endQuietly(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

/** The first signal asks for an orderly end; the second one ends at once. */
function catchSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCodeOfSignal(name));
      controller.abort(name);
    });
  }
  return controller.signal;
}
