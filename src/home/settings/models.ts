import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import { PRESETS } from "../../models/registry/providers.ts";
import type { ModelRegistry } from "../../models/registry/registry.ts";
import { type ModelSettings, overrideProviders, retryOf } from "../../models/registry/settings.ts";
import { createBuiltInRegistry } from "../../simulated/behaviours/registry.ts";
import type { Io } from "../process/io.ts";
import type { OuterSettings } from "./settings.ts";

export function registryOf(
  { env, fetch, factories }: Io,
  settings: ModelSettings,
  own: OuterSettings["factories"] = {},
): ModelRegistry {
  return createBuiltInRegistry({ env, settings, fetch, factories: { ...own, ...factories } });
}

export function modelPorts(
  io: Io,
  { models: settings, factories }: Pick<OuterSettings, "models" | "factories">,
): Pick<Ports, "createModel" | "prices" | "providers" | "throttle" | "retry"> {
  const registry = registryOf(io, settings, factories);
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

export type CallFlags = {
  readonly idleTimeout?: number;
  readonly maxAttempts?: number;
  readonly maxWait?: number;
};

export function withPatience(settings: ModelSettings, flags: CallFlags): ModelSettings {
  const { idleTimeout, maxAttempts, maxWait } = flags;
  const changes = {
    ...(idleTimeout !== undefined && { idleSeconds: idleTimeout, firstSeconds: undefined }),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(maxWait !== undefined && { maxWaitSeconds: maxWait }),
  };
  const names = PRESETS.map(({ name }) => name);
  return Object.keys(changes).length === 0 ? settings : overrideProviders(settings, names, changes);
}
