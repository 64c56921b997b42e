import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { BoardroomError } from "../../errors.ts";
import { entriesOf } from "../../scenario/files/read-text.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import {
  type KnownOutcome,
  knownOutcomeSchema,
  type MemberNote,
  memberNoteSchema,
} from "../../showing/memory/notes.ts";
import { parseJson } from "../../text/json-in.ts";
import { type Io, usage } from "../process/io.ts";

/** XDG base directories, and their like on Windows. */
function userState({ XDG_STATE_HOME, LOCALAPPDATA, HOME }: Io["env"]): string | null {
  if (XDG_STATE_HOME) return join(XDG_STATE_HOME, "boardroom");
  if (LOCALAPPDATA) return join(LOCALAPPDATA, "boardroom");
  return HOME && existsSync(HOME) ? join(HOME, ".local", "state", "boardroom") : null;
}

export type KeptNote = { readonly note: MemberNote; readonly file: string };

/** `memory/<board>/<seat>/<head>.json` in the user's folder, readable by its owner only. */
function memoryFolder({ env }: Pick<Io, "env">): string {
  const state = userState(env);
  if (state !== null) return join(state, "memory");
  throw new BoardroomError("usage", {
    message: "no folder found for notes",
    remedy: "Set HOME or XDG_STATE_HOME, or remove memory: from the scenario.",
  });
}

export async function boardsWithNotes(io: Pick<Io, "env">): Promise<readonly string[]> {
  return entriesOf(memoryFolder(io));
}

/** Ids come from transcripts too, which may be anybody's: none of them leaves the folder. */
function folderOf(io: Pick<Io, "env">, ...ids: readonly string[]): string {
  const stray = ids.find((id) => !idSchema.safeParse(id).success);
  if (stray === undefined) return join(memoryFolder(io), ...ids);
  throw new BoardroomError("usage", {
    message: `${JSON.stringify(stray)} is not an id of a board or a member`,
    remedy: "Ids are lowercase letters, digits and single hyphens.",
  });
}

/** A bad file is refused by name and hides no other. */
export async function notesOfBoard(io: Pick<Io, "env">, board: string): Promise<readonly KeptNote[]> {
  const folder = folderOf(io, board);
  const kept: KeptNote[] = [];
  for (const seat of await entriesOf(folder))
    for (const name of await entriesOf(join(folder, seat)))
      if (name.endsWith(".json")) kept.push(await readNote(join(folder, seat, name)));
  return kept;
}

async function readNote(file: string): Promise<KeptNote> {
  const read = memberNoteSchema.safeParse(parseJson(await readFile(file, "utf8")));
  if (read.success) return { note: read.data, file };
  throw new BoardroomError("usage", {
    place: { file },
    message: "this is not a note of a meeting",
    remedy: "Restore it from a copy, or delete the file.",
  });
}

/** Written to a temporary file and renamed, so that a note is whole or missing. */
export async function keepNote(io: Pick<Io, "env">, note: MemberNote): Promise<void> {
  const file = join(folderOf(io, note.board, note.seat), fileOf(note.head));
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(temporary, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new BoardroomError(
      "usage",
      {
        place: { file },
        message: `the note cannot be written (${(cause as NodeJS.ErrnoException).code ?? "unknown"})`,
        remedy: "Check the permissions of its folder.",
      },
      { cause },
    );
  }
}

/** Files are named by the head hash of the meeting. */
function fileOf(head: string): string {
  return `${head.slice(0, 16)}.json`;
}

export async function forgetNote({ file }: Pick<KeptNote, "file">): Promise<void> {
  await rm(file, { force: true });
  for (const folder of [dirname(file), dirname(dirname(file))]) await rmdir(folder).catch(() => undefined);
}

export const OUTCOME_FILE = "outcome.json";

export async function readOutcome({ cwd }: Pick<Io, "cwd">, folder: string): Promise<KnownOutcome | null> {
  const file = join(folder, OUTCOME_FILE);
  const text = await readFile(resolve(cwd, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw unreadable(file);
  });
  if (text === null) return null;
  const read = knownOutcomeSchema.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw unreadable(file);
}

function unreadable(file: string) {
  return usage("the outcome file cannot be read", "Remove the file, and record it again.", file);
}
