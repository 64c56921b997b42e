import { z } from "zod";
import type { Problem } from "../../errors.ts";
import { isRecord } from "../../lists.ts";
import {
  documentEntrySchema,
  memberEntrySchema,
  type ScenarioFile,
  scenarioFileSchema,
} from "../schema/scenario-file.ts";
import { notFound } from "./nearest.ts";
import { problemsOf, validate, type YamlFile } from "./yaml-file.ts";

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

export function checkScenarioYaml(yaml: YamlFile): ReadScenario {
  const scenario = validate(yaml, scenarioFileSchema, "scenario-invalid");
  return { scenario, yaml, stated: statedSettings(scenario, yaml.value) };
}

export type KnownProtocols = Readonly<Record<string, z.ZodType>>;

export function checkProtocol(yaml: YamlFile, known: readonly string[]): Problem[] {
  const name = protocolIn(yaml);
  if (name === undefined || known.includes(name)) return [];
  return [{ place: yaml.placeOf(["protocol"]), ...notFound("protocol", name, known) }];
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

const ENTRIES = { members: memberEntrySchema, documents: documentEntrySchema } as const;
type EntriesKey = keyof typeof ENTRIES;

/** The file may be wrong elsewhere: tells what is wrong with the files it names, and passes over wrong entries. */
export function readableEntries<Name extends EntriesKey>(
  { value }: YamlFile,
  key: Name,
): readonly { readonly entry: z.infer<(typeof ENTRIES)[Name]>; readonly path: readonly [Name, number] }[] {
  const written = (value as Partial<Record<EntriesKey, unknown>> | null)?.[key];
  if (!Array.isArray(written)) return [];
  return written.flatMap((each, index) => {
    const { data } = ENTRIES[key].safeParse(each);
    return data === undefined ? [] : [{ entry: data as z.infer<(typeof ENTRIES)[Name]>, path: [key, index] }];
  });
}
