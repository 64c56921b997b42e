import { BEHAVIOURS } from "../../simulated/behaviours/index.ts";
import { createSimulatedModel } from "../../simulated/index.ts";
import { faultyModel, parseChaos } from "../doubles/chaos.ts";
import { createRegistry, type ModelRegistry, type RegistryOptions } from "./registry.ts";

/** A registry with everything that comes with Boardroom: the providers, simulated members, and faults for any of them. */
export function createBuiltInRegistry(options: RegistryOptions): ModelRegistry {
  const registry = createRegistry({
    ...options,
    factories: {
      simulated: (seat) => createSimulatedModel({ ...seat, behaviours: BEHAVIOURS }),
      ...options.factories,
    },
  });
  registry.registerProvider("chaos", ({ id, seat, scenario }) => {
    const { rate, inner } = parseChaos(id);
    return faultyModel(registry.create({ spec: inner, seat, scenario }), { rates: rate });
  });
  return registry;
}
