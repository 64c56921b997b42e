import { BoardroomError } from "../../errors.ts";
import { knownOf } from "../../lists.ts";
import { memberEntries } from "../files/check-scenario.ts";
import { suggestion } from "../files/nearest.ts";
import type { ModelOverrides } from "../files/source.ts";
import type { Persona } from "../schema/persona.ts";
import type { Seat } from "../schema/scenario.ts";
import type { ScenarioFile } from "../schema/scenario-file.ts";
import { holderIn, isHeld, isWellNamed } from "../schema/seat-holder.ts";

export function seatMembers(
  scenario: ScenarioFile,
  personas: ReadonlyMap<string, Persona>,
  overrides: ModelOverrides,
): Seat[] {
  const entries = memberEntries(scenario);
  const seats = entries.map(({ id }) => id);
  refuseUnknownSeats(Object.keys(overrides.members ?? {}), seats);
  refuseNamelessPeople([...Object.values(overrides.members ?? {}), ...entries.map(({ model }) => model ?? "")]);
  const seated = entries.map(
    ({ id, persona, model, fallback, weight, sampling }): Seat => ({
      id,
      kind: "member",
      persona: knownOf(personas, persona),
      model:
        ownModel(overrides.members, id) ??
        // A model for all members is none for the people among them.
        (model !== undefined && isHeld(model) ? model : overrides.model) ??
        model ??
        scenario.model ??
        overrides.defaultModel ??
        "simulated",
      ...fallbackOf(id, fallback ?? scenario.fallback, overrides),
      weight,
      ...((sampling ?? scenario.sampling) && { sampling: { ...scenario.sampling, ...sampling } }),
    }),
  );
  refuseSharedNames(seated);
  return seated;
}

/** A model that the command names replaces both. */
function fallbackOf(id: string, fallback: string | undefined, { model, members }: ModelOverrides) {
  const isReplaced = model !== undefined || ownModel(members, id) !== undefined;
  return fallback === undefined || isReplaced ? {} : { fallback };
}

function ownModel(models: Readonly<Record<string, string>> | undefined, id: string): string | undefined {
  return models && Object.hasOwn(models, id) ? models[id] : undefined;
}

function refuseNamelessPeople(models: readonly string[]): void {
  const wrong = models.filter((model) => isHeld(model) && !isWellNamed(model));
  if (wrong.length === 0) return;
  throw new BoardroomError(
    "unknown-model",
    wrong.map((model) => {
      const is = holderIn(model)?.is ?? "human";
      return {
        message: `${JSON.stringify(model)} names no ${is === "agent" ? "agent" : "person"}`,
        remedy: `Write ${is}:NAME with at most 80 characters and no colon, such as ${is}:ngo.`,
      };
    }),
  );
}

/** Answers are matched to people and agents by name. */
function refuseSharedNames(seats: readonly Seat[]): void {
  const held = seats.flatMap(({ id, model }) => {
    const holder = holderIn(model);
    return holder === null ? [] : [{ id, model, is: holder.is, key: holder.name.trim().toLowerCase() }];
  });
  const shared = held.filter(({ id, is, key }) =>
    held.some((other) => other.id !== id && other.key === key && (is === "agent" || other.is === "agent")),
  );
  if (shared.length === 0) return;
  throw new BoardroomError("unknown-model", {
    message: `${shared.map(({ id, model }) => `${id} (${model})`).join(" and ")} would be one and the same`,
    remedy: "Give each seat of an agent a different name.",
  });
}

const TO_SEAT_ANOTHER =
  "To add another member, name it under members: in scenario.yaml. First copy a shipped scenario: boardroom new scenario my-hiring --from hiring.";

function refuseUnknownSeats(asked: readonly string[], seats: readonly string[]): void {
  const unknown = asked.filter((id) => !seats.includes(id));
  if (unknown.length === 0) return;
  throw new BoardroomError(
    "unknown-member",
    unknown.map((id) => ({
      message: `--member names ${id}, who does not sit on this board`,
      remedy: `${suggestion(id, seats, "Members")} ${TO_SEAT_ANOTHER}`,
    })),
  );
}
