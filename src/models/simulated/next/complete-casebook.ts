import { casebookSchema } from "../../../scenario/casebook.ts";
import type { Scenario } from "../../../scenario/scenario.ts";

export function completeCasebook(scenario: Scenario): Scenario {
  return { ...scenario, casebook: scenario.casebook ?? casebookSchema.parse({}) };
}
