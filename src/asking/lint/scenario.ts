import { memberEntries } from "../../scenario/files/check-scenario.ts";
import type { ReadScenario } from "../../scenario/files/scenario-file.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import { type LintedBoard, lintBoard } from "./board.ts";
import type { LintFinding } from "./finding.ts";

/** Who is linted: a scenario as its file has it, and its personas by id. */
type LintedScenario = {
  readonly read: ReadScenario;
  readonly personas: ReadonlyMap<string, Persona>;
  /** One persona in several seats, or several models behind one: it is no flaw that they are alike. */
  readonly isPanel: boolean;
};

/** What is doubtful about a scenario's board; nothing of a panel of models, whose members are alike on purpose. */
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
