import { once } from "node:events";
import { performance } from "node:perf_hooks";

import { sleep } from "../../models/contract/sleep.ts";
import { signalled } from "../../showing/watching/pacing.ts";
import {
  changesBetween,
  createTreeMaker,
  nameOfTree,
  type PageBody,
  type PageChange,
  type PageNode,
} from "../pages/tree.ts";

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
  /** As it is now, with its name. */
  readonly page: () => { readonly tree: readonly PageNode[]; readonly drawn: string };
  readonly isClosed: () => boolean;
  readonly viewers: number;
  close(): void;
};

const PAGES_A_SECOND = 20;
/** A page that takes long to make is made less often: this share of the time goes into making it. */
const BUSY_SHARE = 0.5;

export function openRoom({ page, isClosed, changed, close }: Followed, name: string): Room {
  const stop = new AbortController();
  const makeTree = createTreeMaker();
  let tree: readonly PageNode[] = makeTree(page());
  let at = 0;
  let before: { readonly at: number; readonly tree: readonly PageNode[] } | null = null;
  let step: RoomMessage | null = null;
  let whole: (RoomMessage & { readonly drawn: string }) | null = null;
  let viewers = 0;
  let turned = signalled();
  // A page that cannot be drawn ends its room, not the server. The next request shows why.
  const watching = watch().catch(() => {
    stop.abort();
    turned.fire();
  });

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      await changed(stop.signal);
      if (stop.signal.aborted) break;
      const begun = performance.now();
      draw();
      const took = performance.now() - begun;
      await sleep(Math.max(1_000 / PAGES_A_SECOND, took / BUSY_SHARE), stop.signal);
    }
    turned.fire();
  }

  function draw(): void {
    const now = makeTree(page());
    const changes = changesBetween(tree, now);
    if (changes.length === 0) return;
    before = { at, tree };
    tree = now;
    at += 1;
    step = { at: nameOf(at), changes };
    whole = null;
    const { fire } = turned;
    turned = signalled();
    fire();
  }

  function wholePage() {
    whole ??= { at: nameOf(at), whole: tree, drawn: nameOfTree(tree) };
    return whole;
  }

  async function show({ send, signal, after }: Viewer): Promise<void> {
    viewers += 1;
    const left = once(signal, "abort");
    try {
      let seen = { at, tree };
      if (after !== nameOf(at)) await send(wholePage());
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
    page() {
      draw();
      return { tree, drawn: wholePage().drawn };
    },
    isClosed,
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
