import { createSimulatedModel } from "../../simulated/simulated-model.ts";
import { faultyModel, parseChaos } from "../doubles/chaos.ts";
import { createRegistry, type ModelRegistry, type RegistryOptions } from "./registry.ts";

/** A registry with everything that comes with Boardroom: the providers, simulated members, and faults for any of them. */
export function createBuiltInRegistry(options: RegistryOptions): ModelRegistry {
  const registry = createRegistry({
    ...options,
    factories: { simulated: createSimulatedModel, ...options.factories },
  });
  registry.registerProvider("chaos", ({ id, seat, scenario }) => {
    const { rate, inner } = parseChaos(id);
    return faultyModel(registry.create({ spec: inner, seat, scenario }), { rates: rate });
  });
  return registry;
}
