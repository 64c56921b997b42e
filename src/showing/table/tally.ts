import { NO_VERDICT } from "../../engine/transcript/events.ts";
import type { VerdictOption } from "../../scenario/schema/scenario.ts";
import type { Tally } from "../verdict-schema.ts";

/** In the scenario's order; `NO_VERDICT` is last. */
export function countVerdicts(
  verdicts: readonly (string | null)[],
  options: readonly Pick<VerdictOption, "id" | "side">[],
): Tally {
  const byOption = new Map(options.map((option) => [option.id, 0]));
  const bySide = new Map<string, number>([
    ["for", 0],
    ["against", 0],
    ["neutral", 0],
  ]);
  let none = 0;
  for (const verdict of verdicts) {
    const option = options.find(({ id }) => id === verdict);
    if (!option) {
      none += 1;
      continue;
    }
    for (const [counts, key] of [[byOption, option.id] as const, [bySide, option.side] as const])
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    options: { ...Object.fromEntries(byOption), [NO_VERDICT]: none },
    sides: { ...Object.fromEntries(bySide), [NO_VERDICT]: none },
  };
}
