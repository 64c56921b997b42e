import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isOutside } from "../../scenario/files/paths.ts";
import type { Io } from "../process/io.ts";
import type { OuterSettings } from "../settings/settings.ts";

export function transcriptsOf({ cwd }: Pick<Io, "cwd">, { stated }: OuterSettings): string {
  return resolve(cwd, stated.out ?? "transcripts");
}

/** Next to the project's transcripts. If there is no such folder: in the user's files, or next to `out`. */
export function ledgerFolder(
  { cwd, env }: Pick<Io, "cwd" | "env">,
  outer: OuterSettings,
  out: string | undefined,
): string {
  const project = transcriptsOf({ cwd }, outer);
  const { day, project: all } = outer.budget;
  if (out === undefined || day !== undefined || all !== undefined) return project;
  const named = resolve(cwd, out);
  if (!isOutside(project, named) || isWritable(project)) return project;
  return userState(env) ?? dirname(named);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** XDG base directories, and their like on Windows. */
export function userState({ XDG_STATE_HOME, LOCALAPPDATA, HOME }: Io["env"]): string | null {
  if (XDG_STATE_HOME) return join(XDG_STATE_HOME, "boardroom");
  if (LOCALAPPDATA) return join(LOCALAPPDATA, "boardroom");
  return HOME && existsSync(HOME) ? join(HOME, ".local", "state", "boardroom") : null;
}
