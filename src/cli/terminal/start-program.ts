import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** A run of this program in a process of its own, which whoever started it may outlive or not. */
type StartedProgram = { readonly ended: Promise<number | null> };

/** Starts this program anew, away from this process: neither's end ends the other. What it prints goes to a file. */
export function startProgram(argv: readonly string[], cwd: string, log: string): StartedProgram {
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
  const out = openSync(log, "a", 0o600);
  const [, program = ""] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, ...argv], {
    cwd,
    env: process.env,
    detached: true,
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  child.unref();
  return {
    ended: new Promise((resolve) => {
      child.on("error", () => resolve(null));
      child.on("exit", resolve);
    }),
  };
}
