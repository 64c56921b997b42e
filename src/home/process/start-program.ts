import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

type StartedProgram = { readonly ended: Promise<number | null> };

/** Neither process's end ends the other. */
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
