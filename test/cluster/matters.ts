import type { Meeting } from "boardroom";
import { findScenario, loadScenario } from "boardroom";
import type { Scenario } from "../../src/scenario/schema/scenario.ts";

/** The small scenario, ending after so many messages. */
export async function smallCase(cwd: string, messages: number): Promise<Scenario> {
  const scenario = await loadScenario(await findScenario("small", { cwd }));
  return { ...scenario, limits: { ...scenario.limits, messages } };
}

export function meetings(
  count: number,
  open: (seed: number) => Meeting,
): ReadonlyMap<string, Meeting> {
  return new Map(
    Array.from({ length: count }, (_, index) => [`meetings/${index + 1}`, open(index + 1)]),
  );
}
