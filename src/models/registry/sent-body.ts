import { convertPrompt as toAnthropic } from "../anthropic/convert-prompt.ts";
import { convertPrompt as toOllama } from "../ollama/convert-prompt.ts";
import { convertPrompt as toOpenAi } from "../openai/convert-prompt.ts";
import type { ModelRequest } from "../port/model.ts";
import { parseModelSpec } from "../port/model-spec.ts";
import { capabilitiesAt } from "./capabilities-for.ts";
import { providersOf } from "./providers.ts";
import type { ModelSettings } from "./settings.ts";

/** No address, no key. Null where the model answers in this process. */
export function sentBody(spec: string, request: ModelRequest, settings: ModelSettings): object | null {
  const provider = providersOf(settings).find(({ name }) => spec.startsWith(`${name}:`));
  if (provider === undefined) return null;
  const { id } = parseModelSpec(spec);
  const capabilities = capabilitiesAt(provider, id);
  const { sharedCacheTtl } = provider.settings;
  switch (provider.speaks) {
    case "anthropic":
      return toAnthropic(request, { model: id, capabilities, sharedCacheTtl });
    case "ollama":
      return toOllama(request, { id, capabilities });
    default:
      return toOpenAi(request, { model: id, capabilities });
  }
}
