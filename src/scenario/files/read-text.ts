// Reads the text files that people write, and lists folders. Documents are read in `documents/`.

import { readdir, stat } from "node:fs/promises";
import { BoardroomError, type ErrorCode } from "../../errors.ts";
import { MOST_OF_TEXT, NOT_REGULAR, readBytes } from "../../files.ts";
import { shortenPath } from "./paths.ts";

/** UTF-8, at most 1 MiB, line breaks made `\n`. */
export async function readText(file: string, code: ErrorCode, cwd: string): Promise<string> {
  const place = { file: shortenPath(file, cwd) };
  const refuse = (message: string, remedy: string) =>
    new BoardroomError(code, { place, message, remedy });
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readBytes(file, MOST_OF_TEXT));
    return text.replaceAll(/\r\n?/g, "\n");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NOT_REGULAR)
      throw refuse("is not a regular file", "Put a file there, not a device or a pipe.");
    if (code?.startsWith("larger"))
      throw refuse("is larger than 1 MiB", "Move texts into documents.");
    throw refuse("cannot be read as text in UTF-8", "Check its permissions, and save it as UTF-8.");
  }
}

export async function listEntries(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
