import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import type { BoardroomError } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { AUTO } from "../../home/settings/auto-model.ts";
import { WHOEVER } from "../../home/settings/flag-values.ts";
import { withOptions } from "../../home/settings/option-settings.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { optionsOf, protocolOf, sheetOf } from "../../home/settings/protocols.ts";
import { foundModel, type OuterSettings, outerLayers, readSettings } from "../../home/settings/settings.ts";
import { ownOf } from "../../lists.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import { memberEntries } from "../../scenario/files/check-scenario.ts";
import type { Settings } from "../../scenario/files/settings.ts";
import type { YamlFile } from "../../scenario/files/yaml-file.ts";
import { completeScenario, findScenario, listScenarios, openScenario } from "../../scenario/loading/load.ts";
import {
  type ResolvedSettings,
  resolveSettings,
  settingsOverrides,
} from "../../scenario/loading/resolve-settings.ts";
import type { Limits, Scenario } from "../../scenario/schema/scenario.ts";
import type { ScenarioFile } from "../../scenario/schema/scenario-file.ts";
import { withFlagPlaces } from "./error-place.ts";
import { namedByModel, oneModelWarning, replaceModels, statedModels } from "./ordered-model.ts";
import { recalled, withoutMemory } from "./recall.ts";
import type { ScenarioFlags } from "./scenario-flags.ts";
import { simulatedWithoutKeys } from "./when-no-key.ts";
import { arbiterOption, priorDocuments, withoutMembers } from "./who-and-what.ts";

export type Prepared = {
  readonly scenario: Scenario;
  readonly protocol: Protocol;
  readonly settings: ResolvedSettings;
  readonly outer: OuterSettings;
  readonly yaml: YamlFile;
  readonly stated: ReturnType<typeof statedModels>;
};

/** `isFresh`: members come without notes of earlier meetings, and leave none. */
export async function prepare(
  io: Io,
  nameOrPath: string | undefined,
  flags: ScenarioFlags,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): Promise<Prepared> {
  if (nameOrPath === undefined) throw await missingScenario(io);
  const { outer, protocols, typed } = await withOwnCode(io, await foundSettings(io, flags), flags.protocol);
  const source = await findScenario(nameOrPath, io);
  const named = flags.protocol === undefined ? undefined : (typed ?? protocolOf(flags.protocol, protocols));
  const opened = await openScenario(source, named ? undefined : optionsOf(protocols), {
    sheetOf: named ? undefined : sheetOf(protocols),
  });
  const { read } = opened;
  const protocol = named ?? protocolOf(read.scenario.protocol, protocols);
  const settings = resolveSettings({
    flags: flagSettings(flags),
    ...outerLayers(outer),
    scenario: read.stated,
  });
  const overrides = settingsOverrides(settings);
  const loaded = await completeScenario(opened, {
    ...overrides,
    members: { ...membersModels(read.scenario, outer, settings), ...flags.member },
    protocol: named?.name,
    document: flags.document,
    attach: flags.attach,
  });
  const present = withoutMembers(loaded, flags.exclude, flags.by ?? flags.as ?? WHOEVER);
  const { model: ordered } = overrides;
  const asked =
    ordered === undefined
      ? simulatedWithoutKeys({ io, file: read.scenario, scenario: present, outer })
      : present;
  const options = ordered === undefined ? asked.options : replaceModels(asked.options, () => ordered);
  const stated = statedModels(read.scenario);
  print(io.stderr, oneModelWarning(asked.members, stated));
  const given = {
    ...asked,
    ...(flags.question !== undefined && { question: flags.question }),
    documents: [...asked.documents, ...(await priorDocuments(io, asked.question, flags.prior))],
    members: namedByModel(protocol, asked.members, stated),
    limits: withinBudget({ ...asked.limits, ...flagLimits(flags) }, outer.budget.meeting),
    options: withOptions(options, [...(flags.option ?? []), ...arbiterOption(protocol, flags.arbiter)]),
    prompt: {
      ...asked.prompt,
      ...(flags.view && { view: flags.view }),
      ...(flags.visibility && { visibility: flags.visibility }),
    },
  };
  print(io.stderr, spokenNote(given));
  const scenario = isFresh ? withoutMemory(given) : await recalled(io, given);
  withFlagPlaces(flags.option, () => protocol.bind(scenario));
  return { scenario, protocol, settings, outer, yaml: read.yaml, stated };
}

async function foundSettings(io: Io, { model }: ScenarioFlags): Promise<OuterSettings> {
  const outer = await readSettings(io);
  if (model !== undefined || outer.stated.model !== AUTO) return outer;
  const found = await foundModel(io);
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
  return [`warning: the scenario asks for language ${language}, but simulated members speak English`];
}

/** Models of the user's settings, for members whom neither the scenario nor an order gives one. */
function membersModels(
  file: ScenarioFile,
  { members }: OuterSettings,
  { from }: ResolvedSettings,
): Readonly<Record<string, string>> {
  if (file.model !== undefined || from.model === "flags" || from.model === "environment") return {};
  const own = memberEntries(file).filter(({ model }) => model === undefined);
  return Object.fromEntries(
    own.flatMap(({ id, persona }) => {
      const model = ownOf(members, id) ?? ownOf(members, persona);
      return model === undefined ? [] : [[id, model]];
    }),
  );
}

/** The project's budget for one meeting is the most that scenario or flags can allow themselves. */
function withinBudget(limits: Limits, most: number | undefined): Limits {
  if (most === undefined) return limits;
  return { ...limits, dollars: Math.min(most, limits.dollars ?? most) };
}

function flagLimits({ maxMinutes, maxTokens, maxDollars, answerMinutes }: ScenarioFlags): Partial<Limits> {
  return {
    ...(maxMinutes !== undefined && { minutes: maxMinutes }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(maxDollars !== undefined && { dollars: maxDollars }),
    ...(answerMinutes !== undefined && { answerMinutes }),
  };
}

function flagSettings({ seed, maxMessages, model, durability }: ScenarioFlags): Settings {
  return {
    ...(seed !== undefined && { seed }),
    ...(maxMessages !== undefined && { maxMessages }),
    ...(model !== undefined && { model }),
    ...(durability !== undefined && { durability }),
  };
}

async function missingScenario(io: Io): Promise<BoardroomError> {
  const names = (await listScenarios(io)).map(({ name, title }) => `  ${name}${title ? `: ${title}` : ""}`);
  return usage(
    "which scenario? Name one, or the path of a folder with scenario.yaml:",
    names.join("\n").trimStart(),
  );
}
