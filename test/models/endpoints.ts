import type { Model } from "boardroom";
import { anthropicModel } from "../../src/models/anthropic/anthropic-model.ts";
import type { Endpoint } from "../../src/models/calls/endpoint.ts";
import { openaiModel } from "../../src/models/openai/openai-model.ts";
import { type Capabilities, capabilitiesOf } from "../../src/models/port/capabilities.ts";

/** A key that is easy to find wherever it should not be. */
export const MARKED_KEY = "sk-MARKED-do-not-print-7f3a9c";

/** Both adapters, each with the path its base URL has on a fake server and the model id it asks for. */
export const ADAPTERS = [
  { name: "anthropic", id: "claude-sonnet-5-5", path: "", make: anthropicModel },
  { name: "openai", id: "gpt-6-sol", path: "/v1", make: openaiModel },
] as const;

export type Adapter = (typeof ADAPTERS)[number];

/** One adapter's model against a server at `url`. */
export function modelAt(
  adapter: Adapter,
  url: string,
  changes: Partial<Omit<Endpoint, "capabilities">> & { readonly capabilities?: Partial<Capabilities> } = {},
): Model {
  const id = changes.id ?? adapter.id;
  return adapter.make({
    spec: `${adapter.name}:${id}`,
    provider: adapter.name,
    baseUrl: `${url}${adapter.path}`,
    apiKey: MARKED_KEY,
    ...changes,
    id,
    capabilities: capabilitiesOf(adapter.name, id, changes.capabilities),
  });
}
