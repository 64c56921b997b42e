import { type FSWatcher, watch } from "node:fs";
import { sleep } from "../../models/port/sleep.ts";

/** Milliseconds. The system does not tell of every change. */
const LOOK_MS = 250;

/** Resolves when a folder changes, and at an interval for systems that do not report changes. */
export function changesIn(folder: string | null) {
  let wake = new AbortController();
  let watcher: FSWatcher | null = null;
  try {
    watcher = folder === null ? null : watch(folder, () => wake.abort());
    watcher?.on("error", () => {});
  } catch {
    watcher = null;
  }
  return {
    async next(signal: AbortSignal, most = LOOK_MS): Promise<void> {
      await sleep(Math.min(most, LOOK_MS), AbortSignal.any([signal, wake.signal]));
      wake = new AbortController();
    },
    close: () => watcher?.close(),
  };
}
