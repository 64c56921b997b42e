import { readdir, readFile, stat } from "node:fs/promises";
import { BoardroomError, type ErrorCode } from "../../errors.ts";
import { shown } from "./paths.ts";

const MOST_BYTES = 1024 * 1024;

/** UTF-8, at most 1 MiB, line breaks made `\n`. */
export async function readText(file: string, code: ErrorCode, cwd: string): Promise<string> {
  const place = { file: shown(file, cwd) };
  const refuse = (message: string, remedy: string) => new BoardroomError(code, { place, message, remedy });
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw refuse("is larger than 1 MiB", "Move texts into documents.");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    return text.replaceAll(/\r\n?/g, "\n");
  } catch (error) {
    if (error instanceof BoardroomError) throw error;
    throw refuse("cannot be read as text in UTF-8", "Check its permissions, and save it as UTF-8.");
  }
}

export async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
