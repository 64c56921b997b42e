import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly err: string;
};

/** The program compiled as it is published, in a folder of its own. */
export type Built = {
  readonly bin: string;
  /** Starts it in a process of its own; `onOut` is told what it prints as it comes. */
  start(
    argv: readonly string[],
    cwd: string,
    onOut?: (text: string) => void,
    env?: Readonly<Record<string, string>>,
  ): { readonly kill: () => void; readonly pid: number; readonly ended: Promise<Ended> };
  remove(): void;
};

export function buildProgram(): Built {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-built-"));
  for (const name of ["package.json", "node_modules", "scenarios", "personas"])
    symlinkSync(join(root, name), join(folder, name));
  spawnSync(process.execPath, [join(root, "scripts/build.js"), join(folder, "dist")]);
  const bin = join(folder, "dist/bin.js");
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
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
