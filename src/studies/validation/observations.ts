import { bootstrapMean, mean, wilson } from "../../metrics/statistics.ts";
import type { Observation } from "./validation.ts";

/** How often something was so. */
export function shareOf(what: string, count: number, of: number, held: number): Observation {
  return { what, n: of, observed: of === 0 ? null : count / of, interval: wilson(count, of), held };
}

/** The mean of a figure over meetings, drawn from whole meetings. */
export function meanOf(what: string, values: readonly (number | null)[], held = values.length): Observation {
  const known = values.filter((value) => value !== null);
  return { what, n: known.length, observed: mean(known), interval: bootstrapMean(known, what), held };
}
