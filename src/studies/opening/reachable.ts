import { personOn } from "../../engine/meeting/people/person.ts";
import { BoardroomError } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { registryOf } from "../../home/settings/models.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import type { ModelRegistry } from "../../models/registry/registry.ts";
import { requireContext } from "../../run/prepare/context-windows.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { isHeld } from "../../scenario/schema/seat-holder.ts";
import type { ArmChanges } from "../arm-schema.ts";
import type { OpenedStudy } from "../study.ts";

export function refuseUnknownModels(
  registry: ModelRegistry,
  { members }: Pick<Scenario, "members">,
  { models = {} }: ArmChanges,
): void {
  for (const { id, model } of members) {
    if (personOn({ model }) !== null) continue;
    try {
      registry.parse(model);
    } catch (error) {
      if (!(error instanceof BoardroomError)) throw error;
      const path = [Object.hasOwn(models, id) ? "models" : "model"];
      throw new BoardroomError(
        error.code,
        error.problems.map((problem) => ({ ...problem, path })),
        { cause: error },
      );
    }
  }
}

export async function requireReachable(
  io: Io,
  { cells, outer }: Pick<OpenedStudy, "cells"> & { readonly outer: OuterSettings },
): Promise<void> {
  const registry = registryOf(io, outer.models, outer.factories);
  const known = new Set<string>();
  for (const { matter } of cells) {
    for (const seat of matter.members) {
      if (isSimulated(seat.model) || personOn(seat) !== null || known.has(seat.model)) continue;
      known.add(seat.model);
      registry.create({ spec: seat.model, seat, scenario: matter });
    }
  }
  const told = new Set<string>();
  for (const { matter, protocol } of longestByModels(cells))
    for (const line of await requireContext(io, { scenario: matter, protocol, outer })) told.add(line);
  print(io.stderr, [...told]);
}

/** The meeting that likely needs the most context stands for all with the same models. */
function longestByModels(cells: OpenedStudy["cells"]): OpenedStudy["cells"] {
  const size = ({ matter }: OpenedStudy["cells"][number]) =>
    matter.documents.reduce((sum, { text }) => sum + text.length, matter.limits.messages * 1_000);
  const longest = new Map<string, OpenedStudy["cells"][number]>();
  for (const cell of cells) {
    const key = [...new Set(cell.matter.members.map(({ model }) => model))].sort().join("\n");
    const known = longest.get(key);
    if (known === undefined || size(cell) > size(known)) longest.set(key, cell);
  }
  return [...longest.values()];
}

/** People and agents come in by a meeting's folder, which workers do not have. */
export function requireUnattended({ cells }: Pick<OpenedStudy, "cells">): void {
  const seat = cells.flatMap(({ matter }) => matter.members).find(({ model }) => isHeld(model));
  if (seat)
    throw usage(
      `workers cannot run ${seat.id}: its seat is for ${seat.model}, who answers in the folder of a meeting`,
      "Run this study without --on, or give the seat a model.",
    );
}
