// Prepares a meeting from a scenario, settings and flags. Every command that runs or checks a
// scenario begins here; nothing is spent yet.

import { randomInt } from "node:crypto";
import { requirePrices } from "../../engine/money/budget.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import { shuffle } from "../../engine/routing/select.ts";
import { BoardroomError } from "../../errors.ts";
import { createUsageError, getTerminalWidth, type Io, print } from "../../home/process/io.ts";
import { findLastTest } from "../../home/records/board-tests.ts";
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
import { createWallClock } from "../../home/spending/money.ts";
import { lookUpKey } from "../../lists.ts";
import { isProgram, isSimulated, parseModelSpec } from "../../models/contract/model-spec.ts";
import { listUnwritten } from "../../scenario/documents/document-text.ts";
import { listMemberEntries } from "../../scenario/files/scenario-file.ts";
import type { Settings } from "../../scenario/files/settings.ts";
import type { YamlFile } from "../../scenario/files/yaml-file.ts";
import {
  type ResolvedSettings,
  resolveSettings,
  toOverrides,
} from "../../scenario/loading/assemble-scenario.ts";
import {
  completeScenario,
  findScenario,
  listScenarios,
  openScenario,
} from "../../scenario/loading/load.ts";
import { isGuest, type Limits, type Scenario, type Seat } from "../../scenario/schema/scenario.ts";
import type { ScenarioFile } from "../../scenario/schema/scenario-file.ts";
import { wrap } from "../../text/wrap.ts";
import {
  chooseArbiterOption,
  excludeMembers,
  listStatedModels,
  nameByModel,
  readPriorMeetings,
  replaceModels,
  type StatedModels,
  warnOfSharedModel,
} from "./members-and-documents.ts";
import { type ScenarioFlags, withFlagPlaces } from "./scenario-flags.ts";

export type Prepared = {
  scenario: Scenario;
  protocol: Protocol;
  settings: ResolvedSettings;
  project: ProjectSettings;
  yaml: YamlFile;
  stated: StatedModels;
};

export async function prepare(
  io: Io,
  nameOrPath: string | undefined,
  given: ScenarioFlags,
): Promise<Prepared> {
  const flags = given.model === AUTO ? { ...given, model: await chooseModel(io) } : given;
  if (nameOrPath === undefined) throw await createMissingScenarioError(io);
  const { project, protocols, typed } = await loadCustomCode(
    io,
    await readResolvedSettings(io, flags),
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
  const settings = resolveWithSeed(flags, project, read.stated);
  const overrides = toOverrides(settings);
  const loaded = await completeScenario(opened, {
    ...overrides,
    members: { ...dealModels(read.scenario, flags.models, settings.values.seed), ...flags.member },
    protocol: named?.name,
    document: flags.document,
    attach: flags.attach,
  });
  const present = excludeMembers(loaded, flags, flags.by ?? flags.as ?? UNNAMED_PERSON);
  const { model } = overrides;
  const seated =
    model === undefined
      ? simulateWithoutKeys(io, read.scenario, present, project)
      : { ...present, options: replaceModels(present.options, () => model) };
  const stated = listStatedModels(read.scenario);
  print(io.stderr, warnOfSharedModel(seated.members, stated));
  print(io.stderr, warnOfUnusedOptions(read.scenario, protocol));
  const prior = await readPriorMeetings(io, seated.question, flags.prior);
  const changed = applyFlags(seated, flags, protocol);
  const scenario = {
    ...changed,
    documents: [...changed.documents, ...prior],
    limits: limitToBudget(changed.limits, project.budget.meeting),
  };
  print(io.stderr, warnOfLanguage(scenario));
  withFlagPlaces(flags.option, () => protocol.bind(scenario));
  const boardTest = findLastTest(io.cwd, scenario, protocol, createWallClock(io)());
  const tested = boardTest === null ? scenario : { ...scenario, boardTest };
  return { scenario: tested, protocol, settings, project, yaml: read.yaml, stated };
}

/** Models that are dealt to members need a seed, so one is drawn if none is given. */
function resolveWithSeed(
  flags: ScenarioFlags,
  project: ProjectSettings,
  scenario: Settings,
): ResolvedSettings {
  const layers = { flags: toSettings(flags), ...toSettingsLayers(project), scenario };
  const resolved = resolveSettings(layers);
  const seed = resolved.values.seed ?? (flags.models && randomInt(1, 1_000_000));
  return { ...resolved, values: { ...resolved.values, seed } };
}

/** The scenario as the flags of the command change it. */
function applyFlags(scenario: Scenario, flags: ScenarioFlags, protocol: Protocol): Scenario {
  const { question, option = [], view, visibility } = flags;
  const options = [...option.map(toTypedOption), ...chooseArbiterOption(protocol, flags.arbiter)];
  return {
    ...scenario,
    question: question ?? scenario.question,
    members: setEffort(nameByModel(protocol, scenario.members), flags.effort),
    limits: { ...scenario.limits, ...toLimits(flags) },
    options: withOptions(scenario.options, options),
    prompt: {
      ...scenario.prompt,
      view: view ?? scenario.prompt.view,
      visibility: visibility ?? scenario.prompt.visibility,
    },
  };
}

/** A flag can name another protocol than the file, whose options then have no meaning. */
function warnOfUnusedOptions(
  { protocol, options }: Pick<Scenario, "protocol" | "options">,
  { name }: Protocol,
): string[] {
  const unused = Object.keys(options);
  if (protocol === name || unused.length === 0) return [];
  return [
    `The options of the scenario (${unused.join(", ")}) belong to the protocol ${protocol}. ${name} does not use them.`,
  ];
}

/** An agreement of one model in all seats ends a board only if the user typed that it may. */
export function toTypedOption(option: OptionSetting): OptionSetting {
  const isTyped = option.path.join(".") === "stopWhenSettled" && option.value === true;
  return isTyped ? { path: option.path, value: "always" } : option;
}

async function readResolvedSettings(io: Io, { model }: ScenarioFlags): Promise<ProjectSettings> {
  const project = await readSettings(io);
  if (model !== undefined || project.stated.model !== AUTO) return project;
  const found = await chooseModel(io);
  const resolveAuto = <Stated extends Settings>(stated: Stated): Stated =>
    stated.model === AUTO ? { ...stated, model: found } : stated;
  const now = await readSettings(io);
  return {
    ...now,
    environment: resolveAuto(now.environment),
    stated: resolveAuto(now.stated),
    files: now.files.map((file) => ({ ...file, stated: resolveAuto(file.stated) })),
  };
}

function setEffort(members: readonly Seat[], efforts: ScenarioFlags["effort"] = {}): Seat[] {
  const ids = members.map(({ id }) => id);
  const unknown = Object.keys(efforts).find((id) => id !== "*" && !ids.includes(id));
  if (unknown !== undefined)
    throw createUsageError(
      `--effort names the member "${unknown}", who is not in the scenario`,
      `Members are ${ids.join(", ")}.`,
    );
  return members.map((seat) => {
    const effort = lookUpKey(efforts, seat.id) ?? efforts["*"];
    return effort === undefined ? seat : { ...seat, sampling: { ...seat.sampling, effort } };
  });
}

/** Scripts are in English. */
function warnOfLanguage({ language = "en", members }: Scenario): readonly string[] {
  if (language === "en" || !members.some(({ model }) => isSimulated(model))) return [];
  return [
    `warning: the scenario asks for language ${language}, but simulated members speak English`,
  ];
}

function dealModels(
  file: ScenarioFile,
  models: readonly string[] | undefined,
  seed: string | number | undefined,
): Readonly<Record<string, string>> {
  if (models === undefined) return {};
  const ids = listMemberEntries(file).flatMap(({ id, model = "" }) => (isGuest(model) ? [] : [id]));
  return Object.fromEntries(
    shuffle(ids, String(seed), "models").flatMap((id, at) => {
      const model = models[at % models.length];
      return model === undefined ? [] : [[id, model]];
    }),
  );
}

/** The project's budget for one meeting is the most that scenario or flags can allow themselves. */
function limitToBudget(limits: Limits, most: number | undefined): Limits {
  if (most === undefined) return limits;
  return { ...limits, dollars: Math.min(most, limits.dollars ?? most) };
}

function toLimits({
  maxMinutes,
  maxTokens,
  maxDollars,
  answerMinutes,
}: ScenarioFlags): Partial<Limits> {
  return { minutes: maxMinutes, tokens: maxTokens, dollars: maxDollars, answerMinutes };
}

function toSettings({ seed, maxMessages, model }: ScenarioFlags): Settings {
  return { seed, maxMessages, model };
}

async function createMissingScenarioError(io: Io): Promise<BoardroomError> {
  const names = (await listScenarios(io)).map(
    ({ name, title }) => `  ${name}${title ? `: ${title}` : ""}`,
  );
  return createUsageError("missing argument: scenario", ["Available:", ...names].join("\n"));
}

/** One key is enough to leave everything as written: a panel is never partly simulated by accident. */
function simulateWithoutKeys(
  io: Io,
  file: ScenarioFile,
  scenario: Scenario,
  project: ProjectSettings,
) {
  if (file.whenNoKey !== "simulate") return scenario;
  const providers = createModelRegistry(io, project.models).endpoints();
  const findKeyVariable = (model: string): string | null =>
    providers.find(({ name }) => model.startsWith(`${name}:`))?.keyVariable ?? null;
  const stated = listStatedModels(file);
  const named = scenario.members.filter(
    ({ id, model }) => model === stated.get(id) && findKeyVariable(model) !== null,
  );
  const variables = [...new Set(named.flatMap(({ model }) => findKeyVariable(model) ?? []))];
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
      findKeyVariable(model) === null ? model : "simulated",
    ),
  };
}

export function requireSpeakers(
  io: Io,
  { scenario, project }: Pick<Prepared, "scenario" | "project">,
): void {
  const { models, factories } = project;
  const unwritten = listUnwritten(scenario.documents);
  if (unwritten.length > 0) throw new BoardroomError("scenario-invalid", unwritten);
  const registry = createModelRegistry(io, models, factories);
  const specs = new Map<string, { spec: string }>();
  for (const seat of scenario.members)
    for (const spec of [seat.model, seat.fallback ?? seat.model]) {
      if (isSimulated(spec) || isProgram(spec)) registry.create({ spec, seat, scenario });
      // Models of own code tell only when they are made whether they cost anything.
      if (isGuest(spec) || Object.hasOwn(factories ?? {}, spec.split(":")[0] ?? "")) continue;
      parseModelSpec(spec);
      specs.set(spec === seat.model ? seat.id : `${seat.id} (fallback)`, { spec });
    }
  requirePrices(scenario.limits, specs, models.prices);
}
