import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { STUDY_FILE } from "../../studies/read-study.ts";
import { JOURNAL_FILE, TOMBSTONE_FILE } from "../../transcript/journal-file.ts";
import { APPROVALS_FOLDER } from "../money/approvals-store.ts";
import { LEDGER_FILE } from "../money/ledger.ts";
import { COMPARISON_FOLDER } from "../report/ranking-report.ts";

/** Whose a folder is: `ours`, which the program alone writes to; `given`, named to be looked through; `anybody's`. */
type Owner = "ours" | "given" | "anybody's";

/** What a folder is: a record, a study's results, what compares finalists of one, or another one. */
type Zone = {
  readonly is: "record" | "comparison" | "study" | Owner;
  readonly folder: string;
};

export type FoundFile = { readonly path: string; readonly zone: Zone; readonly text: string };

export type LookedThrough = {
  readonly files: readonly FoundFile[];
  /** Folders in which there was more than could be read. */
  readonly cutShort: readonly string[];
};

/** A folder to look through. */
export type LookedAt = { readonly path: string; readonly is: Owner };

const READABLE = /\.(?:html?|md|json|jsonl|csv|ya?ml|txt|part|tmp)$/;
const MOST_BYTES = 64 * 1024 * 1024;
/** Files of a folder that are read at most. */
const MOST_FILES = 20_000;

/** The texts of these folders that may be copies; nothing is followed out of them, and nothing in `without` is read. */
export function lookThrough(places: readonly LookedAt[], without: readonly string[]): LookedThrough {
  const files: FoundFile[] = [];
  const seen = new Set<string>(without);
  const cutShort: string[] = [];
  for (const { path, is } of places) {
    const left = { files: MOST_FILES };
    walk(path, { is, folder: path });
    if (left.files <= 0) cutShort.push(path);

    function walk(folder: string, outer: Zone): void {
      if (seen.has(folder) || left.files <= 0) return;
      seen.add(folder);
      const entries = entriesOf(folder);
      const zone = zoneOf(folder, new Set(entries.map(({ name }) => name)), outer);
      if (zone === null) return;
      for (const entry of entries) {
        const inside = join(folder, entry.name);
        if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) walk(inside, zone);
        else if (entry.isFile() && READABLE.test(entry.name) && entry.name !== LEDGER_FILE) {
          left.files -= 1;
          const text = textOf(inside);
          if (text !== null) files.push({ path: inside, zone, text });
        }
      }
    }
  }
  return { files, cutShort };
}

/** null where nothing in it is a copy: what is left of a meeting, and leave that meetings were given. */
function zoneOf(folder: string, names: ReadonlySet<string>, outer: Zone): Zone | null {
  if (names.has(JOURNAL_FILE)) return { is: "record", folder };
  if (names.has(TOMBSTONE_FILE) || basename(folder) === APPROVALS_FOLDER) return null;
  if (outer.is === "study" && basename(folder) === COMPARISON_FOLDER) return { is: "comparison", folder };
  if (names.has(STUDY_FILE)) return { is: "study", folder };
  return outer;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function textOf(file: string): string | null {
  try {
    return statSync(file).size > MOST_BYTES ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
