import { z } from "zod";
import { BoardroomError, type Problem } from "../../errors.ts";
import { isRecord } from "../../lists.ts";
import { type ScenarioFile, scenarioFileSchema } from "../schema/scenario-file.ts";
import { suggestion } from "./nearest.ts";
import { findAddressKeys, findSecretKeys, findSecrets } from "./secrets.ts";
import { parseYaml, problemsOf, validate, type YamlFile } from "./yaml-file.ts";

export type ReadScenario = {
  readonly scenario: ScenarioFile;
  readonly yaml: YamlFile;
  readonly stated: StatedSettings;
};

type StatedSettings = {
  readonly model?: string;
  readonly seed?: string | number;
  readonly maxMessages?: number;
};

/** Refuses secrets before any message could show a part of the file. */
export function parseScenarioYaml(text: string, file: string): YamlFile {
  const secrets = findSecrets(text, file);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const yaml = parseYaml({ file, text, code: "scenario-invalid" });
  const secretKeys = [...findSecretKeys(yaml), ...findAddressKeys(yaml)];
  if (secretKeys.length > 0) throw new BoardroomError("secret-in-scenario", secretKeys);
  return yaml;
}

export function checkScenarioYaml(yaml: YamlFile): ReadScenario {
  const scenario = validate(yaml, scenarioFileSchema, "scenario-invalid");
  return { scenario, yaml, stated: statedSettings(scenario, yaml.value) };
}

export type KnownProtocols = Readonly<Record<string, z.ZodType>>;

export function checkProtocol(yaml: YamlFile, known: readonly string[]): Problem[] {
  const name = protocolIn(yaml);
  if (name === undefined || known.includes(name)) return [];
  const message = `there is no protocol ${JSON.stringify(name)}`;
  return [{ place: yaml.placeOf(["protocol"]), message, remedy: suggestion(name, known, "Protocols") }];
}

export function checkOptions(yaml: YamlFile, protocols: KnownProtocols): Problem[] {
  const name = protocolIn(yaml);
  const options = name !== undefined && Object.hasOwn(protocols, name) ? protocols[name] : undefined;
  if (options === undefined || !isRecord(optionsIn(yaml) ?? {})) return [];
  return problemsOf(yaml, z.looseObject({ options: options.optional() }));
}

function protocolIn({ value }: YamlFile): string | undefined {
  return scenarioFileSchema.shape.protocol.safeParse((value as { protocol?: unknown } | null)?.protocol).data;
}

function optionsIn({ value }: YamlFile): unknown {
  return (value as { options?: unknown } | null)?.options;
}

function statedSettings(scenario: ScenarioFile, raw: unknown): StatedSettings {
  const written = raw as { readonly limits?: { readonly messages?: unknown } };
  return {
    ...(scenario.model !== undefined && { model: scenario.model }),
    ...(scenario.seed !== undefined && { seed: scenario.seed }),
    ...(written.limits?.messages !== undefined && { maxMessages: scenario.limits.messages }),
  };
}
