import { z } from "zod";
import { BoardroomError } from "../errors.ts";
import { type ScenarioFile, scenarioFileSchema } from "./scenario.ts";
import { findAddressKeys, findSecretKeys, findSecrets } from "./secrets.ts";
import { parseYaml, validate, type YamlFile } from "./yaml-file.ts";

/** A scenario file as written and its lines; the checks that need other files come later. */
export type ReadScenario = {
  readonly scenario: ScenarioFile;
  readonly yaml: YamlFile;
  /** Settings the file itself states, without defaults. */
  readonly stated: StatedSettings;
};

export type StatedSettings = {
  readonly model?: string;
  readonly seed?: string | number;
  readonly maxMessages?: number;
};

/** Parses `scenario.yaml`; secrets are refused before anything of the file could be shown. */
export function parseScenarioFile(text: string, file: string): ReadScenario {
  const secrets = findSecrets(text, file);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const yaml = parseYaml({ file, text, code: "scenario-invalid" });
  const secretKeys = [...findSecretKeys(yaml), ...findAddressKeys(yaml)];
  if (secretKeys.length > 0) throw new BoardroomError("secret-in-scenario", secretKeys);
  const scenario = validate(yaml, scenarioFileSchema, "scenario-invalid");
  return { scenario, yaml, stated: statedSettings(scenario, yaml.value) };
}

/** Checks the `options:` of a scenario file against its protocol's schema, with their places in the file. */
export function checkOptions({ yaml }: ReadScenario, options: z.ZodType): void {
  validate(yaml, z.looseObject({ options: options.optional() }), "scenario-invalid");
}

function statedSettings(scenario: ScenarioFile, raw: unknown): StatedSettings {
  const written = raw as { readonly limits?: { readonly messages?: unknown } };
  return {
    ...(scenario.model !== undefined && { model: scenario.model }),
    ...(scenario.seed !== undefined && { seed: scenario.seed }),
    ...(written.limits?.messages !== undefined && { maxMessages: scenario.limits.messages }),
  };
}
