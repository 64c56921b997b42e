import type { Model, ModelRequest } from "boardroom";
import {
  type CallLimits,
  type Capabilities,
  createRegistry,
  type ModelSettings,
  type ProviderSettings,
} from "boardroom/extend";
import { exampleScenario } from "../support/example-scenario.ts";

/** A key that is easy to find wherever it should not be. */
export const MARKED_KEY = "sk-MARKED-do-not-print-7f3a9c";

/** Both adapters, each with the path its base URL has on a fake server and the model id it asks for. */
export const ADAPTERS = [
  { name: "anthropic", id: "claude-sonnet-5-5", path: "" },
  { name: "openai", id: "gpt-6-sol", path: "/v1" },
] as const;

export type Adapter = (typeof ADAPTERS)[number];

type Changes = {
  id?: string | undefined;
  limits?: CallLimits | undefined;
  fetch?: typeof fetch | undefined;
  capabilities?: Partial<Capabilities> | undefined;
};

/** One adapter's model against a server at `url`. */
export function modelAt(
  adapter: Adapter,
  url: string,
  { id, limits = {}, fetch, capabilities }: Changes = {},
): Model {
  const settings: ModelSettings = {
    providers: {
      [adapter.name]: {
        baseUrl: `${url}${adapter.path}`,
        keyVariable: "MARKED_KEY",
        idleSeconds: seconds(limits.idleMs),
        firstSeconds: seconds(limits.firstMs),
        totalSeconds: seconds(limits.totalMs),
        capabilities,
      },
    },
  };
  const scenario = exampleScenario();
  return createRegistry({ env: { MARKED_KEY }, settings, fetch }).create({
    spec: `${adapter.name}:${id ?? adapter.id}`,
    seat: scenario.members[0]!,
    scenario,
  });
}

function seconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

const LAB = {
  speaks: "openai",
  baseUrl: "https://lab.example/v1",
  keyVariable: "MARKED_KEY",
} as const;

function registryOf(
  provider: string,
  changes: Partial<ProviderSettings>,
  fetch?: typeof globalThis.fetch,
) {
  const known = ADAPTERS.some(({ name }) => name === provider);
  const settings = { ...(known ? { keyVariable: "MARKED_KEY" } : LAB), ...changes };
  return createRegistry({
    env: { MARKED_KEY },
    settings: { providers: { [provider]: settings } },
    fetch,
  });
}

export function capabilitiesOf(
  provider: string,
  id: string,
  capabilities: Partial<Capabilities> = {},
) {
  return registryOf(provider, { capabilities }).createSpecEndpoint(`${provider}:${id}`)
    .capabilities;
}

/** The body that a request goes out with. */
export async function bodyOf(
  spec: string,
  request: ModelRequest,
  settings: Partial<ProviderSettings> = {},
): Promise<Record<string, unknown>> {
  const bodies: string[] = [];
  const kept: typeof fetch = async (_, init) => {
    bodies.push(String(init?.body));
    return new Response('{"error":{"message":"kept"}}', { status: 400 });
  };
  const scenario = exampleScenario();
  const seat = scenario.members[0]!;
  const model = registryOf(spec.split(":")[0]!, settings, kept).create({ spec, seat, scenario });
  await model.generate(request, { signal: new AbortController().signal });
  return JSON.parse(bodies[0] ?? "null");
}
