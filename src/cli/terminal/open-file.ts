// Opens files in the browser or in the user's editor.

import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTemporaryFolder, removeFile, writeWhole } from "../../files.ts";
import type { Io } from "../../home/process/io.ts";

export function openFile(io: Io, path: string): void {
  if (io.openFile) {
    io.openFile(path);
    return;
  }
  const child = spawn(OPENERS[process.platform] ?? "xdg-open", [path], {
    detached: true,
    stdio: "ignore",
  });
  // Without such a program, the file's name on stdout must do.
  child.on("error", () => {});
  child.unref();
}

/** Opens a secret address. Other users can read a program's arguments, so these name a private page that leads there. */
export function openAddress(io: Io, address: string): { remove(): void } {
  const folder = makeTemporaryFolder(tmpdir(), "boardroom-");
  const page = join(folder, "open.html");
  writeWhole(page, `<meta http-equiv="refresh" content="0; url=${address}">`);
  openFile(io, page);
  return { remove: () => removeFile(folder) };
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer.exe" };

export async function editFiles(io: Io, paths: readonly string[]): Promise<"closed" | "opened"> {
  const { env } = io;
  const editor = env.VISUAL || env.EDITOR;
  if (!editor) {
    for (const path of paths) openFile(io, path);
    return "opened";
  }
  await new Promise<void>((resolve) => {
    // As in git: the variable may hold flags, and the shell never reads paths.
    const child = spawn("sh", ["-c", `${editor} "$@"`, editor, ...paths], {
      stdio: "inherit",
      env: env as NodeJS.ProcessEnv,
    });
    child.on("error", () => resolve());
    child.on("close", () => resolve());
  });
  return "closed";
}
