// Sends a page to its viewers, and then only the changes. All viewers of a page share one room.

import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { sleep } from "../../models/contract/sleep.ts";
import { createSignal } from "../../showing/watching/pacing.ts";
import {
  createTreeMaker,
  listChanges,
  type PageBody,
  type PageChange,
  type PageNode,
} from "../pages/tree.ts";

export type Followed = {
  page: () => PageBody;
  isClosed: () => boolean;
  /** Resolves when it may look otherwise, or when the signal aborts. */
  changed: (signal: AbortSignal) => Promise<void>;
  close: () => void;
};

export type Viewer = {
  send: (message: RoomMessage) => Promise<void>;
  signal: AbortSignal;
  after?: string | undefined;
};
type PageVersion = { at: string; whole: readonly PageNode[] };
export type RoomMessage = PageVersion | { at: string; changes: readonly PageChange[] };

export type Room = {
  show: (viewer: Viewer) => Promise<void>;
  page: () => PageVersion;
  isClosed: () => boolean;
  viewers: number;
  close(): void;
};

const PAGES_A_SECOND = 20;
/** So many changes can come between a page and its stream. */
const MOST_VERSIONS = 100;
/** A page that takes long to make is made less often: this share of the time goes into making it. */
const BUSY_SHARE = 0.5;

export function openRoom({ page, isClosed, changed, close }: Followed, name: string): Room {
  const stop = new AbortController();
  const makeTree = createTreeMaker();
  let now: PageVersion = { at: `${name}.0`, whole: makeTree(page()) };
  let before = now;
  /** The last versions by name. They share what did not change. */
  const versions = new Map([[now.at, now]]);
  let step: RoomMessage | null = null;
  let viewers = 0;
  let turned = createSignal();
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

  let drawn = 0;
  function draw(): void {
    const whole = makeTree(page());
    const changes = listChanges(now.whole, whole);
    if (changes.length === 0) return;
    before = now;
    now = { at: `${name}.${++drawn}`, whole };
    versions.set(now.at, now).delete(`${name}.${drawn - MOST_VERSIONS}`);
    step = { at: now.at, changes };
    const { fire } = turned;
    turned = createSignal();
    fire();
  }

  async function show({ send, signal, after }: Viewer): Promise<void> {
    viewers += 1;
    const left = once(signal, "abort");
    try {
      const known = versions.get(after ?? "");
      let seen = known ?? now;
      if (!known) await send(seen);
      while (!signal.aborted && !stop.signal.aborted) {
        if (seen === now) await Promise.race([turned.promise, left]);
        if (signal.aborted || seen === now) continue;
        const next =
          step && seen === before
            ? step
            : { at: now.at, changes: listChanges(seen.whole, now.whole) };
        seen = now;
        await send(next);
      }
    } finally {
      viewers -= 1;
    }
  }

  return {
    show,
    page() {
      draw();
      return now;
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
