import { existsSync, mkdirSync } from "node:fs";
import { access, rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "./io.ts";

/** The whole file or none of it, in a folder that is made if it is missing; readable by its owner only; overwrites only when forced. */
export async function writeWhole(
  io: Pick<Io, "cwd">,
  file: string,
  text: string,
  { force = false }: { force?: boolean | undefined } = {},
): Promise<void> {
  const path = resolve(io.cwd, file);
  if (!force && (await canAccess(path)))
    throw createWriteError(file, "already exists", "Name another file, or add --force.");
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(path));
    await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    throw createWriteError(
      file,
      `cannot be written (${code})`,
      code === "ENOSPC" || code === "EDQUOT"
        ? "Make room on its disk, or name a file elsewhere."
        : "Check that its folder may be written to.",
      cause,
    );
  }
}

/** Level by level: Node's own recursive call never returns below /proc, which takes no folders. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, 0o700);
  } catch (cause) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw cause;
  }
}

export async function canAccess(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function createWriteError(
  file: string,
  message: string,
  remedy: string,
  cause?: unknown,
): BoardroomError {
  return new BoardroomError("usage", { place: { file }, message, remedy }, { cause });
}
