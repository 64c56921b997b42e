import { exitCodeOfSignal } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** The real process. A reader that goes away, such as `head`, ends it quietly. */
export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(0);
      throw error;
    });
  }
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    isTTY: process.stdout.isTTY === true,
    columns: process.stdout.columns,
    rows: process.stdout.rows,
    stopSignal: catchSignals,
    now: () => new Date().toISOString(),
  };
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
