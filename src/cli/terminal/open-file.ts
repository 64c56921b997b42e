import { spawn } from "node:child_process";
import type { Io } from "./io.ts";

/** Opens a file with the program that the system has for it, and does not wait for that. */
export function openFile(io: Pick<Io, "openFile">, path: string): void {
  if (io.openFile) {
    io.openFile(path);
    return;
  }
  const child = spawn(OPENERS[process.platform] ?? "xdg-open", [path], { detached: true, stdio: "ignore" });
  // Where there is none, the file's name on stdout is what is left.
  child.on("error", () => {});
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};
