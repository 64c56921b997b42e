import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { createJournal } from "../../engine/transcript/journal.ts";
import { BoardroomError } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { newFolder } from "../../home/records/transcript-folder.ts";
import { readSettings, transcriptsOf } from "../../home/settings/settings.ts";
import { slug } from "../../scenario/files/paths.ts";
import {
  FORMATS,
  type HumanFormat,
  type HumanMeeting,
  importedDrafts,
  readDeliData,
  readPlain,
  readQmsum,
} from "../../studies/human-meetings.ts";

import type { FlagsOf } from "./command.ts";
import { filledText, wholeNumber } from "./flag-values.ts";

export const IMPORT_FLAGS = {
  most: ["--most <number>", "With --import: maximum number of meetings", wholeNumber],
  output: ["-o, --output <folder>", "With --import: folder for the transcripts", filledText],
} as const;

export async function importMeetings(
  io: Io,
  format: HumanFormat,
  path: string,
  { output, most }: FlagsOf<typeof IMPORT_FLAGS>,
): Promise<void> {
  const parent = output ?? transcriptsOf(io, await readSettings(io));
  const found = await filesOf(io, format, path);
  let made = 0;
  for (const file of found) {
    const text = (await readFile(resolve(io.cwd, file), "utf8")).replace(/^\uFEFF/, "");
    for (const meeting of meetingsIn(format, file, text)) {
      if (most !== undefined && made >= most) break;
      if (meeting.messages.length === 0) continue;
      const folder = newFolder(io, { name: join(parent, slug(meeting.id) || "meeting") });
      const journal = createJournal(resolve(io.cwd, folder));
      journal.appendAll(importedDrafts(meeting, file));
      journal.close();
      made += 1;
    }
  }
  if (made === 0)
    throw invalid(path, "it contains no message", "Give a file with messages; see boardroom stats --help.");
  print(io.stdout, [
    `Imported ${made} ${made === 1 ? "meeting" : "meetings"} to ${parent}.`,
    `Next: boardroom stats '${join(parent, "*")}'`,
  ]);
}

function meetingsIn(format: HumanFormat, file: string, text: string): readonly HumanMeeting[] {
  const id = basename(file, extname(file));
  switch (format) {
    case "delidata":
      return readDeliData(file, text);
    case "qmsum":
      return [readQmsum(file, text, id)];
    case "plain":
      return [readPlain(file, text, id)];
    default:
      return format satisfies never;
  }
}

/** The file itself; of a folder every file that the format reads, by name. */
async function filesOf(
  { cwd }: Pick<Io, "cwd">,
  format: HumanFormat,
  path: string,
): Promise<readonly string[]> {
  const found = await stat(resolve(cwd, path)).catch(() => null);
  if (found === null)
    throw invalid(path, "file or folder not found", "Name a file of the corpus, or its folder.");
  if (!found.isDirectory()) return [path];
  const names = (await readdir(resolve(cwd, path), { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && isOfFormat(format, entry.name))
    .map(({ name }) => join(path, name));
  if (names.length > 0) return names.sort();
  throw invalid(path, `no file of the format ${format} found`, `${format} is ${FORMATS[format]}.`);
}

function isOfFormat(format: HumanFormat, name: string): boolean {
  switch (format) {
    case "delidata":
      return [".tsv", ".txt", ""].includes(extname(name));
    case "qmsum":
      return extname(name) === ".json";
    case "plain":
      return [".txt", ".md"].includes(extname(name));
    default:
      return format satisfies never;
  }
}

function invalid(file: string, message: string, remedy: string): BoardroomError {
  return new BoardroomError("import-invalid", { place: { file }, message, remedy });
}
