// Lists names for completion by the Tab key. It must be fast, so it only looks at folders.

import { existsSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { JOURNAL_FILE, STUDY_FILE } from "../../engine/transcript/journal-file.ts";
import type { Io } from "../../home/process/io.ts";
import { locateTranscripts, readSettings } from "../../home/settings/settings.ts";
import { PACKAGE_ROOT } from "../../scenario/files/package-files.ts";
import { listEntries } from "../../scenario/files/read-text.ts";

const LISTS: Readonly<Record<string, (io: Io) => Promise<readonly string[]>>> = {
  scenarios: listScenarioNames,
  personas: (io) => listFileNames(io, "personas", ".md"),
  panels: (io) => listFileNames(io, "panels", ".yaml"),
  members: async (io) => (await listFileNames(io, "personas", ".md")).map((id) => `${id}=`),
  meetings: listMeetingNames,
  models: listModelNames,
};

/** Only these are safe: a shell expands each word. */
const SAFE = /^[\w][\w.:=-]*$/;

/** Lists what the Tab key offers. It reads folders, and no scenario, persona or transcript. */
export async function listNames(io: Io, kinds: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(kinds.map((kind) => LISTS[kind]?.(io) ?? []));
  return [...new Set(found.flat())].filter((name) => SAFE.test(name)).toSorted();
}

async function listScenarioNames({ cwd }: Io): Promise<readonly string[]> {
  const folders = [cwd, PACKAGE_ROOT].map((root) => join(root, "scenarios"));
  const found = folders.map((folder) => listFoldersWith(folder, ["scenario.yaml"]));
  return (await Promise.all(found)).flat();
}

async function listFileNames(
  { cwd }: Io,
  kind: string,
  extension: string,
): Promise<readonly string[]> {
  const found = await Promise.all([cwd, PACKAGE_ROOT].map((root) => listEntries(join(root, kind))));
  return found
    .flat()
    .flatMap((name) => (extname(name) === extension ? [basename(name, extension)] : []));
}

async function listMeetingNames(io: Io): Promise<readonly string[]> {
  return listFoldersWith(locateTranscripts(io, await readSettings(io)), [JOURNAL_FILE, STUDY_FILE]);
}

async function listModelNames(io: Io): Promise<readonly string[]> {
  const { programs = {} } = (await readSettings(io)).models;
  return ["auto", "simulated", ...Object.keys(programs).map((name) => `program:${name}`)];
}

async function listFoldersWith(
  folder: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const names = await listEntries(folder);
  return names.filter((name) => files.some((file) => existsSync(join(folder, name, file))));
}
