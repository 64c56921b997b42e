import { spawn } from "node:child_process";
import type { Io } from "../../home/process/io.ts";
import { openFile } from "./open-file.ts";

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
