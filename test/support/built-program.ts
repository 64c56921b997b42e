import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { root } from "./built-folder.ts";

export type Ended = {
  code: number | null;
  signal: NodeJS.Signals | null;
  err: string;
};

/** The program compiled as it is published. */
export type Built = {
  bin: string;
  start(
    argv: readonly string[],
    cwd: string,
    onOut?: (text: string) => void,
    env?: Readonly<Record<string, string>>,
  ): { kill: () => void; pid: number; ended: Promise<Ended> };
};

/** Compiles it, unless another file of this run has. */
export function buildProgram(): Built {
  const folder = inject("builtFolder");
  const bin = join(folder, "dist/bin.js");
  if (!existsSync(bin))
    spawnSync(process.execPath, [
      join(root, "scripts/build.js"),
      join(folder, "dist"),
      "--no-types",
    ]);
  return {
    bin,
    start(argv, cwd, onOut = () => {}, env = {}) {
      const child = spawn(process.execPath, [bin, ...argv], {
        cwd,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let err = "";
      child.stdout.on("data", (piece) => onOut(String(piece)));
      child.stderr.on("data", (piece) => (err += piece));
      const ended = new Promise<Ended>((resolve) =>
        child.on("close", (code, signal) => resolve({ code, signal, err })),
      );
      return { kill: () => child.kill("SIGKILL"), pid: child.pid!, ended };
    },
  };
}
