import { spawn } from "node:child_process";
import type { Io } from "../../home/process/io.ts";

export function openFile(io: Pick<Io, "openFile">, path: string): void {
  if (io.openFile) {
    io.openFile(path);
    return;
  }
  const child = spawn(OPENERS[process.platform] ?? "xdg-open", [path], { detached: true, stdio: "ignore" });
  // Without such a program, the file's name on stdout must do.
  child.on("error", () => {});
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};
