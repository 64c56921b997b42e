import { z } from "zod";
import { BoardroomError, type Problem } from "../../errors.ts";
import { type ScenarioFile, scenarioFileSchema } from "../schema/scenario-file.ts";
import { suggestion } from "./nearest.ts";
import { findAddressKeys, findSecretKeys, findSecrets } from "./secrets.ts";
import { parseYaml, problemsOf, validate, type YamlFile } from "./yaml-file.ts";

/** A scenario file as written and its lines; the checks that need other files come later. */
export type ReadScenario = {
  readonly scenario: ScenarioFile;
  readonly yaml: YamlFile;
  /** Settings the file itself states, without defaults. */
  readonly stated: StatedSettings;
};

type StatedSettings = {
  readonly model?: string;
  readonly seed?: string | number;
  readonly maxMessages?: number;
};

/** Parses `scenario.yaml` as YAML; secrets are refused before anything of the file could be shown. */
export function parseScenarioYaml(text: string, file: string): YamlFile {
  const secrets = findSecrets(text, file);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const yaml = parseYaml({ file, text, code: "scenario-invalid" });
  const secretKeys = [...findSecretKeys(yaml), ...findAddressKeys(yaml)];
  if (secretKeys.length > 0) throw new BoardroomError("secret-in-scenario", secretKeys);
  return yaml;
}

/** Holds a scenario file against its schema. */
export function checkScenarioYaml(yaml: YamlFile): ReadScenario {
  const scenario = validate(yaml, scenarioFileSchema, "scenario-invalid");
  return { scenario, yaml, stated: statedSettings(scenario, yaml.value) };
}

/** The protocols that a scenario can name, each with the schema of its options. */
export type KnownProtocols = Readonly<Record<string, z.ZodType>>;

/** A protocol that is none of the known ones. */
export function checkProtocol(yaml: YamlFile, known: readonly string[]): Problem[] {
  const name = protocolIn(yaml);
  if (name === undefined || known.includes(name)) return [];
  const message = `there is no protocol ${JSON.stringify(name)}`;
  return [{ place: yaml.placeOf(["protocol"]), message, remedy: suggestion(name, known, "Protocols") }];
}

/** What is wrong with the `options:` of a scenario file by its protocol's schema; nothing where the protocol is unknown. */
export function checkOptions(yaml: YamlFile, protocols: KnownProtocols): Problem[] {
  const name = protocolIn(yaml);
  const options = name !== undefined && Object.hasOwn(protocols, name) ? protocols[name] : undefined;
  if (options === undefined || !isMapping(optionsIn(yaml) ?? {})) return [];
  return problemsOf(yaml, z.looseObject({ options: options.optional() }));
}

/** The protocol that a file names, or the default; undefined where its schema refuses what stands there. */
function protocolIn({ value }: YamlFile): string | undefined {
  return scenarioFileSchema.shape.protocol.safeParse((value as { protocol?: unknown } | null)?.protocol).data;
}

function optionsIn({ value }: YamlFile): unknown {
  return (value as { options?: unknown } | null)?.options;
}

function isMapping(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function statedSettings(scenario: ScenarioFile, raw: unknown): StatedSettings {
  const written = raw as { readonly limits?: { readonly messages?: unknown } };
  return {
    ...(scenario.model !== undefined && { model: scenario.model }),
    ...(scenario.seed !== undefined && { seed: scenario.seed }),
    ...(written.limits?.messages !== undefined && { maxMessages: scenario.limits.messages }),
  };
}
