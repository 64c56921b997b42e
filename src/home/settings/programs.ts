// Lists the programs of the user's settings, and whether they are on this computer. It starts none.

import type { Problem } from "../../errors.ts";
import type { ModelSettings } from "../../models/registry/settings.ts";
import type { Io } from "../process/io.ts";
import { findCommand } from "../process/model-programs.ts";

export type ListedProgram = {
  name: string;
  /** What is started, without its arguments. */
  file: string;
  speaks: "acp" | "text";
  isFound: boolean;
};

export function listPrograms(
  { env }: Io,
  { programs = {} }: ModelSettings,
): readonly ListedProgram[] {
  return Object.entries(programs).map(([name, { command, speaks = "acp", env: own }]) => {
    const [file = ""] = command;
    return { name, file, speaks, isFound: findCommand(file, { ...env, ...own }) !== null };
  });
}

/** Programs among these models that cannot be started, found before anything is asked. */
export function findMissingPrograms(
  io: Io,
  settings: ModelSettings,
  specs: readonly string[],
): readonly (Problem & { spec: string })[] {
  const missing = listPrograms(io, settings).filter(({ isFound }) => !isFound);
  return specs.flatMap((spec) => {
    const program = missing.find(({ name }) => `${spec}/`.startsWith(`program:${name}/`));
    if (program === undefined) return [];
    return {
      spec,
      message: `${spec} cannot be started: ${program.file} was not found`,
      remedy: `Install it, or correct programs.${program.name}.command in your settings.`,
    };
  });
}
