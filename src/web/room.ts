import { performance } from "node:perf_hooks";
import type { PageBody } from "../pages/served-page.tsx";
import { changesBetween, type PageChange, type PageNode, treeOf } from "../pages/tree.ts";

/** A meeting that is followed for viewers: tells when what can be shown has changed. */
export type Followed = {
  /** The page as it stands. */
  readonly page: () => PageBody;
  /** Resolves when it may look otherwise, or when the signal aborts. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
};

/** One viewer's stream: the page whole, then what changes of it. */
export type Viewer = { readonly send: (message: RoomMessage) => Promise<void>; readonly signal: AbortSignal };
export type RoomMessage = { readonly whole: readonly PageNode[] } | { readonly changes: readonly PageChange[] };

/** At most so many pages a second. */
const PAGES_A_SECOND = 20;
/** A page that takes long to make is made less often: this share of the time goes into making it. */
const BUSY_SHARE = 0.5;

/** Sends a viewer what changes, the newest to a slow one, until it leaves. */
export async function showTo({ send, signal }: Viewer, { page, changed }: Followed): Promise<void> {
  let shown: readonly PageNode[] | null = null;
  while (!signal.aborted) {
    const begun = performance.now();
    const now = treeOf(page());
    const changes = shown === null ? null : changesBetween(shown, now);
    if (changes === null) await send({ whole: now });
    else if (changes.length > 0) await send({ changes });
    shown = now;
    const took = performance.now() - begun;
    await pause(Math.max(1_000 / PAGES_A_SECOND, took / BUSY_SHARE), signal);
    await changed(signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
