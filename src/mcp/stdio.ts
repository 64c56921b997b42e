import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Offer, serverOf } from "./server.ts";

/**
 * Speaks with the one client that started this process, until it ends its side or the signal aborts. `inputEnd` is
 * aborted where standard input ends: who has not said a word by then never will.
 */
export async function overStdio(offer: Offer, signal: AbortSignal, inputEnd: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const leave = () => ended.abort();
  inputEnd.addEventListener("abort", leave, { once: true });
  const handle = serveStdio(
    () => {
      inputEnd.removeEventListener("abort", leave);
      const server = serverOf(offer);
      server.server.onclose = leave;
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
