// What a model can do, looked up by its name before it is made.

import { convertPrompt as toAnthropic } from "../anthropic/convert-prompt.ts";
import { isLocalAddress } from "../calls/endpoint.ts";
import {
  type Capabilities,
  findCapabilities,
  IN_PROCESS_CAPABILITIES,
} from "../contract/capabilities.ts";
import type { ModelRequest } from "../contract/model.ts";
import { parseModelSpec } from "../contract/model-spec.ts";
import { convertPrompt as toOllama } from "../ollama/ollama-model.ts";
import { convertPrompt as toOpenAi } from "../openai/convert-prompt.ts";
import type { Price } from "../pricing/prices.ts";
import { listProviders, type Provider } from "./providers.ts";
import type { ModelSettings } from "./settings.ts";

/** What is known of models before any is made. */
export type KnownModels = {
  prices?: Readonly<Record<string, Price>> | undefined;
  providers?: ModelSettings["providers"] | undefined;
};

export function createCapabilitiesLookup({
  providers: settings,
}: KnownModels): (spec: string) => Capabilities {
  const providers = listProviders({ providers: settings });
  return (spec) => {
    const colon = spec.indexOf(":");
    const found = providers.find(({ name }) => name === spec.slice(0, Math.max(0, colon)));
    return found ? findCapabilitiesAt(found, spec.slice(colon + 1)) : IN_PROCESS_CAPABILITIES;
  };
}

/** A server at another address is not OpenAI's, even under its name, and may not know the newest fields of its cache. */
function isOpenAiElsewhere({ name, settings }: Provider): boolean {
  const { baseUrl } = settings;
  return name === "openai" && baseUrl !== undefined && new URL(baseUrl).host !== "api.openai.com";
}

/** A user's own provider that speaks the Messages API takes what Anthropic takes; one that speaks Ollama's, what Ollama takes. */
export function findCapabilitiesAt(provider: Provider, id: string): Capabilities {
  const { name, speaks, settings, baseUrl } = provider;
  const table = speaks === "openai" ? name : speaks;
  const known = findCapabilities(table, id);
  // Most local servers enforce a schema, and refuse it if they do not.
  const isLocal = speaks === "openai" && isLocalAddress(baseUrl);
  return {
    ...known,
    caching: isOpenAiElsewhere(provider) ? "prompt-cache-key" : known.caching,
    structuredOutput: isLocal || known.structuredOutput,
    form: isLocal && known.form === "tags" ? "found" : known.form,
    ...settings.capabilities,
  };
}

/** No address, no key. Null if the model answers in this process. */
export function createSentBody(
  spec: string,
  request: ModelRequest,
  settings: ModelSettings,
): object | null {
  const provider = listProviders(settings).find(({ name }) => spec.startsWith(`${name}:`));
  if (provider === undefined) return null;
  const { id } = parseModelSpec(spec);
  const capabilities = findCapabilitiesAt(provider, id);
  switch (provider.speaks) {
    case "anthropic":
      return toAnthropic(request, { model: id, capabilities });
    case "ollama":
      return toOllama(request, { id, capabilities });
    default:
      return toOpenAi(request, {
        model: id,
        capabilities,
        isLocal: isLocalAddress(provider.baseUrl),
      });
  }
}
