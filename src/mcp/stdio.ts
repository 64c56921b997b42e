import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Offer, serverOf } from "./server.ts";

/** Speaks with the one client that started this process, until it ends its side or the signal aborts. */
export async function overStdio(offer: Offer, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const handle = serveStdio(
    () => {
      const server = serverOf(offer);
      server.server.onclose = () => ended.abort();
      return server;
    },
    { onerror: offer.desk.fault },
  );
  await new Promise<void>((resolve) => {
    for (const each of [signal, ended.signal]) {
      if (each.aborted) resolve();
      else each.addEventListener("abort", () => resolve(), { once: true });
    }
  });
  await handle.close();
}
