// Starts other processes: the workers of a study, which talk to their parent, and meetings that
// agents start, which run alone.

import { fork, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { closeSync } from "node:fs";
import { availableParallelism } from "node:os";
import { openToAppend } from "../../files.ts";
import { getLoaderOptions, locateBuiltFile } from "../../scenario/files/package-files.ts";

export type ChildProcess = {
  send(message: unknown): boolean;
  onMessage(take: (message: unknown) => void): void;
  /** Called once, when it has ended, however that came. */
  onExit(take: () => void): void;
  dismiss(): void;
};

/** `program`: a module of this package that runs by itself. */
export function startChild(program: string): ChildProcess {
  const child = fork(locateBuiltFile(program), {
    env: {},
    execArgv: [...getLoaderOptions()],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const ended = new EventEmitter();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    ended.emit("over");
  };
  child.once("exit", end);
  child.once("error", end);
  return {
    send: (message) => child.connected && child.send(message as object, () => {}),
    onMessage: (take) => child.on("message", take),
    onExit: (take) => (isOver ? take() : ended.once("over", take)),
    dismiss() {
      if (child.connected) child.disconnect();
    },
  };
}

export type Parent = Omit<ChildProcess, "dismiss">;

/** Of a child. Ctrl-C reaches it too, but only its parent ends it. */
export function connectParent(): Parent {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const)
    process.on(name, () => {});
  return {
    send: (message) => process.connected && process.send?.(message) === true,
    onMessage: (take) => process.on("message", take),
    onExit: (take) => process.once("disconnect", take),
  };
}

export function countCores(): number {
  return availableParallelism();
}

export type StartedProgram = {
  ended: Promise<number | null>;
  /** Asks it to end in order, as Ctrl-C would. */
  stop(): void;
};

/** Ctrl-C and the end of this process do not reach it. Only `stop` ends it early. */
export function startProgram(argv: readonly string[], cwd: string, log: string): StartedProgram {
  const out = openToAppend(log);
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
    stop: () => child.kill("SIGTERM"),
  };
}
