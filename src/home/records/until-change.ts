import { type FSWatcher, watch } from "node:fs";
import { sleep } from "../../models/port/sleep.ts";

/** Milliseconds. The system does not tell of every change. */
const LOOK_MS = 250;

/** Tells that something in a folder has changed, and every so often in case nobody tells. Close it when it is no longer needed. */
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
