import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import type { OptionSetting } from "../../home/settings/option-settings.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import type { YamlFile } from "../../scenario/files/yaml-file.ts";
import type { ResolvedSettings } from "../../scenario/loading/resolve-settings.ts";
import type { ScenarioFlags } from "./scenario-flags.ts";

type SettingsOf = {
  readonly settings: ResolvedSettings;
  readonly yaml: YamlFile;
  readonly outer: OuterSettings;
};

export function withPlaces<T>(stated: SettingsOf, { option }: Pick<ScenarioFlags, "option">, act: () => T): T {
  return withFlagPlaces(option, () =>
    placing(({ place, spec }) => (place || spec === undefined ? undefined : placeOfModel(stated, spec)), act),
  );
}

export function withFlagPlaces<T>(options: readonly OptionSetting[] = [], act: () => T): T {
  const paths = options.map(({ path }) => path.join("."));
  return placing(({ path: [root, ...keys] = [] }) => {
    if (root !== "options") return undefined;
    const wrong = keys.map(String).join(".");
    const flag = paths.find((path) => isWithin(path, wrong) || isWithin(wrong, path));
    return flag === undefined ? undefined : { file: `--option ${flag}` };
  }, act);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}

function placeOfModel({ settings, yaml, outer }: SettingsOf, spec: string): Place | undefined {
  const file = yaml.value as { readonly model?: unknown; readonly members?: readonly unknown[] };
  const own = (file.members ?? []).findIndex((entry) => (entry as { model?: unknown } | null)?.model === spec);
  if (own >= 0) return yaml.placeOf(["members", own, "model"]);
  if (settings.values.model !== spec) return undefined;
  switch (settings.from.model) {
    case "scenario":
      return yaml.placeOf(["model"]);
    case "environment":
      return { file: "BOARDROOM_MODEL" };
    case "boardroom.yaml":
      return { file: "boardroom.yaml" };
    case "user":
      return { file: outer.files.find(({ of }) => of === "user")?.shown ?? "" };
    default:
      return undefined;
  }
}

function placing<T>(placeOf: (problem: Problem) => Place | undefined, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
    const problems = error.problems.map((problem) => {
      const place = placeOf(problem);
      return place === undefined ? problem : { ...problem, place };
    });
    throw new BoardroomError(error.code, problems, { cause: error });
  }
}
