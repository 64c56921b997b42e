// Chooses and creates the folder of a new transcript, syncs it to disk, and reports when a folder
// changes. The engine writes the journal in it.

import { existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createJournal, type Journal } from "../../engine/transcript/journal.ts";
import { isVacant, JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { GENESIS } from "../../engine/transcript/read.ts";
import { BoardroomError } from "../../errors.ts";
import { sleep } from "../../models/contract/sleep.ts";

/** The first event makes the folder, so that a refused meeting leaves nothing behind. */
type PendingTranscript = { journal: Journal; folder: string | null };

type NewFolder = {
  /** The folder itself, which must be new or empty. */
  out?: string | undefined;
  /** Else this one, with the next free suffix. */
  name: string;
  /** `syncTranscript` syncs it to disk later. */
  isDeferred?: boolean;
};

export function prepareTranscript(cwd: string, place: NewFolder): PendingTranscript {
  if (place.out !== undefined) refuseOccupied(place.out, resolve(cwd, place.out));
  let folder: string | null = null;
  let journal: Journal | null = null;
  const open = (): Journal => {
    folder = chooseFolder(cwd, place);
    const path = resolve(cwd, folder);
    journal = createJournal(path, place.isDeferred);
    return journal;
  };
  return {
    get folder() {
      return folder;
    },
    journal: {
      get events() {
        return journal?.events ?? [];
      },
      get head() {
        return journal?.head ?? GENESIS;
      },
      append: (draft) => (journal ?? open()).append(draft),
      appendAll: (drafts) => (journal ?? open()).appendAll(drafts),
      sync: () => journal?.sync(),
      requireInPlace: () => journal?.requireInPlace(),
      close: () => journal?.close(),
    },
  };
}

/** Does what a deferred journal has left to its caller, while others run. */
export async function syncTranscript(folder: string): Promise<void> {
  const sync = async (path: string, flags: string) => {
    const file = await open(path, flags);
    await file.sync().finally(() => file.close());
  };
  await sync(join(folder, JOURNAL_FILE), "r+");
  // Some systems cannot open a folder, and need no sync of it.
  for (const place of [folder, dirname(folder)]) await sync(place, "r").catch(() => {});
}

export function chooseFolder(cwd: string, place: NewFolder): string {
  if (place.out === undefined) return findFreeFolder(cwd, place.name);
  refuseOccupied(place.out, resolve(cwd, place.out));
  return place.out;
}

function findFreeFolder(cwd: string, name: string): string {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? name : `${name}-${number}`;
    if (isFree(resolve(cwd, folder))) return folder;
  }
}

function refuseOccupied(shown: string, path: string): void {
  if (!existsSync(path) || isVacant(path)) return;
  throw new BoardroomError("transcript-exists", {
    place: { file: shown },
    message: "already exists and is not an empty folder",
    remedy: "Name another folder with --output.",
  });
}

/** An empty folder belongs to the user, unless an interrupted opening left it. */
function isFree(path: string): boolean {
  return !existsSync(path) || (isVacant(path) && readdirSync(path).length > 0);
}

/** Milliseconds. The system does not tell of every change. */
const LOOK_MS = 250;

export type FolderWatch = {
  /** Resolves when the folder changes, and at an interval for systems that do not report changes. */
  next(signal: AbortSignal, most?: number): Promise<void>;
  close(): void;
};

export function watchFolder(folder: string | null): FolderWatch {
  let wake = new AbortController();
  let watcher: FSWatcher | null = null;
  try {
    watcher = folder === null ? null : watch(folder, () => wake.abort());
    watcher?.on("error", () => {});
  } catch {
    watcher = null;
  }
  return {
    async next(signal, most = LOOK_MS) {
      await sleep(Math.min(most, LOOK_MS), AbortSignal.any([signal, wake.signal]));
      wake = new AbortController();
    },
    close: () => watcher?.close(),
  };
}
