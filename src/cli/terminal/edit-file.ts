import { spawn } from "node:child_process";
import type { Io } from "./io.ts";
import { openFile } from "./open-file.ts";

/** Opens files in the editor that the environment names, and waits for it; else with the system's program for them. */
export async function editFiles(
  io: Pick<Io, "env" | "openFile">,
  paths: readonly string[],
): Promise<"closed" | "opened"> {
  const { env } = io;
  const editor = env.VISUAL || env.EDITOR;
  if (!editor) {
    for (const path of paths) openFile(io, path);
    return "opened";
  }
  await new Promise<void>((resolve) => {
    // As git has it: the variable may hold flags, and paths are never part of what the shell reads.
    const child = spawn("sh", ["-c", `${editor} "$@"`, editor, ...paths], {
      stdio: "inherit",
      env: env as NodeJS.ProcessEnv,
    });
    child.on("error", () => resolve());
    child.on("close", () => resolve());
  });
  return "closed";
}
