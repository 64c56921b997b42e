import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { registryOf } from "../../home/settings/models.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import { unwrittenIn } from "../../scenario/documents/placeholders.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";

export function requireSpeakers(
  io: Io,
  scenario: Scenario,
  { models, factories }: Pick<OuterSettings, "models" | "factories">,
): void {
  const unwritten = unwrittenIn(scenario.documents);
  if (unwritten.length > 0) throw new BoardroomError("scenario-invalid", unwritten);
  const registry = registryOf(io, models, factories);
  for (const seat of scenario.members)
    if (isSimulated(seat.model)) registry.create({ spec: seat.model, seat, scenario });
}
