// Starts the programs that answer for members, each in an empty folder and a process group of its
// own, and ends them with all their children. `models/program` speaks with them.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { lookAt, makeTemporaryFolder, removeFile } from "../../files.ts";
import type {
  ProgramEnd,
  ProgramStart,
  RunningProgram,
  StartProgram,
} from "../../models/program/running-program.ts";
import type { Environment } from "../../scenario/files/variables.ts";

const FOLDER = "boardroom-program-";
const DAY_MS = 86_400_000;

/** From SIGTERM to SIGKILL. */
const GRACE_MS = 1_500;

/** A child that left the group may hold the pipes of a program that has ended. */
const PIPES_MS = 1_000;

const LONGEST_STDERR = 4_000;

/** The parts of the system that tests replace. */
type ProgramSystem = {
  platform: NodeJS.Platform;
  spawn: typeof spawn;
  spawnSync: (file: string, args: string[]) => unknown;
  kill: (group: number, signal: NodeJS.Signals) => void;
};

const SYSTEM: ProgramSystem = {
  platform: process.platform,
  spawn,
  spawnSync,
  kill: (group, signal) => void process.kill(group, signal),
};

const running = new Set<StartedProgram>();
let isGuarded = false;

export function createProgramStarter(system: ProgramSystem = SYSTEM): StartProgram {
  return (start) => {
    guardExit();
    return new StartedProgram(start, system);
  };
}

export const startModelProgram = createProgramStarter();

/** Resolves when no program runs any more. */
export async function stopModelPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()));
}

/** A process that ends in order waits for its programs, and one that must exit at once kills them. */
function guardExit(): void {
  if (isGuarded) return;
  isGuarded = true;
  removeOldFolders();
  process.on("beforeExit", () => void stopModelPrograms());
  process.on("exit", () => {
    for (const program of running) program.kill();
  });
}

/** What a killed process had no time to remove. */
function removeOldFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    const madeAt = name.startsWith(FOLDER) ? lookAt(path)?.mtimeMs : undefined;
    if (madeAt !== undefined && Date.now() - madeAt > DAY_MS) tryTo(() => removeFile(path));
  }
}

/** The group may be empty, and the folder may be another user's. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch {}
}

/** The child and its pipes. */
type Waitable = { ref(): void; unref(): void };

class StartedProgram implements RunningProgram {
  readonly folder = makeTemporaryFolder(tmpdir(), FOLDER);
  readonly output: AsyncIterator<string>;
  readonly ended: Promise<ProgramEnd>;
  end: ProgramEnd | null = null;
  readonly #child: ChildProcess;
  readonly #system: ProgramSystem;
  #stderr = "";
  #hadFiles = false;
  #stopped: Promise<void> | null = null;

  constructor({ command: [file = "", ...args], env }: ProgramStart, system: ProgramSystem) {
    this.#system = system;
    this.#child = system.spawn(file, args, {
      cwd: this.folder,
      env,
      detached: system.platform !== "win32",
      windowsHide: true,
    });
    running.add(this);
    const { stdin, stdout, stderr } = this.#child;
    // A program may end before it has read everything.
    stdin?.on("error", () => {});
    stdout?.setEncoding("utf8");
    stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-LONGEST_STDERR);
    });
    this.output = this.#readOutput();
    this.ended = new Promise((settle) => {
      let pipes: NodeJS.Timeout | undefined;
      const end = (code: number | null, fault: string | null): void => {
        clearTimeout(pipes);
        this.end ??= { code, fault, lastLine: this.#stderr.trim().split("\n").at(-1) ?? "" };
        settle(this.end);
        stdout?.destroy();
        stderr?.destroy();
        void this.stop();
      };
      this.#child.once("error", (error: NodeJS.ErrnoException) =>
        end(null, error.code ?? error.message),
      );
      this.#child.once("exit", (code) => {
        this.#signal("SIGKILL");
        pipes = setTimeout(end, PIPES_MS, code, null);
      });
      this.#child.once("close", (code) => end(code, null));
    });
  }

  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  closeInput(): void {
    this.#child.stdin?.end();
  }

  hasFiles(): boolean {
    this.#hadFiles ||= lookAt(this.folder) !== null && readdirSync(this.folder).length > 0;
    return this.#hadFiles;
  }

  setWaiting(isWaiting: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    const held = [this.#child, stdin, stdout, stderr] as (Partial<Waitable> | null)[];
    for (const each of held) {
      if (isWaiting) each?.unref?.();
      else each?.ref?.();
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.setWaiting(false);
    this.closeInput();
    this.#signal("SIGTERM");
    const grace = setTimeout(() => this.#signal("SIGKILL"), GRACE_MS);
    await this.ended;
    clearTimeout(grace);
    this.kill();
  }

  /** At once, with all children. */
  kill(): void {
    this.#signal("SIGKILL");
    this.hasFiles();
    tryTo(() => removeFile(this.folder));
    running.delete(this);
  }

  /** The group outlives its first process. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    const { platform, kill, spawnSync: run } = this.#system;
    if (platform !== "win32") tryTo(() => kill(-pid, signal));
    else if (signal === "SIGKILL") run("taskkill", ["/pid", String(pid), "/T", "/F"]);
  }

  async *#readOutput(): AsyncGenerator<string> {
    const { stdout } = this.#child;
    if (stdout === null) return;
    try {
      for await (const piece of stdout) yield String(piece);
    } catch {
      // The pipe was closed because the program has ended.
    }
  }
}

/** The file that a command starts, as the system finds it; null if there is none. */
export function findCommand(file: string, env: Environment): string | null {
  const folders = isAbsolute(file) ? [""] : (env.PATH ?? "").split(delimiter);
  const endings = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, file) + ending));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return lookAt(path)?.isFile() === true;
  } catch {
    return false;
  }
}
