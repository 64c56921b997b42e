// Lists the models that the page of new meetings offers: of this computer, and of each hosted
// provider that has a key.

import type { Io } from "../../home/process/io.ts";
import { AUTO, findAddressToSet } from "../../home/settings/auto-model.ts";
import { listPrograms } from "../../home/settings/programs.ts";
import type { ProjectSettings } from "../../home/settings/settings.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { SERVER_NAMES } from "../../models/local/local-server.ts";
import { readOllamaFacts } from "../../models/local/ollama-models.ts";
import { askAddresses, listChatModels } from "../../models/registry/find-models.ts";
import { listProviders } from "../../models/registry/providers.ts";
import { listDealtModels, listKeyedModels } from "./deal-models.ts";

export type ModelChoice = {
  /** What the form sends. */
  value: string;
  /** Dealt over the members in turn. */
  models: readonly string[];
  where: string;
};

/** The first is the default: the model of the settings, else one that costs nothing. */
export async function listModelChoices(
  io: Io,
  { models, stated }: ProjectSettings,
): Promise<readonly ModelChoice[]> {
  const choices = await listLocalChoices(io, models);
  const { model } = stated;
  if (model !== undefined && model !== AUTO && !isSimulated(model))
    choices.unshift({ value: model, models: [model], where: "of your settings" });
  for (const keyed of listKeyedModels(models, io.env))
    choices.push({ value: keyed, models: [keyed], where: `${keyed.split(":")[0]}, your key` });
  for (const { name, isFound } of listPrograms(io, models))
    if (isFound)
      choices.push({ value: `program:${name}`, models: [`program:${name}`], where: "a program" });
  const dealt = listDealtModels(models, io.env);
  if (dealt.length > 0)
    choices.push({ value: "dealt", models: dealt, where: "one for each member in turn" });
  return choices.filter(
    ({ value }, at) => choices.findIndex((each) => each.value === value) === at,
  );
}

async function listLocalChoices(io: Io, models: ProjectSettings["models"]): Promise<ModelChoice[]> {
  const providers = listProviders(models, io.env);
  const access = { env: io.env, fetch: io.fetch, timeoutMs: io.findMs };
  const found = listChatModels(await askAddresses(providers, access));
  const choices = found.map(async (each): Promise<ModelChoice[]> => {
    const { spec, server, model } = each;
    const isOllama = server.provider === "ollama";
    if (findAddressToSet(each, providers) !== null) return [];
    if (isOllama && !(await readOllamaFacts(server.origin, model.id, access)).isChat) return [];
    const where = `on this computer, ${SERVER_NAMES[server.provider]}`;
    return [{ value: spec, models: [spec], where }];
  });
  return (await Promise.all(choices)).flat();
}
