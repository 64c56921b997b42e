import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { isSimulated, sharedModel } from "../../models/port/model-spec.ts";
import { memberEntries } from "../../scenario/files/check-scenario.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { ScenarioFile } from "../../scenario/schema/scenario-file.ts";
import { isHeld } from "../../scenario/schema/seat-holder.ts";

/** At any depth, such as an arbiter's or a chair's. */
export function replaceModels(
  options: Scenario["options"],
  by: (model: string) => string,
): Scenario["options"] {
  return replaced(options, by) as Scenario["options"];
}

function replaced(value: unknown, by: (model: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      /^model$|Model$/.test(key) && typeof each === "string" && isSpec(each)
        ? [key, by(each)]
        : [key, replaced(each, by)],
    ),
  );
}

/** Words such as `none` and `template` ask for no model. */
function isSpec(text: string): boolean {
  return !isHeld(text) && (text.includes(":") || isSimulated(text));
}

export function statedModels(file: ScenarioFile): ReadonlyMap<string, string | undefined> {
  return new Map(memberEntries(file).map(({ id, model }) => [id, model ?? file.model]));
}

/** Names seats after models that are not the scenario's own. Simulated panelists keep their names. */
export function namedByModel(
  { isPanel }: Pick<Protocol, "isPanel">,
  members: readonly Seat[],
  stated: ReturnType<typeof statedModels>,
): readonly Seat[] {
  const isOther = ({ id, model }: Seat) =>
    stated.get(id) !== undefined && stated.get(id) !== model && !isSimulated(model) && !isHeld(model);
  const others = isPanel ? members.filter(isOther) : [];
  return members.map((seat) => {
    if (!others.includes(seat)) return seat;
    const alike = others.filter(({ model }) => model === seat.model);
    const name = shortName(seat.model);
    const own = alike.length === 1 ? name : `${name}-${alike.indexOf(seat) + 1}`;
    return { ...seat, persona: { ...seat.persona, name: own } };
  });
}

function shortName(model: string): string {
  const id = model.replace(/^[^:]*:/, "");
  return (id.split("/").at(-1) || id).slice(0, 70);
}

export function oneModelWarning(
  members: readonly Seat[],
  stated: ReturnType<typeof statedModels>,
): readonly string[] {
  const shared = sharedModel(members);
  const models = members.flatMap(({ id }) => stated.get(id) ?? []).filter(isSpec);
  const providers = [...new Set(models.map((model) => model.replace(/:.*/s, "")))];
  if (shared === null || providers.length < 2) return [];
  return [
    `warning: ${shared} answers for all ${members.length} seats, instead of models of ${providers.join(", ")}: the answers are not independent`,
  ];
}
