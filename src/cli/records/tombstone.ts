import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foldTranscript } from "../../transcript/folding/fold.ts";
import { readTranscript } from "../../transcript/journal.ts";
import { TOMBSTONE_FILE } from "../../transcript/journal-file.ts";
import { tableOf } from "./outputs.ts";

/** What is left of a meeting that was erased: nothing of what was said, of whom, or about what. */
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

/** What a record was, as far as it can be read. */
export function tombstoneOf(folder: string, erasedAt: string): Tombstone {
  const nothing = { id: null, headHash: null, startedAt: null, endedAt: null, outcome: null };
  try {
    const recorded = readTranscript(folder);
    const state = foldTranscript(recorded.events);
    const { meeting, headHash, startedAt, endedAt, outcome } = tableOf(recorded);
    // Options may be called by whom they are about.
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

/** Empties a transcript's folder, and leaves the tombstone in it. */
export function eraseFolder(folder: string, tombstone: Tombstone): void {
  writeFileSync(join(folder, TOMBSTONE_FILE), `${JSON.stringify(tombstone, null, 2)}\n`, { mode: 0o600 });
  for (const name of readdirSync(folder))
    if (name !== TOMBSTONE_FILE) rmSync(join(folder, name), { recursive: true, force: true });
}
