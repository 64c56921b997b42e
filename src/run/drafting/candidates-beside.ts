import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Io } from "../../home/process/io.ts";
import { documentsIn } from "./documents-named.ts";

/** With more documents than these nobody can tell which are candidates. */
const MOST_BESIDE = 12;

const OWN_FOLDERS = new Set(["scenarios", "personas", "panels", "transcripts", "studies", "node_modules"]);
const CALLED_SO = /^(?:cvs?|candidates|applicants|applications|r[ée]sum[ée]s|bewerbungen|lebensl[äa]ufe)$/iu;

/** A folder beside the job description, else the documents beside it; none where it cannot be told. */
export async function candidatesBeside(io: Pick<Io, "cwd">, job: string): Promise<readonly string[]> {
  const folder = dirname(job);
  const folders: string[] = [];
  for (const name of await foldersIn(io, folder))
    if ((await documentsIn(io, join(folder, name))).length > 1) folders.push(name);
  const called = folders.filter((name) => CALLED_SO.test(name.normalize("NFC")));
  const [only, ...others] = called.length > 0 ? called : folders;
  if (only !== undefined) return others.length === 0 ? [join(folder, only)] : [];
  const beside = (await documentsIn(io, folder)).filter(
    (path) => basename(path) !== basename(job) && !/^readme\b/i.test(basename(path)),
  );
  return beside.length > 1 && beside.length <= MOST_BESIDE ? beside : [];
}

async function foldersIn({ cwd }: Pick<Io, "cwd">, folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !OWN_FOLDERS.has(entry.name))
    .map(({ name }) => name)
    .toSorted();
}
