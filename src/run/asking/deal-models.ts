// Chooses models for the seats of `ask` if the user names none: one of each hosted provider that has
// a key.

import { listProviders, readKey } from "../../models/registry/providers.ts";
import type { ModelSettings } from "../../models/registry/settings.ts";
import type { Environment } from "../../scenario/files/variables.ts";

/** The model of each provider that has a known price and fits a debate. */
const USUAL = ["anthropic:claude-sonnet-5-5", "openai:gpt-6-sol", "gemini:gemini-3.8-flash"];

/** Those whose provider has a key. */
export function listKeyedModels(settings: ModelSettings, env: Environment): readonly string[] {
  const keyed = listProviders(settings, env).filter((provider) => readKey(provider, env) !== "");
  return USUAL.filter((spec) => keyed.some(({ name }) => spec.startsWith(`${name}:`)));
}

/** Empty unless at least two providers have a key: members of one model tend to agree. */
export function listDealtModels(settings: ModelSettings, env: Environment): readonly string[] {
  const models = listKeyedModels(settings, env);
  return models.length < 2 ? [] : models;
}
