import { spawn } from "node:child_process";

/** Opens a file with the program that the system has for it, and does not wait for that. */
export function openFile(path: string): void {
  const child = spawn(OPENERS[process.platform] ?? "xdg-open", [path], { detached: true, stdio: "ignore" });
  // Where there is none, the file's name on stdout is what is left.
  child.on("error", () => {});
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};
