import { type Io, print } from "../../home/process/io.ts";
import { terminalWidth } from "../../home/process/style.ts";
import { registryOf } from "../../home/settings/models.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { ScenarioFile } from "../../scenario/schema/scenario-file.ts";
import { wrap } from "../../text/wrap.ts";
import { replaceModels, statedModels } from "./ordered-model.ts";

type KeylessMeeting = {
  readonly io: Io;
  readonly file: ScenarioFile;
  readonly scenario: Scenario;
  readonly outer: OuterSettings;
};

/** One key is enough to leave everything as written: a panel is never partly simulated by accident. */
export function simulatedWithoutKeys({ io, file, scenario, outer }: KeylessMeeting): Scenario {
  if (file.whenNoKey !== "simulate") return scenario;
  const providers = registryOf(io, outer.models).endpoints();
  const variableOf = (model: string): string | null =>
    providers.find(({ name }) => model.startsWith(`${name}:`))?.keyVariable ?? null;
  const stated = statedModels(file);
  const named = scenario.members.filter(
    ({ id, model }) => model === stated.get(id) && variableOf(model) !== null,
  );
  const variables = [...new Set(named.flatMap(({ model }) => variableOf(model) ?? []))];
  if (named.length === 0 || variables.some((name) => io.env[name]?.trim())) return scenario;
  const notes = [
    `The panel is simulated and no language model takes part: no key is set for ${named.map(({ model }) => model).join(", ")}.`,
    `Set ${variables.join(", ")} to ask them, or name other models with --member.`,
  ];
  print(
    io.stderr,
    notes.flatMap((note) => wrap(note, terminalWidth(io) ?? note.length)),
  );
  return {
    ...scenario,
    members: scenario.members.map((seat) => (named.includes(seat) ? { ...seat, model: "simulated" } : seat)),
    options: replaceModels(scenario.options, (model) => (variableOf(model) === null ? model : "simulated")),
  };
}
