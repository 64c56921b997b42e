/** `boardroom erase`: lists what goes, asks, and deletes it. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { JOURNAL_FILE, STUDY_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { hashLine } from "../../engine/transcript/read.ts";
import { isOutside, readLines, removeFile } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import { listTestFolders } from "../../home/records/board-tests.ts";
import {
  deleteFolder,
  findObstacle,
  findStudy,
  isUnlinkedStudy,
  listFiles,
  listMeetings,
} from "../../home/records/erasing.ts";
import { readEach } from "../../home/records/find-transcripts.ts";
import { locateTranscripts, readSettings } from "../../home/settings/settings.ts";
import { isYes } from "../../home/spending/approvals.ts";
import { createWallClock } from "../../home/spending/money.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import { shortenPath as shownFrom } from "../../scenario/files/paths.ts";
import { listEntries } from "../../scenario/files/read-text.ts";
import type { Document } from "../../scenario/schema/document.ts";
import { RANKING_FILES } from "../../screens/report-file.ts";
import { forgetLines } from "../../screens/web/kept-lines.ts";
import type { Database } from "../../studies/cluster/database.ts";
import {
  eraseInDatabase,
  findInDatabase,
  nameInDatabase,
  type SoughtInDatabase,
} from "../../studies/cluster/meetings.ts";
import { withDatabase } from "../../studies/cluster/tables.ts";
import { dropResult, RESULTS_FILE, readStudy } from "../../studies/results.ts";
import { formatCount } from "../../text/plain.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { readFilledText, readWholeNumber } from "../terminal/flag-values.ts";
import { DATABASE_FLAGS } from "../terminal/flags.ts";

const HELP = `
Names every file, asks, and deletes the folders of meetings, of rankings or of studies, sound or damaged. A meeting of a
ranking or a study also goes from its results, and the ranking's pages go, so that you can write them anew.

--subject finds meetings by the bytes of the document or by its text. It and --older-than look into your folder of transcripts
and the studies of the current folder, and follow no links. Other files stay: documents, exports, reports of several
meetings, approvals and backups. study.json of a study keeps the names of its documents.

Examples:
  boardroom erase transcripts/hiring-34
  boardroom erase --subject applications/ada-marsh.pdf
  boardroom erase study-names/meetings/hiring/all/ada.md/1 --on postgres
  boardroom erase --older-than 180 --yes`;

const FLAGS = {
  ...DATABASE_FLAGS,
  subject: ["--subject <file>", "All meetings that read exactly this document", readFilledText],
  olderThan: ["--older-than <days>", "All meetings last written so many days ago", readWholeNumber],
  on: ["--on <where>", "Also in the database of workers", ["postgres"]],
  yes: ["--yes", "Erase without asking"],
} as const;

type EraseFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["[folders...]", "Folders of meetings, rankings or studies"]],
  flags: FLAGS,
  needs: { database: ["on"], passwordFile: ["on"] },
  excludes: { subject: ["olderThan"] },
  help: HELP,
  async run(io, [named], flags) {
    const found = [...new Set(await findFolders(io, named, flags))];
    // The parts of a folder that goes are not listed again.
    const folders = found.filter((folder) =>
      found.every((each) => each === folder || isOutside(each, folder)),
    );
    if (folders.length === 0) return EXIT.decided;
    if (flags.on === undefined) return erase(io, folders, flags, null);
    return withDatabase(io, flags, 2, (database) => erase(io, folders, flags, database));
  },
});

async function erase(
  io: Io,
  folders: readonly string[],
  { yes }: EraseFlags,
  database: Database | null,
): Promise<number> {
  const toShownPath = (path: string) => shownFrom(path, io.cwd);
  const places = folders.flatMap((folder) => findStudy(folder) ?? []);
  const studies = [...new Set(places.map(({ study }) => study))];
  const meetings = folders.flatMap(listMeetings);
  const running = [...folders, ...meetings, ...studies].find(hasWriter);
  if (running)
    throw createUsageError(
      "a process is running this",
      "Stop it, or wait until it has ended.",
      toShownPath(running),
    );
  const rows = database ? await findInDatabase(database, meetings.flatMap(describeRow)) : [];
  const pages = studies
    .flatMap((study) => RANKING_FILES.map((name) => join(study, name)))
    .filter(existsSync);
  const going = [
    ...[...folders.flatMap(listFiles), ...pages].map(toShownPath),
    ...places.map(({ study, path }) => `${path} in ${toShownPath(join(study, RESULTS_FILE))}`),
    ...rows.map(({ study, path }) => `${path} of ${study} in the database`),
  ];
  print(io.stderr, ["This is deleted:", ...going.map((each) => `  ${each}`)]);
  if (!yes && !isYes(await io.ask?.("Delete this permanently? [y/N] "))) {
    print(io.stderr, ["Nothing was erased. To erase it, add --yes."]);
    return EXIT.waiting;
  }
  if (database)
    await eraseInDatabase(
      database,
      rows.map(({ id }) => id),
    );
  for (const { study, path } of places) await dropResult(study, path);
  for (const page of pages) removeFile(page);
  for (const folder of folders) {
    deleteFolder(folder);
    forgetLines(io, dirname(folder));
  }
  print(
    io.stdout,
    folders.map((folder) => `Erased: ${toShownPath(folder)}`),
  );
  if (!database) print(io.stderr, ["Not looked at: databases of workers (--on postgres)."]);
  return EXIT.decided;
}

/** Prints what there is if nothing is found. */
async function findFolders(
  io: Io,
  named: readonly string[],
  { subject, olderThan }: EraseFlags,
): Promise<readonly string[]> {
  const isSearch = subject !== undefined || olderThan !== undefined;
  if (isSearch === named.length > 0)
    throw createUsageError(
      "name folders, or use --subject or --older-than alone",
      'Run "boardroom help erase" for details.',
    );
  const root = locateTranscripts(io, await readSettings(io));
  if (!isSearch) return named.map((name) => requireFolder(io, name, resolve(root, name)));
  const studies = (await listEntries(io.cwd))
    .map((name) => join(io.cwd, name))
    .filter(isUnlinkedStudy);
  const all = [...new Set([root, ...studies].flatMap(listMeetings))];
  const before = Date.parse(createWallClock(io)()) - (olderThan ?? 0) * 86_400_000;
  const found =
    subject === undefined
      ? [
          ...all.filter((folder) => statSync(join(folder, JOURNAL_FILE)).mtimeMs < before),
          ...listTestFolders(io.cwd).filter(
            (folder) => statSync(join(folder, STUDY_FILE)).mtimeMs < before,
          ),
        ]
      : await findReaders(io, all, subject, join(root, ".held"));
  if (found.length === 0)
    print(io.stdout, [`Nothing fits. There are ${formatCount(all.length, "meeting")} here.`]);
  return found.map((folder) => requireFolder(io, shownFrom(folder, io.cwd), folder));
}

/** By its path, or else by its name in the folder of transcripts. */
function requireFolder(io: Io, name: string, named: string): string {
  const path = resolve(io.cwd, name);
  const folder = existsSync(path) ? path : named;
  const obstacle = findObstacle(folder, io.cwd);
  if (obstacle === null) return folder;
  throw createUsageError(
    `${name} ${obstacle}`,
    'Name folders that contain events.jsonl. Run "boardroom list meetings" to see yours.',
  );
}

/** `held`: where agents' scenarios are. */
async function findReaders(
  io: Io,
  meetings: readonly string[],
  file: string,
  held: string,
): Promise<readonly string[]> {
  const toShownPath = (path: string) => shownFrom(path, io.cwd);
  const wanted = await readDocument({ path: resolve(io.cwd, file), shown: file });
  // The text is hashed again. A record that lies about the file's digest selects only itself.
  const isWanted = ({ text, fileSha256 = "" }: Pick<Document, "text" | "fileSha256">) =>
    hashSha256(text) === wanted.sha256 || fileSha256 === wanted.fileSha256;
  const titles = new Set<string>();
  const readers = await readEach(io, meetings, (folder) => {
    const documents = readTranscript(folder).events.filter(
      (event) => event.type === "document.added",
    );
    for (const { title } of documents) titles.add(title);
    return documents.some(isWanted) ? [folder] : [];
  });
  for (const path of [join(io.cwd, "scenarios"), held].filter(existsSync).flatMap(listFiles)) {
    const document = await readDocument({ path, shown: path }).catch(() => null);
    if (document && isWanted(document))
      print(io.stderr, [`Not erased: ${toShownPath(path)} is the same document.`]);
  }
  // What a test says of its paper selects only its own folder.
  const tests = listTestFolders(io.cwd).filter((folder) => {
    const { paper } = readStudy(folder).study;
    return paper?.sha256 === wanted.sha256 || paper?.fileSha256 === wanted.fileSha256;
  });
  const found = [...readers.sound.flat(), ...tests];
  if (found.length === 0)
    print(io.stdout, [`No meeting read ${file}. Your meetings read:`, ...titles]);
  return found;
}

/** The line is hashed again, so that a copied study cannot name meetings of another. */
function describeRow(folder: string): readonly SoughtInDatabase[] {
  const place = findStudy(folder);
  if (place === null) return [];
  const { value: first } = readLines(join(folder, JOURNAL_FILE)).next();
  return [
    {
      study: nameInDatabase(readStudy(place.study).study),
      path: place.path,
      hash: hashLine(first ?? ""),
    },
  ];
}
