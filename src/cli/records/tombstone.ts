import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { foldTranscript } from "../../transcript/folding/fold.ts";
import { readTranscript } from "../../transcript/journal.ts";
import { JOURNAL_FILE, TOMBSTONE_FILE } from "../../transcript/journal-file.ts";
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
    const came = outcome ? [outcome.status, outcome.option ?? outcome.side].filter(Boolean).join(" ") : null;
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

/** Copies among the meetings of a folder: files that were made of a record, and other records that hold some of it. */
type KnownCopies = { readonly made: readonly string[]; readonly records: readonly string[] };

/** Digits of a head hash, and of a meeting's digest, by which files name a record. */
const OF_HEAD = 12;
const OF_MEETING = 8;

/** Looks through a folder, and those within it, for what names a record. */
export function copiesOf({ headHash, id }: Tombstone, root: string, own: string): KnownCopies {
  if (headHash === null || id === null) return { made: [], records: [] };
  const head = headHash.slice(0, OF_HEAD);
  const made: string[] = [];
  const records: string[] = [];
  for (const name of existsSync(root) ? readdirSync(root, { recursive: true, encoding: "utf8" }) : []) {
    const path = join(root, name);
    const isOwn = !relative(own, path).startsWith("..");
    if (isOwn || !/\.(?:html|md|json|jsonl|csv|yaml)$/.test(name) || !statSync(path).isFile()) continue;
    if (name.endsWith(TOMBSTONE_FILE)) continue;
    const text = readFileSync(path, "utf8");
    const isInRecord = existsSync(join(path, "..", JOURNAL_FILE));
    if (isInRecord && text.includes(head)) records.push(join(path, ".."));
    else if (!isInRecord && (text.includes(head) || text.includes(id.slice(0, OF_MEETING)))) made.push(path);
  }
  return { made, records: [...new Set(records)] };
}
