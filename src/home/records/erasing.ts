/**
 * Finds the folders that `boardroom erase` deletes. A record may come from anybody, so nothing that it says becomes a
 * path or a search word: a record can select only its own folder. Links are never followed.
 */
import { existsSync, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { JOURNAL_FILE, STUDY_FILE } from "../../engine/transcript/journal-file.ts";
import { isOutside, removeFile } from "../../files.ts";

/** Every file below a folder. A link counts as a file. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Every folder with a record in a folder, which can be one itself. */
export function listMeetings(folder: string): readonly string[] {
  if (!lookAt(folder)?.isDirectory()) return [];
  const records = listFiles(folder).filter(
    (file) => basename(file) === JOURNAL_FILE && isFile(file),
  );
  return records.map((file) => dirname(file)).toSorted();
}

function lookAt(path: string): Stats | null {
  return existsSync(path) ? lstatSync(path) : null;
}

function isFile(path: string): boolean {
  return lookAt(path)?.isFile() === true;
}

/** Its `study.json` is a file, and no link to one. */
export function isUnlinkedStudy(folder: string): boolean {
  return isFile(join(folder, STUDY_FILE));
}

/** Why a path is not one meeting, ranking or study that can be deleted; null if it is. */
export function findObstacle(folder: string, cwd: string): string | null {
  const found = lookAt(folder);
  if (found?.isSymbolicLink()) return "is a link";
  if (!found?.isDirectory() || !(isUnlinkedStudy(folder) || isFile(join(folder, JOURNAL_FILE))))
    return "is not the folder of a meeting, a ranking or a study";
  if (!isOutside(realpathSync(folder), realpathSync(cwd)))
    return "contains the folder that you are in";
  const names = listFiles(folder).map((file) => relative(folder, file));
  if (names.some((name) => name.startsWith(".") && name.includes(sep)))
    return "contains a hidden folder";
  const others = names.filter(
    (name) => name.includes(sep) && [JOURNAL_FILE, STUDY_FILE].includes(basename(name)),
  );
  const areOwn =
    isUnlinkedStudy(folder) && others.every((name) => MEETING_PATH.test(dirname(name)));
  return others.length === 0 || areOwn ? null : "contains other meetings";
}

/** Of a meeting in a study: scenario, arm, subject and seed. */
const MEETING_PATH = /^meetings(?:[\\/][^\\/]+){4}$/;

/** The study that a meeting belongs to, and the meeting's path in it. */
export function findStudy(folder: string): { study: string; path: string } | null {
  const study = join(folder, "../../../../..");
  const path = relative(study, folder);
  return MEETING_PATH.test(path) && isUnlinkedStudy(study)
    ? { study, path: path.replaceAll(sep, "/") }
    : null;
}

/** Folders in a study are named after its documents, so those that are left empty go too. */
export function deleteFolder(folder: string): void {
  const study = findStudy(folder)?.study;
  removeFile(folder);
  if (study === undefined) return;
  for (
    let parent = dirname(folder);
    parent !== study && readdirSync(parent).length === 0;
    parent = dirname(parent)
  )
    removeFile(parent);
}
