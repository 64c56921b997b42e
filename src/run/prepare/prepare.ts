import { randomInt } from "node:crypto";
import { requirePrices } from "../../engine/money/budget.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import { shuffled } from "../../engine/routing/select.ts";
import { BoardroomError } from "../../errors.ts";
import { createUsageError, getTerminalWidth, type Io, print } from "../../home/process/io.ts";
import { AUTO } from "../../home/settings/auto-model.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import {
  collectOptionSchemas,
  createSheetReader,
  requireProtocol,
} from "../../home/settings/protocols.ts";
import {
  chooseModel,
  createModelRegistry,
  type OptionSetting,
  type ProjectSettings,
  readSettings,
  toSettingsLayers,
  withOptions,
} from "../../home/settings/settings.ts";
import { UNNAMED_PERSON } from "../../home/spending/approvals.ts";
import { isSimulated, parseModelSpec } from "../../models/contract/model-spec.ts";
import { unwrittenIn } from "../../scenario/documents/document-text.ts";
import { memberEntries } from "../../scenario/files/scenario-file.ts";
import type { Settings } from "../../scenario/files/settings.ts";
import type { YamlFile } from "../../scenario/files/yaml-file.ts";
import {
  type ResolvedSettings,
  resolveSettings,
  settingsOverrides,
} from "../../scenario/loading/assemble-scenario.ts";
import {
  completeScenario,
  findScenario,
  listScenarios,
  openScenario,
} from "../../scenario/loading/load.ts";
import { isGuest, type Limits, type Scenario } from "../../scenario/schema/scenario.ts";
import type { ScenarioFile } from "../../scenario/schema/scenario-file.ts";
import { wrap } from "../../text/wrap.ts";
import {
  arbiterOption,
  namedByModel,
  oneModelWarning,
  priorDocuments,
  replaceModels,
  statedModels,
  withoutMembers,
} from "./members-and-documents.ts";
import { type ScenarioFlags, withFlagPlaces } from "./scenario-flags.ts";

export type Prepared = {
  scenario: Scenario;
  protocol: Protocol;
  settings: ResolvedSettings;
  project: ProjectSettings;
  yaml: YamlFile;
  stated: ReturnType<typeof statedModels>;
};

export async function prepare(
  io: Io,
  nameOrPath: string | undefined,
  given: ScenarioFlags,
): Promise<Prepared> {
  const flags = given.model === AUTO ? { ...given, model: await chooseModel(io) } : given;
  if (nameOrPath === undefined) throw await missingScenario(io);
  const { project, protocols, typed } = await loadCustomCode(
    io,
    await foundSettings(io, flags),
    flags.protocol,
  );
  const source = await findScenario(nameOrPath, io);
  const named =
    flags.protocol === undefined
      ? undefined
      : (typed ?? requireProtocol(flags.protocol, protocols));
  const opened = await openScenario(source, named ? undefined : collectOptionSchemas(protocols), {
    sheetOf: named ? undefined : createSheetReader(protocols),
  });
  const { read } = opened;
  const protocol = named ?? requireProtocol(read.scenario.protocol, protocols);
  const resolved = resolveSettings({
    flags: flagSettings(flags),
    ...toSettingsLayers(project),
    scenario: read.stated,
  });
  const seed = resolved.values.seed ?? (flags.models && randomInt(1, 1_000_000));
  const settings = { ...resolved, values: { ...resolved.values, seed } };
  const overrides = settingsOverrides(settings);
  const dealt = dealtModels(read.scenario, flags.models, seed);
  const loaded = await completeScenario(opened, {
    ...overrides,
    members: { ...dealt, ...flags.member },
    protocol: named?.name,
    document: flags.document,
    attach: flags.attach,
  });
  const present = withoutMembers(loaded, flags, flags.by ?? flags.as ?? UNNAMED_PERSON);
  const { model: ordered } = overrides;
  const asked =
    ordered === undefined ? simulatedWithoutKeys(io, read.scenario, present, project) : present;
  const options =
    ordered === undefined ? asked.options : replaceModels(asked.options, () => ordered);
  const stated = statedModels(read.scenario);
  print(io.stderr, oneModelWarning(asked.members, stated));
  const scenario = {
    ...asked,
    ...(flags.question !== undefined && { question: flags.question }),
    documents: [...asked.documents, ...(await priorDocuments(io, asked.question, flags.prior))],
    members: namedByModel(protocol, asked.members),
    limits: withinBudget({ ...asked.limits, ...flagLimits(flags) }, project.budget.meeting),
    options: withOptions(options, [
      ...(flags.option ?? []).map(toTypedOption),
      ...arbiterOption(protocol, flags.arbiter),
    ]),
    prompt: {
      ...asked.prompt,
      ...(flags.view && { view: flags.view }),
      ...(flags.visibility && { visibility: flags.visibility }),
    },
  };
  print(io.stderr, spokenNote(scenario));
  withFlagPlaces(flags.option, () => protocol.bind(scenario));
  return { scenario, protocol, settings, project, yaml: read.yaml, stated };
}

/** An agreement of one model in all seats ends a board only if the user typed that it may. */
function toTypedOption(option: OptionSetting): OptionSetting {
  const isTyped = option.path.join(".") === "stopWhenSettled" && option.value === true;
  return isTyped ? { path: option.path, value: "always" } : option;
}

async function foundSettings(io: Io, { model }: ScenarioFlags): Promise<ProjectSettings> {
  const project = await readSettings(io);
  if (model !== undefined || project.stated.model !== AUTO) return project;
  const found = await chooseModel(io);
  const resolved = <Stated extends Settings>(stated: Stated): Stated =>
    stated.model === AUTO ? { ...stated, model: found } : stated;
  const now = await readSettings(io);
  return {
    ...now,
    environment: resolved(now.environment),
    stated: resolved(now.stated),
    files: now.files.map((file) => ({ ...file, stated: resolved(file.stated) })),
  };
}

/** Scripts are in English. */
function spokenNote({ language = "en", members }: Scenario): readonly string[] {
  if (language === "en" || !members.some(({ model }) => isSimulated(model))) return [];
  return [
    `warning: the scenario asks for language ${language}, but simulated members speak English`,
  ];
}

function dealtModels(
  file: ScenarioFile,
  models: readonly string[] | undefined,
  seed: string | number | undefined,
): Readonly<Record<string, string>> {
  if (models === undefined) return {};
  const ids = memberEntries(file).flatMap(({ id, model = "" }) => (isGuest(model) ? [] : [id]));
  return Object.fromEntries(
    shuffled(ids, String(seed), "models").flatMap((id, at) => {
      const model = models[at % models.length];
      return model === undefined ? [] : [[id, model]];
    }),
  );
}

/** The project's budget for one meeting is the most that scenario or flags can allow themselves. */
function withinBudget(limits: Limits, most: number | undefined): Limits {
  if (most === undefined) return limits;
  return { ...limits, dollars: Math.min(most, limits.dollars ?? most) };
}

function flagLimits({
  maxMinutes,
  maxTokens,
  maxDollars,
  answerMinutes,
}: ScenarioFlags): Partial<Limits> {
  return { minutes: maxMinutes, tokens: maxTokens, dollars: maxDollars, answerMinutes };
}

function flagSettings({ seed, maxMessages, model }: ScenarioFlags): Settings {
  return { seed, maxMessages, model };
}

async function missingScenario(io: Io): Promise<BoardroomError> {
  const names = (await listScenarios(io)).map(
    ({ name, title }) => `  ${name}${title ? `: ${title}` : ""}`,
  );
  return createUsageError("missing argument: scenario", ["Available:", ...names].join("\n"));
}

/** One key is enough to leave everything as written: a panel is never partly simulated by accident. */
function simulatedWithoutKeys(
  io: Io,
  file: ScenarioFile,
  scenario: Scenario,
  project: ProjectSettings,
) {
  if (file.whenNoKey !== "simulate") return scenario;
  const providers = createModelRegistry(io, project.models).endpoints();
  const variableOf = (model: string): string | null =>
    providers.find(({ name }) => model.startsWith(`${name}:`))?.keyVariable ?? null;
  const stated = statedModels(file);
  const named = scenario.members.filter(
    ({ id, model }) => model === stated.get(id) && variableOf(model) !== null,
  );
  const variables = [...new Set(named.flatMap(({ model }) => variableOf(model) ?? []))];
  if (named.length === 0 || variables.some((name) => io.env[name]?.trim())) return scenario;
  const notes = [
    `The panel is simulated and no language model takes part: no key is set for ${named.map(({ model }) => model).join(", ")}.`,
    `Set ${variables.join(", ")} to ask them, or name other models with --member.`,
  ];
  print(
    io.stderr,
    notes.flatMap((note) => wrap(note, getTerminalWidth(io) ?? note.length)),
  );
  return {
    ...scenario,
    members: scenario.members.map((seat) =>
      named.includes(seat) ? { ...seat, model: "simulated" } : seat,
    ),
    options: replaceModels(scenario.options, (model) =>
      variableOf(model) === null ? model : "simulated",
    ),
  };
}

export function requireSpeakers(
  io: Io,
  { scenario, project }: Pick<Prepared, "scenario" | "project">,
): void {
  const { models, factories } = project;
  const unwritten = unwrittenIn(scenario.documents);
  if (unwritten.length > 0) throw new BoardroomError("scenario-invalid", unwritten);
  const registry = createModelRegistry(io, models, factories);
  const specs = new Map<string, { spec: string }>();
  for (const seat of scenario.members)
    for (const spec of [seat.model, seat.fallback ?? seat.model]) {
      if (isSimulated(spec)) registry.create({ spec, seat, scenario });
      // Models of own code tell only when they are made whether they cost anything.
      if (isGuest(spec) || Object.hasOwn(factories ?? {}, spec.split(":")[0] ?? "")) continue;
      parseModelSpec(spec);
      specs.set(spec === seat.model ? seat.id : `${seat.id} (fallback)`, { spec });
    }
  requirePrices(scenario.limits, specs, models.prices);
}
