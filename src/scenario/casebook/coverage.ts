import type { Coverage } from "../schema/casebook.ts";
import type { Scenario } from "../schema/scenario.ts";
import { readOf } from "./casebook-parts.ts";

/** How much of a scenario's documents its casebook holds, and who read them; null where it has no casebook. */
export function coverageOf({ casebook }: Pick<Scenario, "casebook">): Coverage | null {
  return casebook ? readOf(casebook) : null;
}
