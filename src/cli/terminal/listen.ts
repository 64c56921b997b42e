// Opens the port of `serve` and `mcp --http`, and closes it at a signal.

import { createServer } from "node:net";
import type { Hono } from "hono";
import { BoardroomError, type Problem } from "../../errors.ts";

/** No other address: remote people need a tunnel. */
export const ADDRESS = "127.0.0.1";

type ListenAt = { port: number; address?: string | undefined };

/** With 0 any free port. */
export async function requireFreePort(port: number, address: string = ADDRESS): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(new BoardroomError("usage", explainRefusal(port, address, code ?? "unknown"))),
    );
    probe.listen(port, address, () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === "object" && bound ? bound.port : port));
    });
  });
}

function explainRefusal(port: number, address: string, code: string): Problem {
  if (/^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EINVAL|EAFNOSUPPORT)$/.test(code))
    return {
      message: `this computer has no address ${address} (${code})`,
      remedy: "Give --listen an address of this computer, or 0.0.0.0 for all it has.",
    };
  const why = code === "EADDRINUSE" ? "another program listens there" : "the system refuses it";
  return {
    message: `port ${port} is not available (${code}): ${why}`,
    remedy: "Name another with --port, or any free one with --port 0.",
  };
}

/** How long a client may take to send its headers, and its request. Milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const MOST_CONNECTIONS = 512;

/** Answers until the signal aborts, then ends every stream. */
export async function listen(
  app: Hono,
  { port, address: hostname = ADDRESS }: ListenAt,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  // Loaded here, since other commands start sooner without it.
  const { serve } = await import("@hono/node-server");
  const server = serve({ fetch: app.fetch, hostname, port }, onReady);
  if ("headersTimeout" in server) {
    server.headersTimeout = HEADERS_MS;
    server.requestTimeout = REQUEST_MS;
    server.maxConnections = MOST_CONNECTIONS;
  }
  await new Promise<void>((resolve) => {
    const stop = () => {
      server.close(() => resolve());
      if ("closeAllConnections" in server) server.closeAllConnections();
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
