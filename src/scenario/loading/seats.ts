import { BoardroomError } from "../../errors.ts";
import { memberEntries } from "../files/check-scenario.ts";
import { suggestion } from "../files/nearest.ts";
import type { ModelOverrides } from "../files/source.ts";
import type { Persona } from "../schema/persona.ts";
import type { ScenarioFile, Seat } from "../schema/scenario.ts";

/** The members in the scenario's order, each with its persona and the model that won. */
export function seatMembers(
  scenario: ScenarioFile,
  personas: ReadonlyMap<string, Persona>,
  overrides: ModelOverrides,
): Seat[] {
  const entries = memberEntries(scenario);
  const seats = entries.map(({ id }) => id);
  refuseUnknownSeats(Object.keys(overrides.members ?? {}), seats);
  refuseNamelessPeople([...Object.values(overrides.members ?? {}), ...entries.map(({ model }) => model ?? "")]);
  return entries.map(({ id, persona, model, weight, sampling }) => ({
    id,
    kind: "member",
    persona: personas.get(persona)!,
    model:
      ownModel(overrides.members, id) ??
      (isPerson(model) ? model : overrides.model) ??
      model ??
      scenario.model ??
      overrides.defaultModel ??
      "simulated",
    weight,
    ...((sampling ?? scenario.sampling) && { sampling: { ...scenario.sampling, ...sampling } }),
  }));
}

function ownModel(models: Readonly<Record<string, string>> | undefined, id: string): string | undefined {
  return models && Object.hasOwn(models, id) ? models[id] : undefined;
}

/** A model for all members is none for the people among them. */
function isPerson(model: string | undefined): boolean {
  return model?.startsWith("human:") ?? false;
}

function refuseNamelessPeople(models: readonly string[]): void {
  const wrong = models.filter((model) => isPerson(model) && !/^human:\S(?:[^\n:]{0,78}\S)?$/.test(model));
  if (wrong.length === 0) return;
  throw new BoardroomError(
    "unknown-model",
    wrong.map((model) => ({
      message: `${JSON.stringify(model)} names no person`,
      remedy: "Write human:NAME with at most 80 characters and no colon, such as human:ngo.",
    })),
  );
}

function refuseUnknownSeats(asked: readonly string[], seats: readonly string[]): void {
  const unknown = asked.filter((id) => !seats.includes(id));
  if (unknown.length === 0) return;
  throw new BoardroomError(
    "unknown-member",
    unknown.map((id) => ({
      message: `--member names ${id}, who does not sit on this board`,
      remedy: suggestion(id, seats, "Members"),
    })),
  );
}
