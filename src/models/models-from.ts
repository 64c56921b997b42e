import type { Scenario, Seat } from "../scenario/scenario.ts";
import type { Model } from "./model.ts";
import { createRegistry, type RegistryOptions } from "./registry.ts";
import { createSimulatedModel } from "./simulated/index.ts";

/** Makes the model behind each seat from its spec: simulated members, the presets, and what the options add. */
export function modelsFrom(options: RegistryOptions): (seat: Seat, scenario: Scenario) => Model {
  const factories = { simulated: createSimulatedModel, ...options.factories };
  const registry = createRegistry({ ...options, factories });
  return (seat, scenario) => registry.create({ spec: seat.model, seat, scenario });
}
