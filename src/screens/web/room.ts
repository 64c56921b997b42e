import { performance } from "node:perf_hooks";
import { sleep } from "../../models/contract/sleep.ts";
import type { PageBody } from "../pages/html.tsx";
import { changesBetween, createTreeMaker, nameOfTree, type PageChange, type PageNode } from "../pages/tree.ts";

export type Followed = {
  readonly page: () => PageBody;
  readonly isClosed: () => boolean;
  /** Resolves when it may look otherwise, or when the signal aborts. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
};

export type Viewer = {
  readonly send: (message: RoomMessage) => Promise<void>;
  readonly signal: AbortSignal;
  readonly after?: string | undefined;
};
export type RoomMessage = { readonly at: string } & (
  | { readonly whole: readonly PageNode[]; readonly drawn: string }
  | { readonly changes: readonly PageChange[] }
);

export type Room = {
  readonly show: (viewer: Viewer) => Promise<void>;
  readonly viewers: number;
  close(): void;
};

const PAGES_A_SECOND = 20;
/** A page that takes long to make is made less often: this share of the time goes into making it. */
const BUSY_SHARE = 0.5;

export function openRoom({ page, changed, close }: Omit<Followed, "isClosed">, name: string): Room {
  const stop = new AbortController();
  const makeTree = createTreeMaker();
  let tree: readonly PageNode[] = makeTree(page());
  let at = 0;
  let before: { readonly at: number; readonly tree: readonly PageNode[] } | null = null;
  let step: RoomMessage | null = null;
  let whole: RoomMessage | null = null;
  let viewers = 0;
  let turned = turning();
  // A page that cannot be drawn ends its room, not the server. The next request shows why.
  const watching = watch().catch(() => {
    stop.abort();
    turned.resolve();
  });

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      await changed(stop.signal);
      if (stop.signal.aborted) break;
      const begun = performance.now();
      const now = makeTree(page());
      const changes = changesBetween(tree, now);
      if (changes.length > 0) {
        before = { at, tree };
        tree = now;
        at += 1;
        step = { at: nameOf(at), changes };
        whole = null;
        const { resolve } = turned;
        turned = turning();
        resolve();
      }
      const took = performance.now() - begun;
      await sleep(Math.max(1_000 / PAGES_A_SECOND, took / BUSY_SHARE), stop.signal);
    }
    turned.resolve();
  }

  async function show({ send, signal, after }: Viewer): Promise<void> {
    viewers += 1;
    const left = aborted(signal);
    try {
      let seen = { at, tree };
      if (after !== nameOf(at)) {
        whole ??= { at: nameOf(at), whole: tree, drawn: nameOfTree(tree) };
        await send(whole);
      }
      while (!signal.aborted && !stop.signal.aborted) {
        if (seen.at === at) await Promise.race([turned.promise, left]);
        if (signal.aborted || seen.at === at) continue;
        const next =
          step && seen.at === before?.at ? step : { at: nameOf(at), changes: changesBetween(seen.tree, tree) };
        seen = { at, tree };
        await send(next);
      }
    } finally {
      viewers -= 1;
    }
  }

  function nameOf(version: number): string {
    return `${name}.${version}`;
  }

  return {
    show,
    get viewers() {
      return viewers;
    },
    close() {
      stop.abort();
      close();
      void watching;
    },
  };
}

type Turning = { readonly promise: Promise<void>; readonly resolve: () => void };

function turning(): Turning {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
