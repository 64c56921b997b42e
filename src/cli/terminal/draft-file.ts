import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A text on its way through somebody's editor, in a file that only its owner can read. */
export type DraftFile = { readonly file: string; readonly read: () => string; readonly remove: () => void };

/** The folder is made for it, and goes with it. */
export function draftFile(name: string, text: string): DraftFile {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-"));
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return {
    file,
    read: () => readFileSync(file, "utf8"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
