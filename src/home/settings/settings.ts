// Reads `boardroom.yaml` of the folder and of the user, and the environment. Commands pass the
// result on; `scenario/loading` decides which layer wins.

import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Ports } from "../../engine/meeting/runtime.ts";
import { BoardroomError } from "../../errors.ts";
import { MOST_OF_TEXT, readUtf8 } from "../../files.ts";
import type { ThrottleOptions } from "../../models/calls/throttle.ts";
import { listLoopbackPrices } from "../../models/registry/providers.ts";
import type { ModelFactory, ModelRegistry } from "../../models/registry/registry.ts";
import {
  type ModelSettings,
  modelSettingsSchema,
  type ProviderSettings,
  toRetryPolicy,
} from "../../models/registry/settings.ts";
import {
  parseSettings,
  readEnvironmentSettings,
  type Settings,
  settingsSchema,
} from "../../scenario/files/settings.ts";
import { readVariable } from "../../scenario/files/variables.ts";
import { DEFAULT_SETTINGS, type SettingsLayers } from "../../scenario/loading/assemble-scenario.ts";
import { createBuiltInRegistry } from "../../simulated/behaviours/registry.ts";
import type { Io, Surroundings } from "../process/io.ts";
import { startModelProgram } from "../process/model-programs.ts";
import { chooseAutoModel, getMovedProviders } from "./auto-model.ts";

const paths = z.array(z.string().min(1)).optional();

/** `code:` of the user's own settings: files that may be loaded, as paths from the file that names them. */
const codeSchema = z.strictObject({
  protocols: paths.describe("Modules whose default export is a protocol"),
  models: paths.describe("Modules whose default export makes models"),
  selectors: paths.describe("Modules whose default export is a selector"),
});

type CodePaths = z.infer<typeof codeSchema>;

function resolveCodePaths(folder: string, code: CodePaths = {}): CodePaths {
  const named = Object.entries(code).map(([kind, files = []]) => [
    kind,
    files.map((file: string) => resolve(folder, file)),
  ]);
  return Object.fromEntries(named) as CodePaths;
}

export const THEME_NAMES = ["default", "dark", "light", "none"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

/** `budget:` of boardroom.yaml: dollars. */
const budgetSchema = z.strictObject({
  meeting: z.number().positive().optional().describe("Most dollars of one meeting"),
});
type BudgetSettings = z.infer<typeof budgetSchema>;

/** `boardroom.yaml`. */
export const settingsFileSchema = settingsSchema.extend({
  ...modelSettingsSchema.shape,
  budget: budgetSchema.optional().describe("Limits in dollars"),
  code: codeSchema.optional().describe("Your own modules; allowed in your user settings only"),
  theme: z.enum(THEME_NAMES).optional().describe("Colors of the full-screen view"),
});

type StatedInFiles = {
  models: ModelSettings;
  budget: BudgetSettings;
  code: CodePaths;
  theme?: ThemeName | undefined;
};

type SettingsFile = StatedInFiles & {
  shown: string;
  of: "user" | "folder";
  stated: Settings;
};

export type ProjectSettings = StatedInFiles & {
  environment: Settings;
  /** Strongest first. */
  files: readonly SettingsFile[];
  stated: Settings;
  factories?: Readonly<Record<string, ModelFactory>>;
};

const FILE = "boardroom.yaml";

export async function chooseModel(io: Io): Promise<string> {
  return chooseAutoModel(io, (await readSettings(io)).models);
}

/** The folder of transcripts. */
export function locateTranscripts({ cwd }: Io, { stated }: ProjectSettings): string {
  return resolve(cwd, stated.out ?? DEFAULT_SETTINGS.out);
}

/** `boardroom.yaml` in the working folder, and the user's own. */
export async function readSettings(io: Surroundings): Promise<ProjectSettings> {
  const place = locateUserFile(io);
  const folder = { path: join(io.cwd, FILE), shown: FILE, isNamed: false };
  const found = await Promise.all([
    place?.path === folder.path ? null : readSettingsFile("folder", folder),
    place && readSettingsFile("user", place),
  ]);
  const files = found.filter((file) => file !== null);
  const own = files.find(({ of }) => of === "user");
  const weakestFirst = files.toReversed();
  const environment = readEnvironmentSettings(io.env);
  const models = weakestFirst.map((file) => file.models);
  const providers = models.flatMap((each) => Object.entries(each.providers ?? {}));
  const named = {
    ...(providers.length > 0 && { providers: mergeProviders(providers) }),
    ...getMovedProviders(io),
  };
  const prices = Object.assign(
    {},
    listLoopbackPrices(named, io.env),
    ...models.map((each) => each.prices),
  ) as NonNullable<ModelSettings["prices"]>;
  return {
    environment,
    files,
    stated: Object.assign({}, ...weakestFirst.map(({ stated }) => stated), environment) as Settings,
    models: { ...named, prices, programs: own?.models.programs },
    budget: Object.assign({}, ...weakestFirst.map(({ budget }) => budget)) as BudgetSettings,
    code: own?.code ?? {},
    theme: files.find(({ theme }) => theme)?.theme,
  };
}

/** The later file wins. */
function mergeProviders(
  providers: readonly (readonly [string, object])[],
): NonNullable<ModelSettings["providers"]> {
  const merged: Record<string, object> = {};
  for (const [name, settings] of providers) merged[name] = { ...merged[name], ...settings };
  return merged;
}

export function toSettingsLayers({ environment, files }: ProjectSettings): SettingsLayers {
  const findStated = (of: SettingsFile["of"]): Settings =>
    files.find((file) => file.of === of)?.stated ?? {};
  return { environment, "boardroom.yaml": findStated("folder"), user: findStated("user") };
}

type FilePlace = { path: string; shown: string; isNamed: boolean };

/** Path of the user's own settings, whether the file exists or not; null without a home folder. */
export function findUserSettingsPath(surroundings: Surroundings): string | null {
  return locateUserFile(surroundings)?.path ?? null;
}

/** XDG base directories, and their like on Windows. */
function locateUserFile({ env, cwd, config }: Surroundings): FilePlace | null {
  const named = config?.() ?? readVariable(env, "BOARDROOM_CONFIG");
  if (named) return { path: resolve(cwd, named), shown: named, isNamed: true };
  const { XDG_CONFIG_HOME, APPDATA, HOME } = env;
  const folder = XDG_CONFIG_HOME || APPDATA || (HOME && join(HOME, ".config"));
  if (!folder) return null;
  const path = join(resolve(cwd, folder), "boardroom", FILE);
  const isAtHome = HOME !== undefined && HOME !== "" && path.startsWith(join(HOME, "/"));
  return { path, shown: isAtHome ? join("~", path.slice(HOME.length)) : path, isNamed: false };
}

async function readSettingsFile(
  of: SettingsFile["of"],
  place: FilePlace,
): Promise<SettingsFile | null> {
  const { path, shown } = place;
  const text = await readOptional(place);
  if (text === null) return null;
  const {
    providers,
    programs,
    prices,
    budget = {},
    code,
    theme,
    ...stated
  } = parseSettings({ text, file: shown }, settingsFileSchema);
  if (code && of === "folder") throw createFolderCodeError("code");
  if (programs && of === "folder") throw createFolderCodeError("programs");
  return {
    shown,
    of,
    stated,
    models: { providers, programs, prices },
    budget,
    code: resolveCodePaths(dirname(path), code),
    theme,
  };
}

async function readOptional({ path, shown, isNamed }: FilePlace): Promise<string | null> {
  try {
    return readUtf8(path, MOST_OF_TEXT);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if ((code === "ENOENT" || code === "ENOTDIR") && !isNamed) return null;
    const message = code === "ENOENT" ? "file not found" : `the settings cannot be read (${code})`;
    const remedy = "Check the name and the permissions.";
    throw new BoardroomError(
      "settings-invalid",
      { place: { file: shown }, message, remedy },
      { cause },
    );
  }
}

function createFolderCodeError(key: "code" | "programs"): BoardroomError {
  return new BoardroomError("settings-invalid", {
    place: { file: FILE },
    message: `"${key}:" is not allowed in a project's boardroom.yaml, because it would run ${key === "code" ? "code from" : "commands of"} that folder`,
    remedy: "Move it to ~/.config/boardroom/boardroom.yaml, or use a file with --config.",
  });
}

export type OptionSetting = { path: readonly string[]; value: unknown };

export function withOptions(
  options: Readonly<Record<string, unknown>>,
  settings: readonly OptionSetting[],
): Readonly<Record<string, unknown>> {
  return settings.reduce((changed, { path, value }) => withOption(changed, path, value), options);
}

function withOption(
  options: Readonly<Record<string, unknown>>,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...options, [key]: value };
  const inner = Object.hasOwn(options, key) ? options[key] : {};
  const nested = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
  return { ...options, [key]: withOption(nested as Record<string, unknown>, rest, value) };
}

export function createModelRegistry(
  { env, fetch, factories }: Io,
  settings: ModelSettings,
  own: ProjectSettings["factories"] = {},
): ModelRegistry {
  return createBuiltInRegistry({
    env,
    settings,
    fetch,
    startProgram: startModelProgram,
    factories: { ...own, ...factories },
  });
}

/** Each call takes the memory of a process, and plans have narrow limits. */
const PROGRAM_CALLS = 2;
/** A silent program costs minutes, so more attempts would delay the meeting. */
const PROGRAM_ATTEMPTS = 2;

export type ModelPorts = Pick<Ports, "createModel" | "prices" | "providers" | "retry"> &
  Pick<ModelRegistry, "listRefused"> & { throttle: Readonly<Record<string, ThrottleOptions>> };

export function createModelPorts(
  io: Io,
  { models: settings, factories }: ProjectSettings,
): ModelPorts {
  const registry = createModelRegistry(io, settings, factories);
  const programs = Object.entries(settings.programs ?? {});
  const providers: [string, ProviderSettings][] = [
    ...Object.entries(settings.providers ?? {}),
    ...programs.map(([name, each]): [string, ProviderSettings] => [
      `program:${name}`,
      { concurrency: each.concurrency ?? PROGRAM_CALLS, maxAttempts: PROGRAM_ATTEMPTS },
    ]),
  ];
  return {
    createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
    listRefused: registry.listRefused,
    prices: settings.prices,
    providers: settings.providers,
    throttle: Object.fromEntries(
      providers.map(([name, { concurrency, requestsPerMinute }]) => [
        name,
        { concurrency, requestsPerMinute },
      ]),
    ),
    retry: Object.fromEntries(providers.map(([name, each]) => [name, toRetryPolicy(each)])),
  };
}
