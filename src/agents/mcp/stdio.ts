import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Offer, serverOf } from "./server.ts";

/** Serves one client until it disconnects or the signal aborts.
 * `inputEnd` aborts at the end of standard input: a silent client can then say nothing more. */
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
