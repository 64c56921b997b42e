import { withSettledPrompt } from "../../engine/meeting/contract/protocol.ts";
import { type ProjectSettings, settingLayers } from "../../home/settings/settings.ts";
import type { Prepared } from "../../run/prepare/prepare.ts";
import type { ScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import {
  type Layer,
  type ResolvedSettings,
  resolveSettings,
} from "../../scenario/loading/assemble-scenario.ts";
import { aligned } from "../../text/aligned.ts";

type SettingRow = readonly [setting: string, value: string, from: string];

const HEAD = ["SETTING", "VALUE", "FROM"] as const;

export function settingLines(prepared: Prepared, flags: ScenarioFlags): readonly string[] {
  return aligned([
    HEAD,
    ...resolvedRows(prepared.settings, prepared.project),
    ...ofScenario(prepared, flags),
    ...options(flags),
  ]);
}

export function projectSettingLines(project: ProjectSettings, width: number | undefined): readonly string[] {
  return aligned(
    [HEAD, ...resolvedRows(resolveSettings(settingLayers(project)), project), ...furtherRows(project)],
    width,
  );
}

function layerInWords(layer: Layer, { files }: ProjectSettings): string {
  return layer === "user" ? (files.find(({ of }) => of === "user")?.shown ?? layer) : layer;
}

function resolvedRows({ values, from }: ResolvedSettings, project: ProjectSettings): readonly SettingRow[] {
  const keys = Object.keys(from) as (keyof typeof from)[];
  return keys.map((key) => [
    key,
    String(values[key] ?? "random for each meeting"),
    layerInWords(from[key], project),
  ]);
}

function furtherRows({
  files,
  budget,
  code,
  members,
  theme,
  notify,
  retentionDays,
}: ProjectSettings): readonly SettingRow[] {
  const statedIn = (key: keyof typeof budget) => files.find((file) => file.budget[key] !== undefined)?.shown;
  const from = (is: (file: ProjectSettings["files"][number]) => boolean) => files.find(is)?.shown ?? "";
  return [
    ...Object.entries(members).map(
      ([id, model]): SettingRow => [`members.${id}`, model, from((file) => Object.hasOwn(file.members, id))],
    ),
    ...(theme === undefined ? [] : [["theme", theme, from((file) => file.theme !== undefined)] as const]),
    ...(retentionDays === undefined
      ? []
      : [["retention.days", String(retentionDays), from((file) => file.retentionDays !== undefined)] as const]),
    ...(notify === undefined ? [] : [["notify", notify, from(({ of }) => of === "user")] as const]),
    ...Object.entries(budget).map(
      ([key, dollars]): SettingRow => [
        `budget.${key}`,
        `$${dollars}`,
        statedIn(key as keyof typeof budget) ?? "",
      ],
    ),
    ...files.flatMap(({ models: { providers = {}, prices = {} }, shown }): SettingRow[] => [
      ...Object.entries(providers).map(
        ([name, set]): SettingRow => [`providers.${name}`, JSON.stringify(set), shown],
      ),
      ...Object.entries(prices).map(
        ([name, set]): SettingRow => [`prices.${name}`, JSON.stringify(set), shown],
      ),
    ]),
    ...Object.entries(code).map(
      ([kind, paths = []]): SettingRow => [
        `code.${kind}`,
        paths.join(", "),
        files.find(({ of }) => of === "user")?.shown ?? "",
      ],
    ),
  ];
}

function ofScenario(
  { scenario, protocol, yaml, project }: Prepared,
  flags: ScenarioFlags,
): readonly SettingRow[] {
  const { minutes, tokens, dollars } = scenario.limits;
  const { prompt } = withSettledPrompt(scenario, protocol);
  const written = yaml.value as {
    readonly protocol?: unknown;
    readonly prompt?: { readonly view?: unknown; readonly visibility?: unknown; readonly scaffold?: unknown };
  };
  const from = (flag: unknown, stated: unknown) =>
    flag !== undefined ? "flags" : stated !== undefined ? "scenario" : "default";
  const isCapped = dollars !== undefined && dollars === project.budget.meeting && flags.maxDollars !== dollars;
  const cap = project.files.find(({ budget }) => budget.meeting !== undefined)?.shown ?? "";
  const limit = (name: string, value: number | undefined, source: string): readonly SettingRow[] =>
    value === undefined ? [] : [[name, String(value), source]];
  return [
    ...(flags.question === undefined ? [] : [["question", flags.question, "flags"] as const]),
    ["protocol", scenario.protocol, from(flags.protocol, written.protocol)],
    ...limit("maxMinutes", minutes, from(flags.maxMinutes, minutes)),
    ...limit("maxTokens", tokens, from(flags.maxTokens, tokens)),
    ...limit("maxDollars", dollars, isCapped ? cap : from(flags.maxDollars, dollars)),
    ["view", prompt.view, from(flags.view, written.prompt?.view)],
    ["visibility", String(prompt.visibility), from(flags.visibility, written.prompt?.visibility)],
    ["scaffold", String(prompt.scaffold), from(undefined, written.prompt?.scaffold)],
  ];
}

function options({ option = [] }: ScenarioFlags): readonly SettingRow[] {
  return option.map(({ path, value }) => [`options.${path.join(".")}`, JSON.stringify(value), "flags"]);
}
