import type { Ports } from "../meeting/ports.ts";
import { createBuiltInRegistry } from "../models/built-in.ts";
import { type Capabilities, capabilitiesOf, LOCAL_CAPABILITIES } from "../models/capabilities.ts";
import { innerSpec } from "../models/model-spec.ts";
import { providersOf } from "../models/providers.ts";
import type { ModelRegistry } from "../models/registry.ts";
import { type ModelSettings, retryOf } from "../models/settings.ts";
import type { Io } from "./io.ts";

/** Every model that can be named on the command line. */
export function registryOf({ env, fetch, factories }: Io, settings: ModelSettings): ModelRegistry {
  return createBuiltInRegistry({ env, settings, fetch, factories });
}

/** How a meeting reaches its models, as environment and `boardroom.yaml` have it. */
export function modelPorts(
  io: Io,
  settings: ModelSettings,
): Pick<Ports, "createModel" | "prices" | "throttle" | "retry"> {
  const registry = registryOf(io, settings);
  const providers = Object.entries(settings.providers ?? {});
  return {
    createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
    prices: settings.prices,
    throttle: Object.fromEntries(
      providers.map(([name, { concurrency, requestsPerMinute }]) => [name, { concurrency, requestsPerMinute }]),
    ),
    retry: Object.fromEntries(providers.map(([name, each]) => [name, retryOf(each)])),
  };
}

/** What the model of a spec takes, as `boardroom.yaml` has it; of a model made inside this process, what those take. */
export function capabilitiesFor(settings: ModelSettings): (spec: string) => Capabilities {
  const providers = providersOf(settings);
  return (asked) => {
    const spec = innerSpec(asked);
    const colon = spec.indexOf(":");
    const found = providers.find(({ name }) => name === spec.slice(0, Math.max(0, colon)));
    if (!found) return LOCAL_CAPABILITIES;
    const table = found.speaks === "anthropic" ? "anthropic" : found.name;
    return capabilitiesOf(table, spec.slice(colon + 1), found.settings.capabilities);
  };
}
