import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { JOURNAL_FILE, TOMBSTONE_FILE } from "../../engine/transcript/journal-file.ts";
import { sha256 } from "../../text/sha256.ts";
import { tableOf } from "./outputs.ts";

/** What remains of an erased meeting: no words, names or subject. */
type Tombstone = {
  readonly format: 1;
  readonly erased: true;
  /** Digest of scenario, personas, documents, models and seed. */
  readonly id: string | null;
  readonly headHash: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly outcome: string | null;
  readonly erasedAt: string;
};

export function tombstoneOf(folder: string, erasedAt: string): Tombstone {
  const nothing = { id: null, headHash: null, startedAt: null, endedAt: null, outcome: null };
  try {
    const recorded = readTranscript(folder);
    const state = foldTranscript(recorded.events);
    const { meeting, headHash, startedAt, endedAt, outcome } = tableOf(recorded);
    // Names of options can reveal the subject.
    const came = outcome ? [outcome.status, outcome.side].filter(Boolean).join(" ") : null;
    return {
      ...{ format: 1, erased: true, id: meeting, headHash, startedAt, endedAt },
      ...{ outcome: came ?? state.ending?.kind ?? null, erasedAt },
    };
  } catch {
    // Damaged records are erased too, and leave what little is known.
    return { format: 1, erased: true, ...nothing, erasedAt };
  }
}

/** `namelessIn`: the tombstone goes there, in a folder without the meeting's name. */
export function eraseFolder(folder: string, tombstone: Tombstone, namelessIn: string | null): void {
  const place = namelessIn === null ? folder : namelessFolder(namelessIn, relative(namelessIn, folder));
  mkdirSync(place, { recursive: true, mode: 0o700 });
  writeFileSync(join(place, TOMBSTONE_FILE), `${JSON.stringify(tombstone, null, 2)}\n`, { mode: 0o600 });
  for (const name of readdirSync(folder))
    if (name !== TOMBSTONE_FILE) rmSync(join(folder, name), { recursive: true, force: true });
  if (namelessIn === null) return;
  for (let empty = folder; empty !== namelessIn && readdirSync(empty).length === 0; empty = dirname(empty))
    rmdirSync(empty);
}

/** Folder names can reveal the subject. The digest still prevents a study from running it again. */
function namelessFolder(parent: string, path: string): string {
  return join(parent, `erased-${sha256(path).slice(0, 12)}`);
}

export function tombstoneIn(study: string, path: string): string | null {
  if (existsSync(join(study, path, JOURNAL_FILE))) return null;
  const places = [join(study, path), namelessFolder(study, path)];
  return places.find((place) => existsSync(join(place, TOMBSTONE_FILE))) ?? null;
}
