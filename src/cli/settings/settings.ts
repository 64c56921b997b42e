import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BoardroomError } from "../../errors.ts";
import { type ModelSettings, modelSettingsSchema } from "../../models/registry/settings.ts";
import { environmentSettings, parseSettings, type Settings } from "../../scenario/files/settings.ts";
import type { Io } from "../terminal/io.ts";
import { type BudgetSettings, budgetSchema } from "./budget-settings.ts";

/** Settings outside flags and scenario. */
export type OuterSettings = {
  readonly environment: Settings;
  /** The part of `boardroom.yaml` that any layer may state. */
  readonly file: Settings;
  readonly models: ModelSettings;
  readonly budget: BudgetSettings;
};

/** Reads the environment, and `boardroom.yaml` in the working folder where there is one. */
export async function readSettings({ env, cwd }: Pick<Io, "env" | "cwd">): Promise<OuterSettings> {
  const text = await readOptional(join(cwd, FILE));
  const {
    providers,
    prices,
    budget = {},
    ...file
  } = text === null
    ? {}
    : parseSettings({ text, file: FILE }, { ...modelSettingsSchema.shape, budget: budgetSchema.optional() });
  return {
    environment: environmentSettings(env),
    file,
    budget,
    models: { ...(providers && { providers }), ...(prices && { prices }) },
  };
}

/** Colours as environment or `boardroom.yaml` ask for them. */
export function colorOf({ environment, file }: OuterSettings): Settings["color"] {
  return environment.color ?? file.color;
}

const FILE = "boardroom.yaml";

async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    const message = `the settings cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw new BoardroomError("settings-invalid", { place: { file: FILE }, message }, { cause });
  }
}
