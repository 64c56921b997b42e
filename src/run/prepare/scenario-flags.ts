// The flags that change a scenario, and the places that errors name for them: a flag, a variable or
// a line of a file.

import { mapProblems, type Place, type Problem } from "../../errors.ts";
import type { OptionSetting, ProjectSettings } from "../../home/settings/settings.ts";
import type { YamlFile } from "../../scenario/files/yaml-file.ts";
import type { ResolvedSettings } from "../../scenario/loading/assemble-scenario.ts";
import type { PromptSettings, SamplingSettings } from "../../scenario/schema/scenario.ts";

/** A member to run without, and the reason. */
export type Exclusion = { id: string; because?: string | undefined };

export type ScenarioFlags = {
  question?: string;
  seed?: string | number;
  maxMessages?: number;
  maxMinutes?: number;
  maxTokens?: number;
  maxDollars?: number;
  answerMinutes?: number;
  model?: string;
  models?: readonly string[];
  member?: Readonly<Record<string, string>>;
  protocol?: string;
  option?: readonly OptionSetting[];
  document?: string;
  attach?: readonly string[];
  exclude?: readonly Exclusion[];
  as?: string;
  by?: string;
  arbiter?: string;
  /** By the member's id; `*` for all. */
  effort?: Readonly<Record<string, Effort>>;
  prior?: readonly string[];
  view?: PromptSettings["view"];
  visibility?: PromptSettings["visibility"];
};

export type Effort = NonNullable<SamplingSettings["effort"]>;

type SettingSources = {
  settings: ResolvedSettings;
  yaml: YamlFile;
  project: ProjectSettings;
};

export function withPlaces<T>(stated: SettingSources, { option }: ScenarioFlags, act: () => T): T {
  return withFlagPlaces(option, () =>
    addPlaces(
      ({ place, spec }) => (place || spec === undefined ? undefined : findModelPlace(stated, spec)),
      act,
    ),
  );
}

export function withFlagPlaces<T>(options: readonly OptionSetting[] = [], act: () => T): T {
  const paths = options.map(({ path }) => path.join("."));
  return addPlaces(({ path: [root, ...keys] = [] }) => {
    if (root !== "options") return undefined;
    const wrong = keys.map(String).join(".");
    const flag = paths.find((path) => isWithin(path, wrong) || isWithin(wrong, path));
    return flag === undefined ? undefined : { file: `--option ${flag}` };
  }, act);
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}

function findModelPlace(
  { settings, yaml, project }: SettingSources,
  spec: string,
): Place | undefined {
  const file = yaml.value as { model?: unknown; members?: readonly unknown[] };
  const own = (file.members ?? []).findIndex(
    (entry) => (entry as { model?: unknown } | null)?.model === spec,
  );
  if (own >= 0) return yaml.locate(["members", own, "model"]);
  if (settings.values.model !== spec) return undefined;
  switch (settings.modelFrom) {
    case "scenario":
      return yaml.locate(["model"]);
    case "environment":
      return { file: "BOARDROOM_MODEL" };
    case "boardroom.yaml":
      return { file: "boardroom.yaml" };
    case "user":
      return { file: project.files.find(({ of }) => of === "user")?.shown ?? "" };
    default:
      return undefined;
  }
}

function addPlaces<T>(findPlace: (problem: Problem) => Place | undefined, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw mapProblems(error, (problem) => {
      const place = findPlace(problem);
      if (place === undefined) return problem;
      const message = problem.message.replace(
        `${place.file?.replace("--option ", "options.")} `,
        "",
      );
      return { ...problem, place, message };
    });
  }
}
