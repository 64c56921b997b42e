import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { Model } from "../port/model.ts";
import { createBuiltInRegistry } from "./built-in.ts";
import type { RegistryOptions } from "./registry.ts";

/** Makes the model behind each seat from its spec: simulated members, the presets, and what the options add. */
export function modelsFrom(options: RegistryOptions): (seat: Seat, scenario: Scenario) => Model {
  const registry = createBuiltInRegistry(options);
  return (seat, scenario) => registry.create({ spec: seat.model, seat, scenario });
}
