import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createJournal, type Durability, type Journal } from "../../engine/transcript/journal.ts";
import { isVacant } from "../../engine/transcript/journal-file.ts";
import { GENESIS } from "../../engine/transcript/read.ts";
import { BoardroomError } from "../../errors.ts";
import { slug } from "../../scenario/files/paths.ts";
import type { Io } from "../process/io.ts";

/** The first event makes the folder, so that a refused meeting leaves nothing behind. */
type PendingTranscript = {
  readonly journal: Journal;
  readonly folder: string | null;
};

type NewFolder = {
  /** The folder itself, which must be new or empty. */
  readonly out?: string | undefined;
  /** Else `<parent>/<scenario>-<seed>`, with the next free suffix. */
  readonly parent: string;
  readonly scenario: string;
  readonly seed: string;
  readonly durability: Durability;
};

export function pendingTranscript({ cwd }: Pick<Io, "cwd">, place: NewFolder): PendingTranscript {
  if (place.out !== undefined) refuseOccupied(place.out, resolve(cwd, place.out));
  let folder: string | null = null;
  let journal: Journal | null = null;
  const open = (): Journal => {
    folder = place.out ?? freeFolder(cwd, place);
    journal = createJournal(resolve(cwd, folder), place.durability);
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
      close: () => journal?.close(),
    },
  };
}

export function newFolder(
  { cwd }: Pick<Io, "cwd">,
  place: { readonly out?: string | undefined; readonly name: string },
) {
  if (place.out === undefined) return firstFree(cwd, place.name);
  refuseOccupied(place.out, resolve(cwd, place.out));
  return place.out;
}

function freeFolder(cwd: string, { parent, scenario, seed }: NewFolder): string {
  return firstFree(cwd, join(parent, `${scenario}-${slug(seed)}`));
}

function firstFree(cwd: string, name: string): string {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? name : `${name}-${number}`;
    if (isFree(resolve(cwd, folder))) return folder;
  }
}

function refuseOccupied(shown: string, path: string): void {
  if (!existsSync(path) || isVacant(path)) return;
  throw new BoardroomError("transcript-exists", {
    place: { file: shown },
    message: "exists already and is not an empty folder",
    remedy: "Nothing is ever overwritten: name another folder with --output.",
  });
}

/** An empty folder belongs to the user, unless an interrupted opening left it. */
function isFree(path: string): boolean {
  return !existsSync(path) || (isVacant(path) && readdirSync(path).length > 0);
}
