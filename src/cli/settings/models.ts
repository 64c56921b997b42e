import type { Ports } from "../../meeting/engine/ports.ts";
import { createBuiltInRegistry } from "../../models/registry/built-in.ts";
import type { ModelRegistry } from "../../models/registry/registry.ts";
import { type ModelSettings, retryOf } from "../../models/registry/settings.ts";
import type { Io } from "../terminal/io.ts";

/** Every model that can be named on the command line. */
export function registryOf({ env, fetch, factories }: Io, settings: ModelSettings): ModelRegistry {
  return createBuiltInRegistry({ env, settings, fetch, factories });
}

/** How a meeting reaches its models, as environment and `boardroom.yaml` have it. */
export function modelPorts(
  io: Io,
  settings: ModelSettings,
): Pick<Ports, "createModel" | "prices" | "providers" | "throttle" | "retry"> {
  const registry = registryOf(io, settings);
  const providers = Object.entries(settings.providers ?? {});
  return {
    createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
    prices: settings.prices,
    providers: settings.providers,
    throttle: Object.fromEntries(
      providers.map(([name, { concurrency, requestsPerMinute }]) => [name, { concurrency, requestsPerMinute }]),
    ),
    retry: Object.fromEntries(providers.map(([name, each]) => [name, retryOf(each)])),
  };
}
