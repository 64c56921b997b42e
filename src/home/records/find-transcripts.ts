import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { isClaim } from "../../engine/transcript/lock.ts";
import { BoardroomError } from "../../errors.ts";
import { DEFAULT_SETTINGS } from "../../scenario/loading/resolve-settings.ts";
import { APPROVALS_FOLDER } from "../money/approvals-store.ts";
import { LEDGER_FILE } from "../money/ledger.ts";
import type { Io } from "../process/io.ts";
import { exists } from "../process/write-file.ts";

/** What marks the folder of a study, and of one that stopped. */
export const STUDY_FILE = "study.json";

export async function findTranscripts(
  io: Pick<Io, "cwd">,
  asked: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  const named = asked.length === 1 ? asked : asked.filter((name) => !isKeptBeside(basename(name)));
  for (const name of named.length === 0 ? asked : named) {
    const folders = await expand(io, name);
    for (const folder of folders) if (!found.includes(folder)) found.push(folder);
  }
  return found;
}

function isKeptBeside(name: string): boolean {
  return name === LEDGER_FILE || name === APPROVALS_FOLDER || isClaim(name);
}

async function expand({ cwd }: Pick<Io, "cwd">, name: string): Promise<readonly string[]> {
  if (await exists(resolve(cwd, name, JOURNAL_FILE))) return [plain(name)];
  // A meeting can be named without the usual folder.
  const byName = join(DEFAULT_SETTINGS.out, name);
  if (!name.includes("/") && (await exists(resolve(cwd, byName, JOURNAL_FILE)))) return [byName];
  if (!/[*?]/.test(name) || (await exists(resolve(cwd, name)))) return [plain(name)];
  let paths = [name.startsWith("/") ? "/" : ""];
  for (const part of name.split("/").filter((each) => each !== "")) {
    paths = (await Promise.all(paths.map((path) => matches(cwd, path, part)))).flat();
  }
  const folders: string[] = [];
  for (const path of paths) if (await exists(join(resolve(cwd, path), JOURNAL_FILE))) folders.push(path);
  if (folders.length > 0) return folders;
  throw new BoardroomError("transcript-not-found", {
    message: `no transcript matches ${name}`,
    remedy: "Name folders that hold events.jsonl, such as transcripts/hiring-7.",
  });
}

/** Without slashes at the end. */
function plain(name: string): string {
  return name.replace(/(?<=.)\/+$/, "");
}

export async function meetingsIn(io: Pick<Io, "cwd">, folders: readonly string[]): Promise<readonly string[]> {
  const each = folders.map(async (folder) => {
    if (await exists(resolve(io.cwd, folder, JOURNAL_FILE))) return [folder];
    const inside = await expand(io, `${folder}/*`).catch(() => []);
    return inside.length > 0 ? inside : [folder];
  });
  return (await Promise.all(each)).flat();
}

async function matches(cwd: string, path: string, part: string): Promise<string[]> {
  if (!/[*?]/.test(part)) return [join(path, part)];
  const names = await readdir(resolve(cwd, path)).catch(() => []);
  return names
    .filter((name) => matchesPattern(name, part) && (part.startsWith(".") || !name.startsWith(".")))
    .sort()
    .map((name) => join(path, name));
}

/** Linear in both lengths: the last star takes what is left over. */
function matchesPattern(name: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === "?" || (pattern[at] === name[index] && pattern[at] !== "*")) {
      at += 1;
      index += 1;
    } else if (pattern[at] === "*") {
      star = at++;
      resume = index;
    } else if (star !== -1) {
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
