import { createServer } from "node:net";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { BoardroomError } from "../../errors.ts";

/** No other address: whoever is to see the pages from elsewhere comes through a tunnel of their own. */
export const ADDRESS = "127.0.0.1";

/** The port asked for, or with 0 any that is free. */
export async function requireFreePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new BoardroomError("usage", {
          message: `port ${port} cannot be had (${code}): ${code === "EADDRINUSE" ? "another program listens there" : "the system refuses it"}`,
          remedy: "Name another with --port, or any free one with --port 0.",
        }),
      ),
    );
    probe.listen(port, ADDRESS, () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === "object" && bound ? bound.port : port));
    });
  });
}

/** Answers until the signal aborts; then lets go of every stream. */
export async function listen(app: Hono, port: number, signal: AbortSignal, onReady: () => void): Promise<void> {
  const server = serve({ fetch: app.fetch, hostname: ADDRESS, port }, onReady);
  await new Promise<void>((resolve) => {
    const stop = () => {
      server.close(() => resolve());
      if ("closeAllConnections" in server) server.closeAllConnections();
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
