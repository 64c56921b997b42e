// Keeps ACP programs ready between calls, since most start slowly. A program serves one call at a
// time, each in a new session, and ends after a minute without a call.

import type { AcpConnection } from "./acp-connection.ts";

const IDLE_MS = 60_000;

type Waiting = { connection: AcpConnection; timer: NodeJS.Timeout };

export class ProgramPool {
  readonly #waiting: Waiting[] = [];
  readonly #open: () => AcpConnection;

  constructor(open: () => AcpConnection) {
    this.#open = open;
  }

  /** A program that waits, or a new one. */
  take(): AcpConnection {
    for (;;) {
      const waiting = this.#waiting.pop();
      if (waiting === undefined) return this.#open();
      clearTimeout(waiting.timer);
      const { connection } = waiting;
      if (connection.program.end !== null) continue;
      connection.program.setWaiting(false);
      return connection;
    }
  }

  /** Only after a whole reply: a program with an open turn is ended. */
  giveBack(connection: AcpConnection): void {
    const { program } = connection;
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      void program.stop();
    }, IDLE_MS);
    timer.unref();
    const waiting = { connection, timer };
    program.setWaiting(true);
    this.#waiting.push(waiting);
  }
}
