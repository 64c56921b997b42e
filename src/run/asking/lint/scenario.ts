import { memberEntries } from "../../../scenario/files/check-scenario.ts";
import type { ReadScenario } from "../../../scenario/files/scenario-file.ts";
import type { Persona } from "../../../scenario/schema/persona.ts";
import { type LintedBoard, lintBoard } from "./board.ts";
import type { LintFinding } from "./finding.ts";

type LintedScenario = {
  readonly read: ReadScenario;
  readonly personas: ReadonlyMap<string, Persona>;
  /** A panel of models: its members are alike on purpose. */
  readonly isPanel: boolean;
};

export function lintScenario({
  read: { scenario, yaml },
  personas,
  isPanel,
}: LintedScenario): readonly LintFinding[] {
  if (isPanel) return [];
  const board: LintedBoard = {
    members: memberEntries(scenario).flatMap(({ persona: id, path, model = scenario.model ?? "simulated" }) => {
      const persona = personas.get(id);
      return persona ? [{ persona, model, place: yaml.placeOf(path) }] : [];
    }),
    criteria: scenario.criteria,
    options: scenario.verdicts,
    places: {
      members: yaml.placeOfKey(["members"]),
      options: yaml.placeOfKey(["verdicts"]),
      criterion: (at) => yaml.placeOf(["criteria", at]),
    },
  };
  return lintBoard(board);
}
